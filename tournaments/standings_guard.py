"""The database's own refusal to change published standings: a trigger, as the trail has them.

SQLite forgets triggers when a migration rebuilds their table, so that it is set up again after every
`migrate`. To empty a whole database (a test) it is lifted.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "tournaments_standingssnapshot"
REFUSAL = "published standings are never changed or deleted"
EVENTS = {"standings_unchanged": "UPDATE", "standings_undeleted": "DELETE"}
FUNCTION = "standings_stay"


def _statements(vendor: str) -> list[str]:
    if vendor == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        return [
            f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} ON {TABLE} {refuse}"
            for name, event in EVENTS.items()
        ]
    raised = f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {raised}; END $$"
    return [
        f"CREATE OR REPLACE FUNCTION {FUNCTION}() {body}",
        *(
            f"CREATE OR REPLACE TRIGGER {name} BEFORE {event} ON {TABLE} "
            f"FOR EACH ROW EXECUTE FUNCTION {FUNCTION}()"
            for name, event in EVENTS.items()
        ),
    ]


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Have the database refuse changes to published standings; doing it again changes nothing."""
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Let published standings be emptied, until it is set up again."""
    place = "" if connection.vendor == "sqlite" else f" ON {TABLE}"
    with connection.cursor() as cursor:
        for name in EVENTS:
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{place}")


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """The guard lifted for a while."""
    lift(connection)
    try:
        yield
    finally:
        set_up(connection)
