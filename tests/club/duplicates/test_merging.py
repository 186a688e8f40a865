"""Two persons who are one: everything that hangs on them moves, and goes back as it was."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.apps import apps
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from people import account, club
from worlds import world

from club.audit.services import rehearse_undo, undo_entry
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, NotAllowed, UnknownPerson
from club.duplicates.errors import (
    BothHaveAccounts,
    GuardianOfEachOther,
    HeldByBoth,
    MembershipsMeet,
    MergeAcrossClubs,
    MergedMeanwhile,
    SamePersonTwice,
)
from club.duplicates.merge_steps import Merge, facts_by_row
from club.duplicates.selectors import probable_pairs
from club.duplicates.services.merging import merge_persons, rehearse_merge
from club.members.errors import ErasedAlready, MembershipOverlaps, MergedAlready
from club.members.selectors.similar_names import Newcomer, duplicate_candidates
from club.members.services.households import settle_person
from club.members.services.memberships import start_membership
from club.members.services.person_details import add_contact, change_details, set_number
from club.members.services.persons import change_person, remove_person
from club.models import (
    AuditEntry,
    Consent,
    ConsentText,
    Contact,
    FederationNumber,
    Guardianship,
    Household,
    HouseholdMember,
    Invitation,
    MembershipPlan,
    NamesakePair,
    NoticeOptOut,
    Person,
    PersonMerge,
    PersonNote,
)
from club.notices.opt_out_links import opt_out_secret
from club.notices.services.opt_outs import set_opt_out_by_link
from club.privacy.personal_data_sets import DATA_SETS, OnMerge
from club.privacy.services.erasure import erase_person

pytestmark = pytest.mark.django_db
FIRST, LATER = date(2025, 1, 1), date(2026, 1, 1)


@world
def secretary():
    return Actor.of_user(account("sam", role="secretary"))


def person(name="Piet Vries", at=None, **facts):
    return Person.objects.create(name=name, organisation=at or club(), **facts)


def plan(name="Adult", at=None):
    return MembershipPlan.objects.get_or_create(
        organisation=at or club(), name=name, defaults={"kind": "adult"}
    )[0]


def joined(who, starts_on=FIRST, ends_on=None, by="Adult", at=None):
    return start_membership(
        person_id=who.pk, plan_id=plan(by, at).pk, starts_on=starts_on, ends_on=ends_on, actor=SYSTEM
    )


def merged(kept, other, actor=SYSTEM, **more):
    return merge_persons(kept_id=kept.pk, merged_id=other.pk, actor=actor, **more)


def undone(actor=SYSTEM):
    entry = AuditEntry.objects.filter(action="club.person.merged").first()
    return undo_entry(entry_id=entry.pk, actor=actor)


def every_row():
    """Every row of every table that tells of people, column by column."""
    outside = {"club.auditentry", "club.auditchain", "club.personmerge", "club.user", "sessions.session"}
    return {
        model._meta.label_lower: facts_by_row(model._base_manager.all())
        for model in apps.get_models()
        if model._meta.app_label in {"club", "tournaments"} and model._meta.label_lower not in outside
    }


# -- the registry ------------------------------------------------------------------------------------


def relations_to_a_person():
    """Every foreign key to a person, in every app."""
    fields = Person._meta.get_fields(include_hidden=True)
    return {
        f"{one.related_model._meta.label_lower}.{one.field.name}"
        for one in fields
        if isinstance(one, models.ForeignObjectRel)
    }


def unfit(data_sets):
    """Foreign keys to a person without a treatment at a merge, and treatments of anything else."""
    treated = {one.relation.casefold() for one in data_sets.values() if one.on_merge is not None}
    return relations_to_a_person() ^ treated


def test_every_foreign_key_to_a_person_says_what_a_merge_does():
    assert unfit(DATA_SETS) == set(), "give the data set of each key an on_merge"


def test_a_key_without_a_treatment_is_found():
    key, path = DATA_SETS["club.contacts"], DATA_SETS["tournaments.contacts"]
    assert unfit(DATA_SETS | {key.key: replace(key, on_merge=None)}) == {"club.contact.person"}
    assert unfit(DATA_SETS | {path.key: replace(path, on_merge=OnMerge.MOVE)}) == {
        "tournaments.entrycontact.entry__person"
    }


# -- what moves --------------------------------------------------------------------------------------


def test_what_hangs_on_the_one_hangs_on_the_other_afterwards(secretary):
    kept, other = person(), person("Pieter Vries", email="piet@example.org")
    joined(other)
    PersonNote.objects.create(person=other, text="Plays the piano", written_by="Sam")
    FederationNumber.objects.create(person=other, body="KNDB", number="17")
    house = Household.objects.create(organisation=club(), name="Vries")
    HouseholdMember.objects.create(household=house, person=other)
    child = person("Kees Vries")
    Guardianship.objects.create(guardian=other, ward=child)
    merged(kept, other, secretary)
    kept.refresh_from_db()
    assert kept.email == "piet@example.org"
    assert [kept.memberships.count(), kept.notes.count(), kept.federation_numbers.count()] == [1, 1, 1]
    assert kept.household_place.household == house
    assert child.guardians.get().guardian == kept


def test_the_merged_row_stays_empty_and_leads_on(secretary):
    kept, other = person(), person("Pieter Vries", email="p@example.org", born_on=date(1980, 2, 1))
    merged(kept, other, secretary)
    other.refresh_from_db()
    assert (other.organisation, other.email, other.born_on) == (None, "", None)
    assert other.merged_into.kept == kept


STALE = {
    "contact": lambda **who: add_contact(kind="phone", value="+31 6 1", **who),
    "details": lambda **who: change_details(title="MF", **who),
    "number": lambda **who: set_number(body="KNDB", number="7", **who),
    "household": lambda **who: settle_person(household_id=None, **who),
    "name": lambda **who: change_person(name="P. Vries", **who),
    "membership": lambda **who: start_membership(plan_id=plan().pk, starts_on=FIRST, **who),
    "removal": remove_person,
    "erasure": lambda **who: erase_person(typed_name="Pieter Vries", **who),
}


@pytest.mark.parametrize("act", STALE)
def test_a_form_that_was_open_during_the_merge_is_refused_and_names_the_kept_one(secretary, act):
    kept, other = person(), person("Pieter Vries")
    merged(kept, other)
    stranger = Actor.of_user(account("una", role="secretary", at=club("south")))
    plan()
    before = every_row()
    for actor in (secretary, SYSTEM):
        with pytest.raises(MergedAlready) as refusal:
            STALE[act](person_id=other.pk, actor=actor)
        assert refusal.value.facts == {"name": "Pieter Vries", "kept": "Piet Vries"}
    with pytest.raises((NotAllowed, UnknownPerson)):
        STALE[act](person_id=other.pk, actor=stranger)
    assert every_row() == before


def test_the_page_of_the_merged_one_says_where_to_go_on(client, secretary):
    kept, other = person(), person("Pieter Vries")
    merged(kept, other)
    client.force_login(secretary.user)
    answer = client.post(
        reverse("club:member_act", args=[other.pk, "contact"]),
        {"kind": "phone", "value": "+31 6 1234567"},
        follow=True,
    )
    assert answer.request["PATH_INFO"] == reverse("club:member", args=[kept.pk])
    assert "was merged into that of Piet Vries. Make the change on the page of Piet Vries." in (
        answer.content.decode()
    )
    assert not Contact.objects.exists()


def test_what_is_known_of_the_kept_one_stands_unless_the_others_is_taken(secretary):
    kept, other = person(email="old@example.org", title="CM"), person("Pieter Vries", email="new@example.org")
    merged(kept, other, secretary, taken={"email", "name"})
    kept.refresh_from_db()
    assert (kept.name, kept.email, kept.title) == ("Pieter Vries", "new@example.org", "CM")
    assert kept.search_key.startswith("vries")


def test_the_same_contact_is_kept_once_and_one_stays_preferred(secretary):
    kept, other = person(), person("Pieter Vries")
    facts = {"kind": "phone", "is_preferred": True}
    Contact.objects.create(person=kept, value="06 1", **facts)
    Contact.objects.create(person=other, value="06 2", **facts)
    Contact.objects.create(person=other, value="06 1", kind="phone")
    merged(kept, other, secretary)
    assert list(kept.contacts.values_list("value", "is_preferred")) == [("06 1", True), ("06 2", False)]


def test_of_two_numbers_at_one_federation_the_kept_ones_stands(secretary):
    kept, other = person(), person("Pieter Vries")
    FederationNumber.objects.create(person=kept, body="KNDB", number="1")
    FederationNumber.objects.create(person=other, body="KNDB", number="2")
    merged(kept, other, secretary)
    assert kept.federation_numbers.get().number == "1"


def test_spans_of_one_plan_that_meet_become_one(secretary):
    kept, other = person(), person("Pieter Vries")
    joined(kept, LATER)
    joined(other, FIRST, date(2026, 3, 1))
    merged(kept, other, secretary)
    row = kept.memberships.get()
    assert (row.starts_on, row.ends_on, row.changes.count()) == (FIRST, None, 2)


def test_spans_that_do_not_meet_follow_each_other(secretary):
    kept, other = person(), person("Pieter Vries")
    joined(kept, LATER)
    joined(other, FIRST, date(2025, 6, 1))
    merged(kept, other, secretary)
    assert kept.memberships.count() == 2


def test_the_account_follows(secretary):
    kept, other = person(), person("Pieter Vries")
    user = account("piet")
    Person.objects.filter(user=user).delete()
    Person.objects.filter(pk=other.pk).update(user=user)
    merged(kept, other, secretary)
    kept.refresh_from_db()
    assert kept.user == user


def test_one_entry_tells_what_moved_by_number_and_nothing_private(secretary):
    kept, other = person(), person("Pieter Vries", email="secret@example.org")
    contact = Contact.objects.create(person=other, kind="phone", value="06 12345")
    count = AuditEntry.objects.count()
    merged(kept, other, secretary)
    assert AuditEntry.objects.count() == count + 1
    entry = AuditEntry.objects.first()
    assert entry.after["moved"]["club.contact"] == [str(contact.pk)]
    assert "06 12345" not in str(entry.after)
    assert "secret@" not in str(entry.after)


# -- what stands in the way --------------------------------------------------------------------------


def refused(kept, other, error, actor=SYSTEM, **more):
    before = every_row()
    with pytest.raises(error):
        merged(kept, other, actor, **more)
    assert every_row() == before


def test_spans_of_different_plans_that_meet_are_refused():
    kept, other = person(), person("Pieter Vries")
    joined(kept)
    joined(other, by="Family")
    refused(kept, other, MembershipsMeet)


def test_a_guardian_and_the_ward_are_two_persons():
    kept, other = person(), person("Pieter Vries")
    Guardianship.objects.create(guardian=kept, ward=other)
    refused(kept, other, GuardianOfEachOther)


def test_two_accounts_are_refused():
    kept, other = person(), person("Pieter Vries")
    for one, name in ((kept, "a"), (other, "b")):
        user = account(name)
        Person.objects.filter(user=user).delete()
        Person.objects.filter(pk=one.pk).update(user=user)
    refused(kept, other, BothHaveAccounts)


def test_nobody_is_merged_with_themselves_or_with_somebody_of_another_club():
    kept = person()
    refused(kept, kept, SamePersonTwice)
    refused(kept, person("Pieter Vries", at=club("south")), MergeAcrossClubs)
    refused(kept, Person(pk=987654321), UnknownPerson)


def test_whoever_keeps_only_another_club_is_refused(secretary):
    south = club("south")
    refused(person(at=south), person("Pieter", at=south), NotAllowed, secretary)


def test_somebody_merged_is_not_merged_again():
    kept, other = person(), person("Pieter Vries")
    merged(kept, other)
    refused(kept, other, MergeAcrossClubs)


def test_a_row_on_which_something_hangs_does_not_give_way(secretary):
    kept, other = person(), person("Pieter Vries")
    row = joined(other)
    merge = Merge(kept=kept, merged=other, actor=secretary)
    with pytest.raises(HeldByBoth):
        merge.remove(row)


def test_what_changed_since_it_was_shown_is_not_merged(secretary):
    kept, other = person(), person("Pieter Vries")
    seen = rehearse_merge(kept_id=kept.pk, merged_id=other.pk, actor=secretary).seen
    PersonNote.objects.create(person=other, text="New", written_by="Sam")
    refused(kept, other, MergedMeanwhile, secretary, seen=seen)


def test_looking_changes_nothing_and_shows_what_is_done(secretary):
    kept, other = person(), person("Pieter Vries")
    joined(other)
    before = every_row()
    shown = rehearse_merge(kept_id=kept.pk, merged_id=other.pk, actor=secretary)
    assert every_row() == before
    row = merged(kept, other, secretary, seen=shown.seen, taken={"name"})
    assert {one["table"] for one in shown.steps} == {one["table"] for one in row.steps}


# -- the way back ------------------------------------------------------------------------------------


def hang_on(who, drawn, number):
    """Hang what was drawn on somebody."""
    things = {
        "note": lambda: PersonNote.objects.create(person=who, text=f"Note {number}", written_by="Sam"),
        "phone": lambda: Contact.objects.create(person=who, kind="phone", value="06 1"),
        "mail": lambda: Contact.objects.create(
            person=who, kind="mail", value=f"{number}@a.org", is_preferred=True
        ),
        "number": lambda: FederationNumber.objects.create(person=who, body="KNDB", number=str(number)),
        "member": lambda: joined(who, FIRST + timedelta(days=number)),
        "guest": lambda: joined(who, date(2020, 1, 1 + number), date(2020, 1, 1 + number), by="Guest"),
        "consent": lambda: Consent.objects.create(person=who, text=words(), given_by="Sam"),
        "house": lambda: HouseholdMember.objects.create(
            person=who, household=Household.objects.create(organisation=club(), name=f"House {number}")
        ),
        "ward": lambda: Guardianship.objects.create(guardian=who, ward=third("Kees")),
        "guardian": lambda: Guardianship.objects.create(ward=who, guardian=third("Oma")),
        "namesake": lambda: NamesakePair.objects.create(first=third("Kees"), second=who, said_by="Sam"),
        "invited": lambda: Invitation.objects.create(
            organisation=club(),
            person=who,
            role="player",
            secret_hash=f"{who.pk}.{number}",
            expires_at=timezone.now(),
        ),
    }
    things[drawn]()


def third(name):
    return Person.objects.get(name=name)


def words():
    return ConsentText.objects.get_or_create(
        organisation=club(), kind="photo", version=1, defaults={"text": "Yes"}
    )[0]


THINGS = (
    *("note", "phone", "mail", "number", "member", "guest", "consent", "house"),
    *("ward", "guardian", "namesake", "invited"),
)


@tries(6, 60)
@given(
    ones=st.sets(st.sampled_from(THINGS)),
    others=st.sets(st.sampled_from(THINGS)),
    taken=st.sets(st.sampled_from(["name", "email", "born_on", "title"])),
)
def test_merging_and_undoing_leaves_every_row_as_it_was(ones, others, taken):
    with transaction.atomic():  # each example begins anew
        for name in ("Kees", "Oma"):
            person(name)
        kept = person(email="kept@example.org")
        other = person("Pieter Vries", born_on=FIRST, title="CM")
        for number, thing in enumerate(sorted(ones)):
            hang_on(kept, thing, number)
        for number, thing in enumerate(sorted(others), 1):
            hang_on(other, thing, number)
        before = every_row()
        merged(kept, other, taken=taken)
        assert every_row() != before
        undone()
        assert every_row() == before
        transaction.set_rollback(True)


def test_undoing_is_shown_first_and_done_once(secretary):
    kept, other = person(), person("Pieter Vries")
    joined(other)
    merged(kept, other, secretary)
    entry = AuditEntry.objects.filter(action="club.person.merged").get()
    shown = rehearse_undo(entry_id=entry.pk, actor=secretary)
    assert [one.action for one in shown] == ["club.person.separated"]
    undone(secretary)
    with pytest.raises(CannotUndo):
        undone(secretary)
    assert not PersonMerge.objects.exists()


def test_what_came_since_stays_with_the_kept_one(secretary):
    kept, other = person(), person("Pieter Vries")
    merged(kept, other, secretary)
    PersonNote.objects.create(person=kept, text="Later", written_by="Sam")
    undone(secretary)
    assert kept.notes.count() == 1


@pytest.mark.parametrize("what", ["moved on", "gone", "renamed", "doubled", "house gone", "merged again"])
def test_what_was_changed_since_stands_in_the_way(secretary, what):
    kept, other = person(), person("Pieter Vries")
    note = PersonNote.objects.create(person=other, text="A", written_by="Sam")
    FederationNumber.objects.create(person=kept, body="KNDB", number="1")
    doubled = FederationNumber.objects.create(person=other, body="KNDB", number="2")
    houses = [Household.objects.create(organisation=club(), name=name) for name in "AB"]
    HouseholdMember.objects.create(household=houses[0], person=kept)
    HouseholdMember.objects.create(household=houses[1], person=other)
    merged(kept, other, secretary, taken={"name"})
    if what == "moved on":
        PersonNote.objects.filter(pk=note.pk).update(person=person("Kees"))
    elif what == "gone":
        note.delete()
    elif what == "renamed":
        Person.objects.filter(pk=kept.pk).update(name="Peter Vries")
    elif what == "doubled":
        FederationNumber.objects.create(pk=doubled.pk, person=kept, body="FMJD", number="2")
    elif what == "house gone":
        houses[1].delete()
    else:
        merged(person("Peter Vries"), kept, secretary)
    entry = AuditEntry.objects.filter(action="club.person.merged").order_by("pk").first()
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=entry.pk, actor=secretary)
    assert refusal.value.facts["why"] == "merge_stands_on_later"


def test_a_chain_of_merges_is_taken_apart_from_its_end(secretary):
    first, second, last = person("A Vries"), person("B Vries"), person("C Vries")
    joined(first)
    before = every_row()
    merged(second, first, secretary)
    merged(last, second, secretary)
    entries = AuditEntry.objects.filter(action="club.person.merged").order_by("-pk")
    for entry in list(entries):
        undo_entry(entry_id=entry.pk, actor=secretary)
    assert every_row() == before


def test_the_kept_one_cannot_be_a_member_twice_after_all(secretary):
    kept, other = person(), person("Pieter Vries")
    joined(other)
    merged(kept, other, secretary)
    with pytest.raises(MembershipOverlaps):
        joined(kept)


def test_whoever_was_erased_is_merged_with_nobody_and_looks_like_nobody(secretary):
    one, other = person(), person("Piet de Vries")
    for who in (one, other):
        erase_person(person_id=who.pk, typed_name=who.name, actor=secretary)
    left = person(f"Former member {one.pk}")
    refused(left, one, ErasedAlready, actor=secretary)
    refused(one, left, ErasedAlready, actor=secretary)
    assert probable_pairs(organisation_id=club().pk) == []
    newcomer = Newcomer(name=left.name)
    assert [
        one.person for one in duplicate_candidates(organisation_id=club().pk, newcomers=[newcomer])[0]
    ] == [left]


def test_the_link_in_a_mail_of_before_stops_notices_to_whom_they_became(secretary):
    kept, other = person(email="a@x.example"), person("Piet de Vries", email="a@x.example")
    secret = opt_out_secret(other, club().pk, "news")
    merged(kept, other, secretary)
    set_opt_out_by_link(secret=secret, is_out=True, actor=SYSTEM)
    assert NoticeOptOut.objects.get().person == kept
