"""Database triggers that reject changes to append-only tables: published standings and rulings.

The audit log has the same triggers. SQLite drops them when a migration rebuilds their table, so they are set
up again after every `migrate`. To empty a whole database (a test) they are lifted. To redact the name of an
erased person they are disabled for those few statements, inside their transaction.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = {
    "tournaments_standingssnapshot": ("standings", "published standings are never changed or deleted"),
    "tournaments_ruling": ("rulings", "rulings are never changed or deleted"),
}
EVENTS = {"unchanged": "UPDATE", "undeleted": "DELETE"}


def _statements(table: str, vendor: str) -> list[str]:
    kept, refusal = TABLES[table]
    if vendor == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        return [
            f"CREATE TRIGGER IF NOT EXISTS {kept}_{name} BEFORE {event} ON {table} {refuse}"
            for name, event in EVENTS.items()
        ]
    raised = f"RAISE EXCEPTION '{refusal}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {raised}; END $$"
    return [
        f"CREATE OR REPLACE FUNCTION {kept}_stay() {body}",
        *(
            f"CREATE OR REPLACE TRIGGER {kept}_{name} BEFORE {event} ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {kept}_stay()"
            for name, event in EVENTS.items()
        ),
    ]


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers against changes of append-only rows. Idempotent."""
    with connection.cursor() as cursor:
        for table in _existing_tables(connection):
            for statement in _statements(table, connection.vendor):
                cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers, so that the tables can be emptied, until they are set up again."""
    with connection.cursor() as cursor:
        for table in _existing_tables(connection):
            kept, _refusal = TABLES[table]
            place = "" if connection.vendor == "sqlite" else f" ON {table}"
            for name in EVENTS:
                cursor.execute(f"DROP TRIGGER IF EXISTS {kept}_{name}{place}")


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Disable the triggers for a block."""
    lift(connection)
    try:
        yield
    finally:
        set_up(connection)


@contextmanager
def opened(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Disable the triggers within a transaction; an error rolls this back with all else.

    PostgreSQL changes no triggers while foreign-key checks are pending: they are run before.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("What is kept is opened inside a transaction alone.")
    has_waiting_checks = connection.vendor == "postgresql"
    if has_waiting_checks:
        connection.check_constraints()
    lift(connection)
    yield
    if has_waiting_checks:
        connection.check_constraints()
    set_up(connection)


def _existing_tables(connection: BaseDatabaseWrapper) -> Iterable[str]:
    """Return the tables that migrations have created so far."""
    return TABLES.keys() & set(connection.introspection.table_names())
