"""Every entry of a long log altered, removed, moved and doubled: the proof finds each change."""

import json
import random
import time

import pytest
from django.db import connection, transaction
from effort import amount
from worlds import world

from club.audit import log as audit
from club.audit import triggers as audit_triggers
from club.audit.selectors import verify_chain
from club.core.actor import SYSTEM
from club.models import AuditChain, AuditEntry, Organisation

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

ENTRIES = amount(40, 1000)
TEXTS = ("action", "actor_label", "address", "request_id", "target_kind", "target_id", "reason", "hash")
FACTS = ("before", "after", "salts")
SPARE = 1_000_000  # a number that no entry has


@world
def log():
    """A chain of which every entry has something in every column."""
    club = Organisation.objects.create(slug="north", name="North club")
    with transaction.atomic():
        for number in range(ENTRIES):
            facts = {"outcome": f"value {number}", "points": number}
            audit.record(
                "club.test.done",
                club,
                actor=SYSTEM,
                organisation_id=club.pk,
                before=facts,
                after={**facts, "outcome": "other"},
                reason=f"reason {number}",
            )
    return AuditChain.objects.get(key=f"club:{club.pk}")


def flipped(text, at, bit):
    """Return the text with one bit of one character flipped."""
    return text[:at] + chr(ord(text[at]) ^ (1 << bit)) + text[at + 1 :]


def flip(entry, chance):
    """Flip a bit of one text or fact of an entry."""
    named = [name for name in (*TEXTS, *FACTS) if getattr(entry, name)]
    name = chance.choice(named)
    value = getattr(entry, name)
    if name in FACTS:
        key = chance.choice(sorted(key for key in value if isinstance(value[key], str)))
        value = json.dumps({**value, key: flipped(value[key], chance.randrange(len(value[key])), 0)})
    else:
        value = flipped(value, chance.randrange(len(value)), chance.randrange(5))
    change(f"SET {name} = %s WHERE id = %s", value, entry.pk)


def change(tail, *values):
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE club_auditentry {tail}", values)


def delete(entry, _chance):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM club_auditentry WHERE id = %s", [entry.pk])


def reorder(entry, chance):
    """Exchange the numbers of two entries."""
    other = chance.choice([number for number in range(1, ENTRIES + 1) if number != entry.number])
    where = "SET number = %s WHERE chain_id = %s AND number = %s"
    change(where, SPARE, entry.chain_id, entry.number)
    change(where, entry.number, entry.chain_id, other)
    change(where, other, entry.chain_id, SPARE)


def insert(entry, _chance):
    """Add a copy behind the entry; those behind it move up, and the chain's own row says one more."""
    where = "SET number = %s + number WHERE chain_id = %s AND number > %s"
    change(where, SPARE, entry.chain_id, entry.number)
    change("SET number = number - %s WHERE chain_id = %s AND number > %s", SPARE - 1, entry.chain_id, SPARE)
    names = ", ".join(
        field.column for field in AuditEntry._meta.fields if field.column not in {"id", "number", "hash"}
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO club_auditentry ({names}, number, hash) "  # noqa: S608 - names of columns
            f"SELECT {names}, number + 1, %s FROM club_auditentry WHERE id = %s",
            ["f" * 64, entry.pk],
        )
        cursor.execute("UPDATE club_auditchain SET length = length + 1 WHERE id = %s", [entry.chain_id])


def broken_at(chain):
    found = verify_chain(chain=AuditChain.objects.get(pk=chain.pk)).broken
    return found and found.number


@pytest.mark.parametrize("alter", [flip, delete, reorder, insert])
def test_every_alteration_of_every_entry_is_found(log, alter, record_property):
    chance = random.Random(alter.__name__)  # noqa: S311 - the same each time
    missed = []
    with audit_triggers.lifted(connection):
        for entry in list(AuditEntry.objects.filter(chain=log).order_by("number")):
            with transaction.atomic():
                alter(entry, chance)
                if broken_at(log) is None:
                    missed.append(entry.number)
                transaction.set_rollback(True)
    assert missed == []
    assert broken_at(log) is None, "the control: the log itself is whole"
    record_property(f"found of {ENTRIES:,} entries: {alter.__name__}", f"{ENTRIES - len(missed):,}")


def test_what_the_hash_leaves_out_is_not_found(log, record_property):
    """The negative control: links to accounts are no part of the hash, so the measure can say *not found*."""
    with audit_triggers.lifted(connection):
        change("SET user_id = %s WHERE chain_id = %s", SPARE, log.pk)
    assert broken_at(log) is None
    began = time.process_time()
    verify_chain(chain=log)
    record_property(f"proof of {ENTRIES:,} entries, ms", round(1000 * (time.process_time() - began)))
