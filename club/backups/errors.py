"""What a backup and a restore refuse."""

from club.core.errors import ClubError


class ArchiveDamaged(ClubError):
    """A part of a backup is not what its manifest says. Facts: part."""

    code = "archive_damaged"


class ArchiveTooNew(ClubError):
    """A backup was made by a newer version of the program. Facts: what."""

    code = "archive_too_new"


class TargetNotEmpty(ClubError):
    """A restore would replace what is there. Facts: table."""

    code = "target_not_empty"


class TargetInUse(ClubError):
    """A restore needs the database for itself."""

    code = "target_in_use"


class MigrationsPending(ClubError):
    """The database is older than the program: migrate first."""

    code = "migrations_pending"
