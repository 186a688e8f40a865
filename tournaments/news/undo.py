"""Undo of news posts; files are deleted for good."""

from django.utils.dateparse import parse_datetime

from club.audit.undo_handlers import not_undoable, require_facts, undo_handler
from club.core.actor import Actor
from club.models import AuditEntry
from tournaments.models import EventPost
from tournaments.news.services import add_post, change_post, post_facts, remove_post

not_undoable("tournaments.file.added", reason_code="file_is_deleted_on_its_page")
not_undoable("tournaments.file.removed", reason_code="file_is_added_again")


def _unchanged_post(entry: AuditEntry) -> EventPost:
    post = EventPost.objects.get(pk=(entry.after or {})["post"])
    require_facts(post_facts(post), entry)
    return post


@undo_handler("tournaments.post.made")
def delete_post(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete a new post, unless it was changed since."""
    remove_post(post_id=_unchanged_post(entry).pk, actor=actor)


@undo_handler("tournaments.post.changed")
def restore_post(*, entry: AuditEntry, actor: Actor) -> None:
    """Give a changed post its former text, unless it was changed since."""
    before = entry.before or {}
    change_post(post_id=_unchanged_post(entry).pk, title=before["title"], text=before["text"], actor=actor)


@undo_handler("tournaments.post.removed")
def post_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Post a deleted text again, under its former date."""
    before = entry.before or {}
    add_post(
        event_id=int(entry.target_id),
        title=before["title"],
        text=before["text"],
        posted_at=parse_datetime(before["posted_at"]),
        actor=actor,
    )
