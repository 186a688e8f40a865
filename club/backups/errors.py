"""Errors of backup and restore."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class ArchiveDamaged(ClubError):
    code = "archive_damaged"
    what = _("The archive is damaged (%(part)s).")
    next_step = _("Do not rely on it. Create a new backup now, and restore from another one.")


class ArchiveBeyondLimits(ClubError):
    code = "archive_beyond_limits"
    what = _("A part of the archive is larger or deeper than a site ever is (%(part)s).")
    next_step = _("It may have been made to fill the memory. Do not use it, and restore from another one.")


class ArchiveContentsFaulty(ClubError):
    code = "archive_contents"
    what = _("The archive is intact, but its contents are not (%(part)s).")
    next_step = _("Restore from an earlier one. To restore it all the same, use --accept-faults.")


class ArchiveTooNew(ClubError):
    code = "archive_too_new"
    what = _("The archive comes from a newer version of the program (%(what)s).")
    next_step = _("Update the program before you restore it.")


class ArchiveTooOld(ClubError):
    code = "archive_too_old"
    what = _("The archive comes from a version of the program that is too old (%(what)s).")
    next_step = _("Restore it with an older version, update that one, and make a new backup.")


class TargetNotEmpty(ClubError):
    code = "target_not_empty"
    what = _("The database already contains data (%(table)s).")
    next_step = _("Use --replace to overwrite it with the archive.")


class TargetInUse(ClubError):
    code = "target_in_use"
    what = _("The database is in use.")
    next_step = _("Stop the site and its workers first.")


class MigrationsPending(ClubError):
    code = "migrations_pending"
    what = _("The database is older than the program.")
    next_step = _("Run migrate first.")


class NotFollowable(ClubError):
    code = "not_followable"
    what = _("There is no site at %(url)s that can be followed (%(reason)s).")
    next_step = _("Check the address. The site there needs this version of the program.")


class TokenRefused(ClubError):
    code = "follow_token_refused"
    what = _("The site at %(url)s refuses the token (%(reason)s).")
    next_step = _("Use a token of the site administrator that may manage backups.")


class OtherHistory(ClubError):
    code = "other_history"
    what = _("The site at %(url)s does not continue the history of this copy.")
    next_step = _(
        "It was restored, or another copy was promoted. "
        "If it is the right site, begin with an empty data folder."
    )


class NotACopy(ClubError):
    code = "not_a_copy"
    what = _("This installation is not a copy of another site (%(folder)s).")
    next_step = _("Run this command on the second machine, with the data folder of its copy.")


class IsACopy(ClubError):
    code = "is_a_copy"
    what = _("This installation is a copy of %(url)s.")
    next_step = _("Run manage.py follow to continue, or manage.py promote to make it the site.")


class CopyInUse(ClubError):
    code = "copy_in_use"
    what = _("Another process follows a site with this data folder (%(folder)s).")
    next_step = _("Stop it, then try again.")


class CopyNotEmpty(ClubError):
    code = "copy_not_empty"
    what = _("This installation has data of its own (%(table)s).")
    next_step = _("Set DRAUGHTS_DATA_DIR to an empty folder for the copy.")


ARCHIVE_REFUSALS = (
    ArchiveDamaged,
    ArchiveBeyondLimits,
    ArchiveContentsFaulty,
    ArchiveTooNew,
    ArchiveTooOld,
)
ARCHIVE_FAULTS = {kind.code: kind for kind in ARCHIVE_REFUSALS}


def fault_found(code: str, part: str) -> ClubError:
    """Return the refusal for a fault that a check of an archive wrote down."""
    return ARCHIVE_FAULTS[code](part=part, what=part)
