"""Parts of an entry are blanked for good and the chain still proves; no other change of a row goes unseen."""

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from people import club

from club.audit import audit_seals
from club.audit import log as audit
from club.audit import triggers as audit_triggers
from club.audit.selectors import verify_chains
from club.audit.undo_handlers import undo_handler_of
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditChain, AuditEntry

pytestmark = pytest.mark.django_db
PIET = Actor(label="Piet de Vries", address="192.0.2.1")
FACTS = {"name": "Piet de Vries", "rating": 1500, "mates": ["Ann", "Piet de Vries"], "none": None}


def write(**facts):
    with transaction.atomic():
        told = {"actor": PIET, "before": FACTS, "after": {"name": "Pieter"}, "reason": "a slip"} | facts
        return audit.record("club.person.changed", club(), organisation_id=club().pk, **told)


def blanked(entry, **said):
    with transaction.atomic():
        return audit.redact_entry(entry, {name.replace("__", "."): value for name, value in said.items()})


def proof():
    (chain,) = verify_chains()
    return chain.broken.what if chain.broken else chain.blanked


def test_a_blanked_entry_says_something_else_and_the_chain_holds():
    entry, other = write(), write()
    assert blanked(entry, actor="Former member 1", address="", before__name="Former member 1", reason="")
    entry.refresh_from_db()
    assert (entry.actor_label, entry.address, entry.reason) == ("Former member 1", "", "")
    assert entry.before == {**FACTS, "name": "Former member 1"}
    assert "Piet de Vries" not in str({**entry.digests, **entry.salts})
    assert set(entry.digests) == {"actor", "address", "before.name", "reason"}
    assert proof() == 1
    assert AuditEntry.objects.get(pk=other.pk).digests == {}


def test_what_was_blanked_is_not_blanked_again():
    entry = write()
    assert blanked(entry, actor="Former member 1")
    assert not blanked(entry, actor="Former member 2")
    assert not blanked(entry, before__none="x", before__nothing="y")
    assert AuditEntry.objects.get(pk=entry.pk).actor_label == "Former member 1"
    assert proof() == 1


def test_the_name_cannot_be_tried_against_what_is_left():
    """Of a blanked part no salt is left; without it a digest fits no name."""
    entry = write()
    blanked(entry, actor="Former member 1")
    for salt in ("", *entry.salts.values()):
        assert audit_seals.part_digest(salt, "Piet de Vries") != entry.digests["actor"]


def test_a_blanked_entry_is_undone_only_while_it_still_says_what_was():
    entry = write()
    blanked(entry, actor="Former member 1", address="")
    assert undo_handler_of(entry)
    blanked(entry, before__name=None)
    with pytest.raises(CannotUndo) as refusal:
        undo_handler_of(entry)
    assert refusal.value.facts["why"] == "entry_is_blanked"


REFUSED = [
    pytest.param({"actor_label": "Nobody"}, id="a label alone"),
    pytest.param({"before": {**FACTS, "name": "Nobody"}}, id="a fact alone"),
    pytest.param({"before": None}, id="the facts taken out"),
    pytest.param({"before": {"name": "Piet de Vries"}}, id="a fact taken out"),
    pytest.param({"before": {**FACTS, "more": 1}}, id="a fact put in"),
    pytest.param({"salts": {}}, id="salts alone"),
    pytest.param({"digests": {"actor": "x"}}, id="a digest alone"),
    pytest.param({"digests": {"nothing": "x"}}, id="the digest of nothing"),
    pytest.param({"form": 1}, id="the form"),
    pytest.param({"hash": "x"}, id="the hash"),
    pytest.param({"at": "2001-01-01T00:00Z"}, id="when"),
    pytest.param({"target_id": "7"}, id="about which"),
]


def changed_by_hand(entry, **columns):
    with transaction.atomic():
        AuditEntry._base_manager.filter(pk=entry.pk).update(**columns)


@pytest.mark.parametrize("columns", REFUSED)
def test_the_database_lets_nothing_else_through(columns):
    entry = write()
    with pytest.raises(DatabaseError, match="never changed"):
        changed_by_hand(entry, **columns)
    blanked(entry, reason="")
    with pytest.raises(DatabaseError, match="never changed"):
        changed_by_hand(entry, **columns)
    assert proof() == 1


def test_the_database_keeps_what_was_blanked():
    entry = write()
    blanked(entry, actor="Former member 1", before__name="Former member 1")
    back = {"salts": {**entry.salts, "actor": "x"}}
    for columns in (
        {"actor_label": "Piet de Vries"},
        {"before": FACTS},
        {"digests": {}},
        {"digests": {**entry.digests, "actor": "x"}},
        back,
    ):
        with pytest.raises(DatabaseError, match="never changed"):
            changed_by_hand(entry, **columns)


def test_a_blanking_with_another_digest_breaks_the_chain():
    """The database lets the shape of a blanking through; that the digest is the right one the hash proves."""
    entry = write()
    salts = {part: salt for part, salt in entry.salts.items() if part != "actor"}
    changed_by_hand(entry, actor_label="Nobody", salts=salts, digests={"actor": "0" * 64})
    assert proof() == "said"


# -- any sequence ------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)
VALUES = st.one_of(st.none(), TEXTS, st.integers(-9, 9), st.lists(TEXTS, max_size=2))
WRITES = st.fixed_dictionaries(
    {
        "before": st.none() | st.dictionaries(st.sampled_from(["name", "a.b", "é", "'"]), VALUES),
        "after": st.dictionaries(st.sampled_from(["name", "x"]), VALUES),
        "reason": TEXTS,
    }
)
BLANKS = st.tuples(
    st.integers(0, 3),
    st.sets(
        st.sampled_from(["actor", "address", "target", "reason", "before.name", "before.a.b", "after.x"])
    ),
    TEXTS,
)
TAMPERED = {
    "actor_label": "forged",
    "address": "forged",
    "target_label": "forged",
    "reason": "forged",
    "request_id": "forged",
    "action": "forged",
    "before": {"forged": 1},
    "after": {"forged": 1},
    "salts": {"forged": "x"},
    "digests": {"forged": "x"},
    "form": 1,
}


@tries(15, 200)
@given(
    writes=st.lists(WRITES, min_size=1, max_size=4),
    blanks=st.lists(BLANKS, max_size=6),
    column=st.sampled_from(sorted(TAMPERED)),
    at=st.integers(0, 3),
)
def test_any_writes_and_blankings_hold_and_any_other_change_breaks(db, writes, blanks, column, at):
    with transaction.atomic():
        entries = [write(**facts) for facts in writes]
        gone = {
            entries[number % len(entries)].pk
            for number, parts, word in blanks
            if audit.redact_entry(
                AuditEntry.objects.get(pk=entries[number % len(entries)].pk), dict.fromkeys(parts, word)
            )
        }
        assert proof() == len(gone)
        entry = AuditEntry.objects.get(pk=entries[at % len(entries)].pk)
        blank_part = {name: part for part, name in audit_seals.LABELS.items()}.get(column)
        if blank_part not in entry.digests:
            with audit_triggers.lifted(connection):
                AuditEntry._base_manager.filter(pk=entry.pk).update(**{column: TAMPERED[column]})
                assert proof() == "said"
        transaction.set_rollback(True)


# -- chains of earlier versions -----------------------------------------------------------------------


def as_first_versions_wrote(count):
    """A chain hashed as it stood before entries had parts."""
    last, chain = "", None
    with audit_triggers.lifted(connection):
        for _number in range(count):
            entry = write()
            entry.form, entry.salts, entry.previous_hash = audit_seals.PLAIN, {}, last
            last = audit_seals.entry_hash(entry)
            rows = AuditEntry._base_manager.filter(pk=entry.pk)
            rows.update(form=audit_seals.PLAIN, salts={}, previous_hash=entry.previous_hash, hash=last)
            chain = entry.chain
            AuditChain.objects.filter(pk=chain.pk).update(last_hash=last)
    return last


def test_entries_of_the_first_versions_are_proved_as_they_are_and_cannot_be_blanked():
    as_first_versions_wrote(3)
    assert proof() == 0
    assert not blanked(AuditEntry.objects.get(number=2), actor="Former member 1")


def test_the_guard_is_there_for_every_app():
    assert apps.is_installed("club")
    assert audit_triggers.is_set_up(connection)
