"""Errors of news and files of events, by stable codes, with their sentences, and texts of the audit log."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput


class PostIncomplete(InvalidInput):
    code = "post_without_title"
    what = _("A news post needs a title.")
    next_step = _("Enter a title of a few words.")


class CaptionMissing(InvalidInput):
    code = "file_without_caption"
    what = _("A photo or document needs a caption.")
    next_step = _("Say in a few words what it is.")


class DocumentTooLarge(InvalidInput):
    """Facts: size, most."""

    code = "document_too_large"
    what = _("The document has %(size)s MB; the limit is %(most)s MB.")
    next_step = _("Save it with smaller pictures, or divide it.")


class TooManyPosts(ClubError):
    """Facts: most."""

    code = "too_many_posts"
    what = _("An event has at most %(most)s news posts.")
    next_step = _("Delete old posts first.")


class TooManyFiles(ClubError):
    """Facts: most."""

    code = "too_many_event_files"
    what = _("An event has at most %(most)s files of this kind.")
    next_step = _("Delete some first.")


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.post.made": _("%(who)s posted “%(after_title)s” on the page of %(what)s."),
        "tournaments.post.changed": _("%(who)s changed the post “%(after_title)s” on the page of %(what)s."),
        "tournaments.post.removed": _("%(who)s deleted the post “%(before_title)s” of %(what)s."),
        "tournaments.file.added": _("%(who)s added “%(after_caption)s” to the page of %(what)s."),
        "tournaments.file.removed": _("%(who)s deleted “%(before_caption)s” from the page of %(what)s."),
    },
    shown_by={
        Capability.SEE_AUDIT: ("tournaments.post", "tournaments.file"),
    },
    fields={
        "post": _("news post"),
        "posted_at": _("posted"),
        "caption": _("caption"),
        "event_file": _("file"),
    },
    reasons={
        "file_is_added_again": _("A deleted file cannot be restored; add it again."),
        "file_is_deleted_on_its_page": _("Delete the file on the page “News and files” of the event."),
    },
)
