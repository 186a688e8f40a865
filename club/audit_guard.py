"""The database's own refusal to change the trail: triggers, for what does not come through our models.

An entry's links to an account and a pass may be emptied, because those are deleted; `actor_label` goes on
telling who acted. A chain only grows by one. SQLite forgets triggers when a migration rebuilds their table,
so they are set up again after every `migrate`. To empty a whole database (a restore, a test) they are lifted.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

ENTRIES, CHAINS = "club_auditentry", "club_auditchain"
REFUSAL = "audit entries are never changed or deleted"
EMPTIED = ("user_id", "helper_pass_id")
KEPT = (
    *("id", "chain_id", "number", "at", "action", "organisation_id", "actor_label", "address", "request_id"),
    *("target_kind", "target_id", "target_label", "before", "after", "reason", "undoes_id"),
    *("previous_hash", "hash"),
)
GROWS = "NEW.id = OLD.id AND NEW.key = OLD.key AND NEW.length = OLD.length + 1"


def _same_in_sqlite() -> str:
    kept = [f'NEW."{name}" IS OLD."{name}"' for name in KEPT]
    emptied = [f'(NEW."{name}" IS OLD."{name}" OR NEW."{name}" IS NULL)' for name in EMPTIED]
    return " AND ".join([*kept, *emptied])


def _sqlite() -> dict[str, str]:
    """SQLite's triggers by name; the third refuses INSERT OR REPLACE, which deletes without telling."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    same = "old.id = NEW.id OR old.hash = NEW.hash OR (old.chain_id, old.number) = (NEW.chain_id, NEW.number)"
    known = f"SELECT 1 FROM {ENTRIES} AS old WHERE {same}"  # noqa: S608 - of our own names
    heads = {
        "audit_entry_unchanged": f"BEFORE UPDATE ON {ENTRIES} WHEN NOT ({_same_in_sqlite()})",
        "audit_entry_undeleted": f"BEFORE DELETE ON {ENTRIES}",
        "audit_entry_unreplaced": f"BEFORE INSERT ON {ENTRIES} WHEN EXISTS ({known})",
        "audit_chain_grows": f"BEFORE UPDATE ON {CHAINS} WHEN NOT ({GROWS})",
        "audit_chain_undeleted": f"BEFORE DELETE ON {CHAINS}",
    }
    return {name: f"CREATE TRIGGER IF NOT EXISTS {name} {head} {refuse}" for name, head in heads.items()}


def _postgresql() -> list[str]:
    """PostgreSQL's functions and triggers; run again they replace themselves."""
    emptied = " AND ".join(
        f"(NEW.{name} IS NULL OR NEW.{name} IS NOT DISTINCT FROM OLD.{name})" for name in EMPTIED
    )
    without = "".join(f" - '{name}'" for name in EMPTIED)
    raised = f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'"
    bodies = {
        "audit_entry_unchanged": f"to_jsonb(NEW){without} = to_jsonb(OLD){without} AND {emptied}",
        "audit_chain_grows": GROWS,
    }
    tables = {"audit_entry_unchanged": ENTRIES, "audit_chain_grows": CHAINS}
    made = []
    for name, table in tables.items():
        asked = f"IF TG_OP = 'UPDATE' THEN IF {bodies[name]} THEN RETURN NEW; END IF; END IF; {raised};"
        function = f"FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {asked} END $$"
        trigger = f"TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
        made += [f"CREATE OR REPLACE {function}", f"CREATE OR REPLACE {trigger}"]
    return made


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Have the database refuse changes to the trail; doing it again changes nothing."""
    made = list(_sqlite().values()) if connection.vendor == "sqlite" else _postgresql()
    with connection.cursor() as cursor:
        for statement in made:
            cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Let the trail be emptied, until it is set up again."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in _sqlite():
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            return
        cursor.execute(f"DROP TRIGGER IF EXISTS audit_entry_unchanged ON {ENTRIES}")
        cursor.execute(f"DROP TRIGGER IF EXISTS audit_chain_grows ON {CHAINS}")


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """The guard lifted for a while."""
    lift(connection)
    try:
        yield
    finally:
        set_up(connection)


def is_set_up(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has every trigger."""
    if connection.vendor == "sqlite":
        wanted, known = set(_sqlite()), "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        wanted = {"audit_entry_unchanged", "audit_chain_grows"}
        known = "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"
    with connection.cursor() as cursor:
        cursor.execute(known)
        return wanted <= {row[0] for row in cursor.fetchall()}
