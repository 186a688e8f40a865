"""Database triggers that refuse changes of the audit log, for writes that bypass our models.

An entry's links to an account and a pass may be emptied, because those are deleted; `actor_label` still names
the actor. Its parts may be blanked (`club.audit.audit_seals`): the text of a part changes only together with
deleting its salt and storing its digest, once, and the hash remains. A chain only grows by one. SQLite drops
triggers when a migration rebuilds their table, so they are set up again after every `migrate`. To empty a
whole database (a restore, a test) they are lifted.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

ENTRIES, CHAINS = "club_auditentry", "club_auditchain"
REFUSAL = "audit entries are never changed or deleted"
NULLABLE_COLUMNS = ("user_id", "helper_pass_id")
IMMUTABLE_COLUMNS = (
    *("id", "chain_id", "number", "at", "action", "organisation_id", "request_id", "undoes_id", "form"),
    *("target_kind", "target_id", "previous_hash", "hash"),
)
LABELS = {"actor": "actor_label", "address": "address", "target": "target_label", "reason": "reason"}
FACTS = ("before", "after")
GROWS = "NEW.id = OLD.id AND NEW.key = OLD.key AND NEW.length = OLD.length + 1"

# Conditions of a permitted change, besides emptied links: digests are only added, salts are only removed,
# each for a digest. A label or fact with another text has lost its salt in this change. On SQLite
# no term may be NULL: a trigger with a NULL condition permits everything.
SQLITE = (
    (
        "NOT EXISTS (SELECT 1 FROM json_each(OLD.digests) o LEFT JOIN json_each(NEW.digests) n "
        "ON n.key = o.key WHERE n.value IS NOT o.value)"
    ),
    (
        "NOT EXISTS (SELECT 1 FROM json_each(NEW.salts) n LEFT JOIN json_each(OLD.salts) o ON o.key = n.key "
        "WHERE o.value IS NOT n.value)"
    ),
    (
        "NOT EXISTS (SELECT 1 FROM json_each(OLD.salts) o WHERE "
        "(o.key IN (SELECT key FROM json_each(NEW.salts))) = "
        "(o.key IN (SELECT key FROM json_each(NEW.digests))))"
    ),
    (
        "NOT EXISTS (SELECT 1 FROM json_each(NEW.digests) n WHERE n.key NOT IN (SELECT key FROM "
        "json_each(OLD.salts)) AND n.key NOT IN (SELECT key FROM json_each(OLD.digests)))"
    ),
)
SQLITE_LABEL = (
    "(NEW.COLUMN IS OLD.COLUMN OR ('PART' IN (SELECT key FROM json_each(OLD.salts)) "
    "AND 'PART' NOT IN (SELECT key FROM json_each(NEW.salts))))"
)
SQLITE_FACTS = (
    "json_type(NEW.<facts>) IS json_type(OLD.<facts>)",
    (
        "NOT EXISTS (SELECT 1 FROM json_each(NEW.<facts>) n "
        "WHERE n.key NOT IN (SELECT key FROM json_each(OLD.<facts>)))"
    ),
    (
        "NOT EXISTS (SELECT 1 FROM json_each(OLD.<facts>) o LEFT JOIN json_each(NEW.<facts>) n "
        "ON n.key = o.key WHERE (n.value IS NOT o.value OR n.type IS NOT o.type) AND (n.key IS NULL "
        "OR '<facts>.' || o.key NOT IN (SELECT key FROM json_each(OLD.salts)) "
        "OR '<facts>.' || o.key IN (SELECT key FROM json_each(NEW.salts))))"
    ),
)
POSTGRESQL = (
    "NEW.digests @> OLD.digests",
    "OLD.salts @> NEW.salts",
    (
        "NOT EXISTS (SELECT 1 FROM jsonb_object_keys(OLD.salts) part "
        "WHERE jsonb_exists(NEW.salts, part) = jsonb_exists(NEW.digests, part))"
    ),
    (
        "NOT EXISTS (SELECT 1 FROM jsonb_object_keys(NEW.digests) part "
        "WHERE NOT jsonb_exists(OLD.salts, part) AND NOT jsonb_exists(OLD.digests, part))"
    ),
)
POSTGRESQL_LABEL = (
    "(NEW.COLUMN = OLD.COLUMN OR (jsonb_exists(OLD.salts, 'PART') AND NOT jsonb_exists(NEW.salts, 'PART')))"
)
POSTGRESQL_FACTS = (
    "jsonb_typeof(NEW.<facts>) IS NOT DISTINCT FROM jsonb_typeof(OLD.<facts>)",
    (
        "(NEW.<facts> IS NOT DISTINCT FROM OLD.<facts> OR NOT EXISTS (SELECT 1 FROM "
        "(SELECT jsonb_object_keys(OLD.<facts>) UNION SELECT jsonb_object_keys(NEW.<facts>)) AS facts(name) "
        "WHERE NEW.<facts> -> name IS DISTINCT FROM OLD.<facts> -> name AND NOT "
        "(jsonb_exists(OLD.<facts>, name) AND jsonb_exists(NEW.<facts>, name) "
        "AND jsonb_exists(OLD.salts, '<facts>.' || name) "
        "AND NOT jsonb_exists(NEW.salts, '<facts>.' || name))))"
    ),
)


def _permitted_change(same: str, terms: tuple[str, ...], label: str, facts: tuple[str, ...]) -> str:
    """Condition of a permitted change; `same` compares two values, NULL included."""
    return " AND ".join(
        [
            *(f'NEW."{name}" {same} OLD."{name}"' for name in IMMUTABLE_COLUMNS),
            *(f'(NEW."{name}" {same} OLD."{name}" OR NEW."{name}" IS NULL)' for name in NULLABLE_COLUMNS),
            *terms,
            *(label.replace("COLUMN", column).replace("PART", part) for part, column in LABELS.items()),
            *(term.replace("<facts>", when) for when in FACTS for term in facts),
        ]
    )


def _sqlite() -> dict[str, str]:
    """SQLite triggers by name; the third refuses INSERT OR REPLACE, which deletes without a trigger."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    same = "old.id = NEW.id OR old.hash = NEW.hash OR (old.chain_id, old.number) = (NEW.chain_id, NEW.number)"
    known = f"SELECT 1 FROM {ENTRIES} AS old WHERE {same}"  # noqa: S608 - of our own names
    let_through = _permitted_change("IS", SQLITE, SQLITE_LABEL, SQLITE_FACTS)
    heads = {
        "audit_entry_unchanged": f"BEFORE UPDATE ON {ENTRIES} WHEN NOT ({let_through})",
        "audit_entry_undeleted": f"BEFORE DELETE ON {ENTRIES}",
        "audit_entry_unreplaced": f"BEFORE INSERT ON {ENTRIES} WHEN EXISTS ({known})",
        "audit_chain_grows": f"BEFORE UPDATE ON {CHAINS} WHEN NOT ({GROWS})",
        "audit_chain_undeleted": f"BEFORE DELETE ON {CHAINS}",
    }
    return {name: f"CREATE TRIGGER {name} {head} {refuse}" for name, head in heads.items()}


def _postgresql() -> list[str]:
    """PostgreSQL functions and triggers; idempotent."""
    raised = f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'"
    bodies = {
        "audit_entry_unchanged": _permitted_change(
            "IS NOT DISTINCT FROM", POSTGRESQL, POSTGRESQL_LABEL, POSTGRESQL_FACTS
        ),
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
    """Set up the triggers; idempotent."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        for name, statement in _sqlite().items() if is_sqlite else ():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")  # one of an older version permits less
            cursor.execute(statement)
        for statement in () if is_sqlite else _postgresql():
            cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers, so that the audit log can be emptied, until they are set up again."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in _sqlite():
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            return
        cursor.execute(f"DROP TRIGGER IF EXISTS audit_entry_unchanged ON {ENTRIES}")
        cursor.execute(f"DROP TRIGGER IF EXISTS audit_chain_grows ON {CHAINS}")


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Drop the triggers within a block."""
    lift(connection)
    try:
        yield
    finally:
        set_up(connection)


def is_set_up(connection: BaseDatabaseWrapper) -> bool:
    """Check that the database has every trigger."""
    if connection.vendor == "sqlite":
        wanted, known = set(_sqlite()), "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        wanted = {"audit_entry_unchanged", "audit_chain_grows"}
        known = "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"
    with connection.cursor() as cursor:
        cursor.execute(known)
        return wanted <= {row[0] for row in cursor.fetchall()}
