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
