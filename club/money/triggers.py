"""Database triggers that refuse changes and deletions in a club's books.

Like those of the audit log, they are set up again after every `migrate`. Only the person of a row may change:
two rows of one person can be merged.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

REFUSAL = "the books are never changed or deleted"
NULLABLE_COLUMNS = {
    "club_invoice": ("payer_id",),
    "club_creditnote": (),
    "club_invoiceline": ("person_id",),
    "club_payment": ("payer_id",),
    "club_allocation": (),
    "club_ledgerentry": ("person_id",),
    "club_feeline": ("person_id", "payer_id"),
}
"""Tables, with the columns that reference persons."""


def _sqlite(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """SQLite triggers by name; the last refuses INSERT OR REPLACE, which deletes without a trigger."""
    with connection.cursor() as cursor:
        # Django's own introspection parses the table's SQL for collations, which takes most of a flush.
        cursor.execute("SELECT name FROM pragma_table_info(%s)", [table])
        columns = [name for (name,) in cursor.fetchall()]
    kept = ", ".join(f'"{name}"' for name in columns if name not in NULLABLE_COLUMNS[table])
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    known = f"SELECT 1 FROM {table} AS old WHERE old.id = NEW.id"  # noqa: S608 - of our own names
    return {
        f"{table}_unchanged": f"BEFORE UPDATE OF {kept} ON {table} {refuse}",
        f"{table}_undeleted": f"BEFORE DELETE ON {table} {refuse}",
        f"{table}_unreplaced": f"BEFORE INSERT ON {table} WHEN EXISTS ({known}) {refuse}",
    }


def _postgresql(table: str) -> list[str]:
    """PostgreSQL function and trigger of a table; idempotent."""
    who = "".join(f" - '{name}'" for name in NULLABLE_COLUMNS[table])
    name = f"{table}_stays"
    same = (
        f"IF TG_OP = 'UPDATE' THEN IF to_jsonb(NEW){who} = to_jsonb(OLD){who} THEN RETURN NEW; END IF; END IF"
    )
    raised = f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {same}; {raised}; END $$"
    trigger = f"TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
    return [f"CREATE OR REPLACE FUNCTION {name}() {body}", f"CREATE OR REPLACE {trigger}"]


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Set up the triggers; idempotent."""
    for table in _existing_tables(connection):
        if connection.vendor == "sqlite":
            made = [
                f"CREATE TRIGGER IF NOT EXISTS {name} {head}"
                for name, head in _sqlite(connection, table).items()
            ]
        else:
            made = _postgresql(table)
        with connection.cursor() as cursor:
            for statement in made:
                cursor.execute(statement)


def is_set_up(connection: BaseDatabaseWrapper) -> bool:
    """Check that the database has every trigger."""
    if connection.vendor == "sqlite":
        wanted = {name for table in NULLABLE_COLUMNS for name in _sqlite(connection, table)}
        known = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        wanted = {f"{table}_stays" for table in NULLABLE_COLUMNS}
        known = "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"
    with connection.cursor() as cursor:
        cursor.execute(known)
        return wanted <= {row[0] for row in cursor.fetchall()}


def lift(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers, so that the books can be emptied, until they are set up again."""
    for table in _existing_tables(connection):
        with connection.cursor() as cursor:
            if connection.vendor != "sqlite":
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_stays ON {table}")
                continue
            for ending in ("unchanged", "undeleted", "unreplaced"):
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_{ending}")


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Drop the triggers within a block."""
    lift(connection)
    try:
        yield
    finally:
        set_up(connection)


@contextmanager
def opened(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Drop the triggers within a transaction: a rollback restores them.

    PostgreSQL changes no triggers while foreign key checks are pending: they are run before.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("The books are opened inside a transaction alone.")
    has_waiting_checks = connection.vendor == "postgresql"
    if has_waiting_checks:
        connection.check_constraints()
    lift(connection)
    yield
    if has_waiting_checks:
        connection.check_constraints()
    set_up(connection)


def _existing_tables(connection: BaseDatabaseWrapper) -> Iterable[str]:
    """Tables that migrations have created so far."""
    return sorted(NULLABLE_COLUMNS.keys() & set(connection.introspection.table_names()))
