"""Guards of tables that refuse deletions; the removal of a club lifts them all.

Each app's registry adds the guards of its tables.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.db.backends.base.base import BaseDatabaseWrapper

Guard = Callable[[BaseDatabaseWrapper], AbstractContextManager[None]]
"""Function that opens the tables of a connection for a block within a transaction."""

DELETION_GUARDS: list[Guard] = []


def add_deletion_guards(*guards: Guard) -> None:
    """Add guards, in the order in which they are lifted."""
    DELETION_GUARDS.extend(guard for guard in guards if guard not in DELETION_GUARDS)
