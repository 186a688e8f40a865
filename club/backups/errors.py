"""Errors of backup and restore."""

from club.core.errors import ClubError


class ArchiveDamaged(ClubError):
    """A part of a backup does not match the manifest. Facts: part."""

    code = "archive_damaged"


class ArchiveTooNew(ClubError):
    """A backup was made by a newer version of the program. Facts: what."""

    code = "archive_too_new"


class ArchiveTooOld(ClubError):
    """A backup was made before migrations were squashed. Facts: what."""

    code = "archive_too_old"


class TargetNotEmpty(ClubError):
    """A restore would overwrite existing data. Facts: table."""

    code = "target_not_empty"


class TargetInUse(ClubError):
    """A restore needs exclusive access to the database."""

    code = "target_in_use"


class MigrationsPending(ClubError):
    """The database schema is older than the program: migrate first."""

    code = "migrations_pending"
