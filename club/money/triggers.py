"""The database's own refusal to change or delete what is in a club's books.

Triggers, as the trail has them, set up again after every `migrate`. Only which row of the persons somebody is
may change: two rows of one person can become one.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

REFUSAL = "the books are never changed or deleted"
WHO = {
    "club_invoice": ("payer_id",),
    "club_creditnote": (),
    "club_invoiceline": ("person_id",),
    "club_payment": ("payer_id",),
    "club_allocation": (),
    "club_ledgerentry": ("person_id",),
    "club_feeline": ("person_id", "payer_id"),
}
"""The tables, with the columns that say who somebody is."""


def _sqlite(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """SQLite's triggers by name; the last refuses INSERT OR REPLACE, which deletes without telling."""
    with connection.cursor() as cursor:
        # Django's own introspection parses the table's SQL for collations, which takes most of a flush.
        cursor.execute("SELECT name FROM pragma_table_info(%s)", [table])
        columns = [name for (name,) in cursor.fetchall()]
    kept = ", ".join(f'"{name}"' for name in columns if name not in WHO[table])
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    known = f"SELECT 1 FROM {table} AS old WHERE old.id = NEW.id"  # noqa: S608 - of our own names
    return {
        f"{table}_unchanged": f"BEFORE UPDATE OF {kept} ON {table} {refuse}",
        f"{table}_undeleted": f"BEFORE DELETE ON {table} {refuse}",
        f"{table}_unreplaced": f"BEFORE INSERT ON {table} WHEN EXISTS ({known}) {refuse}",
    }


def _postgresql(table: str) -> list[str]:
    """PostgreSQL's function and trigger of a table; run again they replace themselves."""
    who = "".join(f" - '{name}'" for name in WHO[table])
    name = f"{table}_stays"
    same = (
        f"IF TG_OP = 'UPDATE' THEN IF to_jsonb(NEW){who} = to_jsonb(OLD){who} THEN RETURN NEW; END IF; END IF"
    )
    raised = f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {same}; {raised}; END $$"
    trigger = f"TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
    return [f"CREATE OR REPLACE FUNCTION {name}() {body}", f"CREATE OR REPLACE {trigger}"]


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Have the database refuse changes to the books; doing it again changes nothing."""
    for table in _there(connection):
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
    """Whether the database has every trigger."""
    if connection.vendor == "sqlite":
        wanted = {name for table in WHO for name in _sqlite(connection, table)}
        known = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        wanted = {f"{table}_stays" for table in WHO}
        known = "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"
    with connection.cursor() as cursor:
        cursor.execute(known)
        return wanted <= {row[0] for row in cursor.fetchall()}


def lift(connection: BaseDatabaseWrapper) -> None:
    """Let the books be emptied, until the guard is set up again."""
    for table in _there(connection):
        with connection.cursor() as cursor:
            if connection.vendor != "sqlite":
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_stays ON {table}")
                continue
            for ending in ("unchanged", "undeleted", "unreplaced"):
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_{ending}")


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """The guard lifted for a while."""
    lift(connection)
    try:
        yield
    finally:
        set_up(connection)


@contextmanager
def opened(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """The guard lifted within a transaction: what goes wrong brings it back with everything else.

    PostgreSQL changes no triggers while checks of foreign keys are waiting: they are made before.
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


def _there(connection: BaseDatabaseWrapper) -> Iterable[str]:
    """The tables that a migration has made by now."""
    return sorted(WHO.keys() & set(connection.introspection.table_names()))
