"""The requests in the inbox: each decided once, and the way back."""

from datetime import date
from io import BytesIO

import pytest
from django.test import TestCase
from newcomers import asked, child, plan, years_ago
from people import account, club, last_text
from PIL import Image

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import CannotUndo, NotAllowed, UnknownPerson
from club.joining.errors import (
    AgeOutOfRange,
    GuardianHasNotSigned,
    JoinDecided,
    ReasonForRefusal,
    UnknownJoinRequest,
)
from club.joining.join_links import GUARDIAN, join_secret
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_inbox import accept_request, refuse_request, reopen_request
from club.joining.services.join_requests import sign_as_guardian
from club.members.errors import NumberTaken
from club.members.selectors.photos import photos_of
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.members.services.memberships import end_membership, start_membership
from club.members.services.person_details import add_note, set_number
from club.members.services.persons import add_person
from club.members.services.photos import set_photo
from club.models import (
    AuditEntry,
    Household,
    JoinForm,
    MembershipPlan,
    Notice,
    NoticeOptOut,
    NoticeReceiver,
    Person,
    PersonPhoto,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("opened")]


# -- the inbox ---------------------------------------------------------------------------------------


def test_accepting_makes_a_member_with_everything_that_was_written(secretary):
    text = write_consent_text(organisation_id=club().pk, kind="photo", text="Yes.", actor=SYSTEM)
    row = child(
        phone="06 1",
        address="Street 1",
        languages="nl, en",
        federation="kndb",
        federation_number="17",
        agreed=[text.pk],
    )
    write_consent_text(organisation_id=club().pk, kind="photo", text="Another text.", actor=SYSTEM)
    person = accept_request(request_id=row.pk, actor=secretary)
    assert (person.name, person.email, person.born_on) == ("Tim Vries", "piet@example.org", years_ago(12))
    assert person.languages == "nl, en"
    assert person.memberships.get().plan == plan()
    assert sorted(person.contacts.values_list("value", flat=True)) == ["06 1", "Street 1"]
    assert person.federation_numbers.get().body == "KNDB"
    assert person.guardians.get().guardian.name == "Mia Vries"
    assert person.household_place.household.name == "Vries"
    consent = person.consents.get()
    assert (consent.text, consent.given_by) == (text, "Mia Vries")
    assert "accepted" in last_text()
    row.refresh_from_db()
    assert (row.state, row.person) == ("accepted", person)


def test_brothers_and_sisters_have_one_guardian_and_one_household(secretary):
    first = accept_request(request_id=child().pk, actor=secretary)
    row = asked("Eva Vries", born_on=years_ago(9), guardian_name="mia vries", guardian_signature="Mia")
    second = accept_request(request_id=row.pk, actor=secretary)
    assert first.guardians.get().guardian == second.guardians.get().guardian
    assert Household.objects.count() == 1


def test_somebody_the_club_knew_becomes_a_member_again_and_what_was_known_stands(secretary):
    known = add_person(organisation_id=club().pk, name="Pieter Vries", email="old@example.org", actor=SYSTEM)
    person = accept_request(request_id=asked(phone="06 1").pk, person_id=known.pk, actor=secretary)
    assert (person, person.name, person.email) == (known, "Pieter Vries", "old@example.org")
    assert person.born_on == years_ago(40)
    assert person.memberships.count() == person.contacts.count() == 1


def test_a_member_who_asks_again_is_no_member_twice(secretary):
    known = add_person(organisation_id=club().pk, name="Piet Vries", actor=SYSTEM)
    start_membership(person_id=known.pk, plan_id=plan().pk, starts_on=date(2025, 1, 1), actor=SYSTEM)
    accept_request(request_id=asked().pk, person_id=known.pk, actor=secretary)
    assert known.memberships.count() == 1


def test_nobody_is_accepted_before_the_guardian_signed(secretary):
    row = child(guardian_signature="", guardian_email="mia@example.org")
    with pytest.raises(GuardianHasNotSigned):
        accept_request(request_id=row.pk, actor=secretary)
    sign_as_guardian(secret=join_secret(row, GUARDIAN), signature="Mia Vries", actor=VISITOR)
    assert accept_request(request_id=row.pk, actor=secretary).guardians.exists()


def test_a_number_of_somebody_else_stops_everything(secretary):
    other = add_person(organisation_id=club().pk, name="Kees", actor=SYSTEM)
    set_number(person_id=other.pk, body="KNDB", number="17", actor=SYSTEM)
    row = asked(federation="KNDB", federation_number="17")
    with pytest.raises(NumberTaken):
        accept_request(request_id=row.pk, actor=secretary)
    assert not Person.objects.filter(name="Piet Vries").exists()


def test_the_second_of_two_secretaries_is_told(secretary):
    row = asked()
    accept_request(request_id=row.pk, actor=secretary)
    with pytest.raises(JoinDecided) as refusal:
        refuse_request(request_id=row.pk, reason="No", actor=secretary)
    assert refusal.value.facts["who"] == secretary.label


def test_a_refusal_needs_a_reason_and_tells_it(secretary):
    row = asked()
    with pytest.raises(ReasonForRefusal):
        refuse_request(request_id=row.pk, reason=" ", actor=secretary)
    refuse_request(request_id=row.pk, reason="We are full.", actor=secretary)
    assert "We are full." in last_text()


def test_a_refused_request_is_looked_at_again(secretary):
    row = asked()
    with pytest.raises(JoinDecided):
        reopen_request(request_id=row.pk, actor=secretary)
    refuse_request(request_id=row.pk, reason="We are full.", actor=secretary)
    assert reopen_request(request_id=row.pk, actor=secretary).state == "waiting"


@pytest.mark.parametrize("role", [None, "treasurer", "director", "arbiter", "player", "viewer"])
def test_who_keeps_no_members_decides_nothing(role):
    actor, row = Actor.of_user(account("x", role=role)), asked()
    for service, more in ((accept_request, {}), (refuse_request, {"reason": "x"}), (reopen_request, {})):
        with pytest.raises(NotAllowed):
            service(request_id=row.pk, actor=actor, **more)


def test_the_secretary_of_another_club_decides_nothing(secretary):
    south = Actor.of_user(account("sue", role="secretary", at=club("south")))
    row = asked()
    with pytest.raises(NotAllowed):
        accept_request(request_id=row.pk, actor=south)
    stranger = add_person(organisation_id=club("south").pk, name="Piet Vries", actor=SYSTEM)
    with pytest.raises(UnknownPerson):
        accept_request(request_id=row.pk, person_id=stranger.pk, actor=secretary)
    with pytest.raises(UnknownJoinRequest):
        accept_request(request_id=987654, actor=secretary)


# -- the way back ------------------------------------------------------------------------------------


def undone(action, actor):
    return undo_entry(entry_id=AuditEntry.objects.filter(action=action).first().pk, actor=actor)


def test_accepting_is_taken_back_with_all_it_made(secretary):
    text = write_consent_text(organisation_id=club().pk, kind="photo", text="Yes.", actor=SYSTEM)
    row = child(phone="06 1", federation="KNDB", federation_number="17", agreed=[text.pk])
    before = Person.objects.count()
    accept_request(request_id=row.pk, actor=secretary)
    undone("club.join.accepted", secretary)
    row.refresh_from_db()
    assert (row.state, row.person) == ("waiting", None)
    assert Person.objects.count() == before
    assert not Household.objects.exists()
    accept_request(request_id=row.pk, actor=secretary)


def test_what_was_filled_in_is_emptied_again(secretary):
    known = add_person(organisation_id=club().pk, name="Piet Vries", actor=SYSTEM)
    accept_request(request_id=asked(languages="nl").pk, person_id=known.pk, actor=secretary)
    undone("club.join.accepted", secretary)
    known.refresh_from_db()
    assert (known.email, known.born_on, known.languages) == ("", None, "")
    assert not known.memberships.exists()


def test_a_photo_goes_with_the_last_consent_that_showed_it(secretary, settings, tmp_path):
    """The name was published by a consent at another club, then by the request alone."""
    settings.MEDIA_ROOT = tmp_path
    texts = [
        write_consent_text(organisation_id=at.pk, kind=kind, text="Yes.", actor=SYSTEM)
        for at, kind in ((club(), "photo"), (club(), "publish_name"), (club("south"), "publish_name"))
    ]
    known = add_person(organisation_id=club().pk, name="Piet Vries", actor=SYSTEM)
    abroad = MembershipPlan.objects.create(organisation=club("south"), name="Adult", kind="adult")
    start_membership(person_id=known.pk, plan_id=abroad.pk, starts_on=date(2026, 1, 1), actor=SYSTEM)
    for text in texts:
        about = {"person_id": known.pk, "organisation_id": text.organisation_id, "kind": text.kind}
        give_consent(**about, actor=SYSTEM)
        if text == texts[1]:
            withdraw_consent(**about, actor=SYSTEM)
    file = BytesIO()
    Image.new("RGB", (200, 200)).save(file, "JPEG")
    set_photo(person_id=known.pk, file=file, size=1, actor=SYSTEM)
    accept_request(request_id=asked(agreed=[texts[1].pk]).pk, person_id=known.pk, actor=secretary)
    about = {"person_id": known.pk, "organisation_id": club("south").pk, "kind": "publish_name"}
    withdraw_consent(**about, actor=SYSTEM)
    assert photos_of([known.pk])
    with TestCase.captureOnCommitCallbacks(execute=True):
        undone("club.join.accepted", secretary)
    assert not PersonPhoto.objects.exists()
    assert not [one for one in tmp_path.rglob("*") if one.is_file()]


@pytest.mark.parametrize("later", ["a note", "an end", "an account"])
def test_what_was_done_since_stands_in_the_way(secretary, later):
    person = accept_request(request_id=asked().pk, actor=secretary)
    if later == "a note":
        add_note(person_id=person.pk, text="Plays well", actor=secretary)
    elif later == "an end":
        end_membership(membership_id=person.memberships.get().pk, actor=secretary)
    else:
        user = account("piet")
        Person.objects.filter(user=user).delete()
        Person.objects.filter(pk=person.pk).update(user=user)
    with pytest.raises(CannotUndo):
        undone("club.join.accepted", secretary)
    assert Person.objects.filter(pk=person.pk).exists()


@pytest.mark.parametrize("what", ["notice", "opt-out"])
def test_a_member_whom_a_notice_reached_is_not_taken_back(secretary, what):
    person = accept_request(request_id=asked().pk, actor=secretary)
    if what == "notice":
        notice = Notice.objects.create(organisation=club(), kind="news", subject="s", text="t")
        NoticeReceiver.objects.create(notice=notice, person=person)
    else:
        NoticeOptOut.objects.create(organisation=club(), kind="news", person=person)
    with pytest.raises(CannotUndo):
        undone("club.join.accepted", secretary)


def test_a_refusal_is_taken_back(secretary):
    row = asked()
    refuse_request(request_id=row.pk, reason="Full.", actor=secretary)
    undone("club.join.refused", secretary)
    row.refresh_from_db()
    assert (row.state, row.reason) == ("waiting", "")


def test_the_form_goes_back_to_what_it_was(secretary):
    set_join_form(organisation_id=club().pk, is_open=False, welcome="Hi", full_age=16, actor=secretary)
    undone("club.join_form.changed", secretary)
    row = JoinForm.objects.get()
    assert (row.is_open, row.welcome, row.full_age) == (True, "", 18)


@pytest.mark.parametrize("age", [-1, 31, 10**12])
def test_people_come_of_age_at_an_age(secretary, age):
    with pytest.raises(AgeOutOfRange):
        set_join_form(organisation_id=club().pk, is_open=True, full_age=age, actor=secretary)
