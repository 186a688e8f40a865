"""Erasing somebody: what goes, what stays under a neutral name, what stands in the way, what still proves."""

from datetime import date, timedelta

import pytest
from club_evening import played_of, section_of
from django.db import DatabaseError, transaction
from django.utils import timezone
from people import account, agreed, club, traces
from worlds import world

from club.accounts.services.roles import grant_role
from club.audit.selectors import verify_chains
from club.audit.services import undo_entry
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, NotAllowed, UnknownPerson
from club.jobs.services.outbox import write_message
from club.members.errors import ErasedAlready
from club.members.services.consents import give_consent, write_consent_text
from club.members.services.guardians import add_guardian
from club.members.services.households import settle_by_name
from club.members.services.memberships import add_member, end_membership, start_membership
from club.members.services.person_details import add_contact, add_note, change_details, set_number
from club.members.services.persons import add_person, change_person
from club.members.services.plans import add_plan
from club.models import (
    AuditEntry,
    Consent,
    Contact,
    Guardianship,
    OutboxMessage,
    Person,
    PersonNote,
    Role,
    User,
)
from club.privacy.errors import ErasureBlocked, NameNotTyped, OwnErasure
from club.privacy.personal_data_sets import DATA_SETS, OnErasure, count_rows, register_data_set
from club.privacy.redaction import replace_name, spellings
from club.privacy.selectors import erasure_preview
from club.privacy.services.erasure import erase_person
from tournaments.entries.services.entries import change_entry
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.snapshots import snapshot_faults

pytestmark = pytest.mark.django_db
NAME = "Piet de Vries"
YEARS_AGO = date(2020, 1, 1)


@world
def piet(secretary):
    """A former member of whom the club holds something of every kind."""
    plan = add_plan(organisation_id=club().pk, name="Adult", kind="adult", actor=secretary)
    row = add_member(
        name=NAME,
        plan_id=plan.pk,
        starts_on=YEARS_AGO,
        phone="06 12345678",
        email="piet@home.example",
        details={"born_on": date(1980, 5, 6)},
        actor=secretary,
    )
    person = row.person
    end_membership(membership_id=row.pk, on=date(2024, 6, 30), actor=secretary, reason="Piet moved away")
    user = User.objects.create_user("piet@login.example", "x", first_name="Piet", last_name="de Vries")
    person.user = user
    person.save()
    grant_role(user=agreed(user), role=Role.PLAYER, scope=Scope(club().pk), actor=SYSTEM)
    write_consent_text(organisation_id=club().pk, kind="photo", text="Pictures.", actor=secretary)
    give_consent(person_id=person.pk, organisation_id=club().pk, kind="photo", actor=Actor.of_user(user))
    add_note(person_id=person.pk, text="Owes a round.", actor=secretary)
    add_contact(person_id=person.pk, kind="address", value="Long street 1", actor=secretary)
    set_number(person_id=person.pk, body="KNDB", number="12345", actor=secretary)
    settle_by_name(person_id=person.pk, organisation_id=club().pk, name="De Vries", actor=secretary)
    child = add_person(organisation_id=club().pk, name="Tim", actor=secretary)
    add_guardian(ward_id=child.pk, guardian_id=person.pk, actor=secretary)
    change_details(person_id=person.pk, title="MF", actor=secretary)
    write_message(
        key="a", to="piet@home.example", subject="Hello Piet", text="Dear Piet", organisation_id=club().pk
    )
    return Person.objects.get(pk=person.pk)


def erased(person, actor, **more):
    return erase_person(person_id=person.pk, typed_name=person.name, actor=actor, **more)


# -- what is done -------------------------------------------------------------------------------------


def test_nothing_is_left_by_which_somebody_could_be_known(piet, secretary):
    number = piet.pk
    row = erased(piet, secretary)
    assert (row.name, row.email, row.born_on, row.user_id) == (f"Former member {number}", "", None, None)
    for word in ("Piet", "Vries", "06 12345678", "piet@", "Long street", "Owes a round", "12345", "1980"):
        assert traces(word) == []
    assert not User.objects.filter(email="piet@login.example").exists()
    for model in (Contact, Consent, PersonNote, Guardianship, OutboxMessage):
        assert not model.objects.exists()


def test_the_membership_stays_for_the_figures_and_the_chain_still_holds(piet, secretary):
    erased(piet, secretary, reason="Piet de Vries asked for it")
    span = piet.memberships.get()
    assert (span.starts_on, span.ends_on) == (YEARS_AGO, date(2024, 6, 30))
    assert [step.reason for step in span.changes.all()] == ["", ""]
    assert [chain.broken for chain in verify_chains()] == [None] * len(list(verify_chains()))
    assert sum(chain.blanked for chain in verify_chains()) > 5
    told = AuditEntry.objects.get(action="club.person.erased")
    assert told.actor_label == "Sam"
    assert told.reason == f"Former member {piet.pk} asked for it"
    assert told.after["gone"] >= 9


def test_what_others_did_stays_theirs(piet, secretary):
    entries = AuditEntry.objects.filter(actor_label="Sam").count()
    erased(piet, secretary)
    assert AuditEntry.objects.filter(actor_label="Sam").count() == entries + 1


def test_an_erasure_and_what_was_done_with_the_person_are_never_undone(piet, secretary):
    change = AuditEntry.objects.get(action="club.person.details_changed", after__title="MF")
    row = erased(piet, secretary)
    for action in (AuditEntry.objects.get(action="club.person.erased"), change):
        with pytest.raises(CannotUndo):
            undo_entry(entry_id=action.pk, actor=secretary)
    assert Person.objects.get(pk=row.pk).title == ""


def test_the_preview_counts_what_goes_and_says_why_something_stays(piet):
    preview = erasure_preview(person=piet)
    gone = {line.data_set.key: line.count for line in preview.goes}
    assert gone["club.contacts"] == 2
    assert {
        "club.account",
        "club.notes",
        "club.consents",
        "club.numbers",
        "club.mails",
        "club.wards",
    } <= gone.keys()
    stays = {line.data_set.key for line in preview.stays}
    assert stays == {"club.person", "club.memberships"}
    assert all(str(line.data_set.why) for line in preview.stays)
    assert preview.blocks == []


def test_namesakes_keep_their_labels(piet, secretary):
    other = User.objects.create_user("other@x.example", "x", first_name="Piet", last_name="de Vries")
    erased(piet, secretary)
    assert str(other) == NAME
    assert User.objects.filter(pk=other.pk).exists()


# -- what stands in the way -----------------------------------------------------------------------------


def test_only_who_keeps_members_of_the_club_erases(piet):
    for name, role, at in (("tom", Role.TREASURER, club()), ("eve", Role.OWNER, club("south"))):
        with pytest.raises(NotAllowed):
            erased(piet, Actor.of_user(account(name, role=role, at=at)))
    with pytest.raises(UnknownPerson):
        erase_person(person_id=10**9, typed_name="x", actor=SYSTEM)
    assert Person.objects.get(pk=piet.pk).name == NAME


@pytest.mark.parametrize("typed", ["", "Piet", "Piet de Vriez", "\x00", "x" * 5000])
@pytest.mark.every_case
def test_the_name_is_typed_to_confirm(piet, secretary, typed):
    with pytest.raises(NameNotTyped):
        erase_person(person_id=piet.pk, typed_name=typed, actor=secretary)


def test_nobody_is_erased_twice_and_nobody_erases_themselves(piet, secretary):
    erase_person(person_id=piet.pk, typed_name="  piet DE vries ", actor=secretary)
    with pytest.raises(ErasedAlready):
        erase_person(person_id=piet.pk, typed_name=f"Former member {piet.pk}", actor=secretary)
    with pytest.raises(OwnErasure):
        erased(own(secretary), secretary)


def own(actor):
    person = actor.user.person
    person.organisation = club()
    person.save()
    return person


def test_a_page_that_was_open_all_the_while_brings_nothing_back(piet, secretary):
    plan = piet.memberships.get().plan
    erased(piet, secretary)
    who = {"person_id": piet.pk, "actor": secretary}
    for late in (
        lambda: change_person(name=NAME, email="piet@home.example", **who),
        lambda: change_details(title="MF", **who),
        lambda: add_contact(kind="phone", value="06 12345678", **who),
        lambda: add_note(text="Owes a round.", **who),
        lambda: set_number(body="KNDB", number="12345", **who),
        lambda: settle_by_name(organisation_id=club().pk, name="De Vries", **who),
        lambda: start_membership(plan_id=plan.pk, starts_on=date(2026, 1, 1), **who),
    ):
        with pytest.raises(ErasedAlready):
            late()
    assert traces("Piet") == traces("06 12345678") == traces("De Vries") == []


def test_a_running_membership_and_the_last_owner_stand_in_the_way(secretary):
    plan = add_plan(organisation_id=club().pk, name="Youth", kind="youth", actor=secretary)
    row = add_member(name="Ann", plan_id=plan.pk, starts_on=YEARS_AGO, actor=secretary)
    with pytest.raises(ErasureBlocked) as refusal:
        erased(row.person, secretary)
    assert "has not ended" in refusal.value.facts["first"]
    end_membership(membership_id=row.pk, on=timezone.localdate() - timedelta(days=1), actor=secretary)
    row.person.user = agreed(account("ann", role=Role.OWNER))
    Person.objects.filter(user=row.person.user).delete()
    row.person.save()
    with pytest.raises(ErasureBlocked) as refusal:
        erased(row.person, secretary)
    assert "owner" in refusal.value.facts["first"]
    gone = account("bea", role=Role.OWNER)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    ending = account("cis", role=Role.OWNER)
    ending.grants.update(expires_at=timezone.now() + timedelta(days=1))
    with pytest.raises(ErasureBlocked):  # neither is an owner for good
        erased(row.person, secretary)
    account("dot", role=Role.OWNER)
    assert erased(row.person, secretary).erased_at


def test_another_part_can_stand_in_the_way(piet, secretary):
    register_data_set(
        "test.debts",
        label="debts",
        fate=OnErasure.RETAIN,
        why="x",
        rows=lambda _: [],
        blocks=lambda _: ["Paid nothing."],
    )
    try:
        with pytest.raises(ErasureBlocked) as refusal:
            erased(piet, secretary)
    finally:
        del DATA_SETS["test.debts"]
    assert refusal.value.facts["first"] == "Paid nothing."


# -- events -------------------------------------------------------------------------------------------


def test_published_standings_keep_every_sum_and_lose_the_name(secretary):
    section = section_of(4)
    entry = section.entries.get(name="Player 01")
    change_entry(entry_id=entry.pk, name=NAME, club_name="DC Piet", actor=SYSTEM)
    entry.refresh_from_db()
    person = Person.objects.create(name=NAME, organisation=section.event.organisation)
    entry.person, entry.title, entry.birth_year = person, "MF", 1980
    entry.save()
    close_round(round_id=played_of(section).pk, actor=SYSTEM)
    actor = Actor.of_user(account("kim", role=Role.SECRETARY, at=section.event.organisation))
    erased(person, actor)
    snapshot = section.snapshots.get()
    assert sorted(row["name"] for row in snapshot.rows) == [
        f"Former member {person.pk}",
        "Player 02",
        "Player 03",
        "Player 04",
    ]
    assert traces("Piet") == []
    assert snapshot_faults(section) == []
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        type(snapshot)._base_manager.filter(pk=snapshot.pk).update(
            rows=[{**row, "points": 9} for row in snapshot.rows]
        )
    assert count_rows(DATA_SETS["tournaments.standings"], person) == 1


# -- names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Piet de Vries won.", "X won."),
        ("PIET  DE VRIES", "X"),
        ("de Vries, Piet - Ann", "X - Ann"),
        ("Piet de Vriesen", "Piet de Vriesen"),
        ("Ann", "Ann"),
        (["Ann", {"name": "Piet de Vries"}, 7], ["Ann", {"name": "X"}, 7]),
        ("Vries, Piet de", "X"),
    ],
)
def test_a_name_is_taken_out_however_it_is_written(text, left):
    assert replace_name(text, spellings("Piet de Vries", "Vries, Piet de"), "X") == left


def test_names_too_short_to_be_told_from_words_are_left():
    assert spellings("Al") == ()
    assert replace_name("Al is here", (), "X") == "Al is here"


def test_a_changed_name_is_found_on_the_trail_all_the_same(piet, secretary):
    change_person(person_id=piet.pk, name="Pieter Jansen", email="new@home.example", actor=secretary)
    erased(Person.objects.get(pk=piet.pk), secretary)
    for word in ("Jansen", "new@home", "de Vries"):
        assert traces(word) == []
