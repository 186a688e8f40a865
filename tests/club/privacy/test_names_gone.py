"""Whoever is erased is in no table any more: each is searched, whatever was done with them before."""

from datetime import date
from functools import partial

import pytest
from league_season import fixture_of, keys_of, league_of, secret_of
from people import account, club, traces
from worlds import world

from club.audit.selectors import verify_chains
from club.core.actor import SYSTEM, VISITOR, Actor
from club.duplicates.services.merging import merge_persons
from club.equipment.services.equipment import add_equipment
from club.equipment.services.equipment_loans import lend_equipment, return_equipment
from club.jobs.services.outbox import job_key, write_message
from club.joining.join_links import GUARDIAN, join_secret
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_inbox import accept_request, refuse_request
from club.joining.services.join_requests import JoinAsked, ask_to_join, sign_as_guardian, withdraw_request
from club.members.services.consents import write_consent_text
from club.members.services.memberships import end_membership
from club.members.services.persons import add_person
from club.models import AuditEntry, Job, JoinRequest, Membership, MembershipPlan, OutboxMessage, Person
from club.privacy.services.erasure import erase_person
from tournaments.ladders.services.challenges import make_challenge, settle_challenge
from tournaments.ladders.services.ladders import join_ladder, make_ladder, move_on_ladder, set_away
from tournaments.leagues.services.captains import name_captain
from tournaments.leagues.services.handed_line_ups import submit_line_up
from tournaments.leagues.services.polls import open_poll
from tournaments.models import Event
from tournaments.ratings.services.rating_lists import correct_rating, make_list

pytestmark = pytest.mark.django_db
NAME = "Zebedee Quist"
A_DAY = date(2020, 1, 1)


@pytest.fixture(autouse=True)
def opened():
    MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    set_join_form(organisation_id=club().pk, is_open=True, full_age=18, actor=SYSTEM)


@world
def owner():
    return Actor.of_user(account("sam", role="owner"))


def asked(name=NAME, **facts):
    plan = MembershipPlan.objects.get(organisation=club())
    given = {"email": "zeb@home.example", "born_on": date(1980, 1, 1), "plan_id": plan.pk} | facts
    return ask_to_join(organisation_id=club().pk, given=JoinAsked(name=name, **given), actor=VISITOR)


def assert_gone(person, actor, *words):
    """Erase somebody, and find none of these words in any row; the trail still proves."""
    person = Person.objects.get(pk=person.pk)
    erase_person(person_id=person.pk, typed_name=person.name, actor=actor)
    assert [told for word in words for told in traces(word)] == []
    assert {chain.broken for chain in verify_chains()} == {None}


def test_a_guardian_leaves_their_wards_without_the_name(owner):
    text = write_consent_text(organisation_id=club().pk, kind="photo", text="Yes.", actor=SYSTEM)
    facts = {"born_on": date(2017, 1, 1), "email": "tim@home.example", "agreed": [text.pk]}
    row = asked("Tim Vries", guardian_name=NAME, guardian_email="zeb@work.example", **facts)
    sign_as_guardian(secret=join_secret(row, GUARDIAN), signature=NAME, actor=VISITOR)
    tim = accept_request(request_id=row.pk, actor=owner)
    guardian = tim.guardians.get().guardian
    assert_gone(guardian, owner, "Zebedee", "zeb@")
    assert tim.consents.get().given_by == f"Former member {guardian.pk}"
    row.refresh_from_db()
    assert (row.name, row.email, row.is_signed) == ("Tim Vries", "tim@home.example", True)


def test_requests_that_led_to_nothing_go_with_the_one_that_did(owner):
    withdraw_request(secret=join_secret(asked()), actor=VISITOR)
    second = asked(born_on=date(1981, 1, 1))
    refuse_request(request_id=second.pk, reason=f"We know {NAME}.", actor=owner)
    brother = asked("Ned Quist")
    person = accept_request(request_id=asked(phone="06 777").pk, actor=owner)
    Membership.objects.update(starts_on=A_DAY)
    end_membership(membership_id=person.memberships.get().pk, on=date(2024, 1, 1), actor=owner)
    assert_gone(person, owner, "Zebedee", "06 777")
    assert list(JoinRequest.objects.values_list("pk", flat=True)) == [brother.pk]


def test_whoever_was_merged_into_somebody_merged_is_forgotten_too(owner):
    first, second, third = (
        add_person(organisation_id=club().pk, name=name, email=f"zeb@{at}.example", actor=owner)
        for at, name in enumerate((NAME, "Z. Quist", "Zebby Quist"))
    )
    merge_persons(kept_id=second.pk, merged_id=first.pk, actor=owner)
    merge_persons(kept_id=third.pk, merged_id=second.pk, actor=owner)
    assert_gone(third, owner, "Quist", "zeb@")


def test_ladders_ratings_and_loans_tell_the_name_no_more(owner):
    ladder = make_ladder(organisation_id=club().pk, name="Ladder", actor=SYSTEM)
    ann, zebedee = (add_person(organisation_id=club().pk, name=name, actor=owner) for name in ("Ann", NAME))
    for one in (ann, zebedee):
        join_ladder(ladder_id=ladder.pk, person_id=one.pk, actor=SYSTEM)
    place = {"ladder_id": ladder.pk, "person_id": zebedee.pk, "actor": owner}
    set_away(until=None, **place)
    for number in (1, 2):
        move_on_ladder(place=number, reason=f"{NAME} is strong", **place)
    both = {"challenger_id": zebedee.pk, "challenged_id": ann.pk}
    made = make_challenge(ladder_id=ladder.pk, actor=owner, **both)
    settle_challenge(challenge_id=made.pk, result="draw", actor=owner)
    rated = make_list(organisation_id=club().pk, name="Club", formula="elo", actor=SYSTEM)
    correct_rating(list_id=rated.pk, person_id=zebedee.pk, rating=1500, reason=f"{NAME} asked", actor=SYSTEM)
    clock = add_equipment(organisation_id=club().pk, kind="clock", name="Clock", actor=owner)
    loan = lend_equipment(item_id=clock.pk, person_id=zebedee.pk, actor=owner)
    return_equipment(loan_id=loan.pk, note=f"{NAME} broke it", actor=owner)
    assert_gone(zebedee, owner, "Zebedee")
    told = AuditEntry.objects.filter(action="tournaments.ladder.moved").latest("pk")
    assert (told.after["player"], told.after["place"]) == (f"Former member {zebedee.pk}", 2)


def test_a_captain_and_player_by_another_spelling_is_found_in_the_league(owner):
    match = fixture_of(league_of())
    home, guests = match.pairing.white, match.pairing.black
    zebedee = add_person(organisation_id=club().pk, name=NAME, actor=owner)
    home.members.filter(board_order=1).update(person=zebedee, name="Quistgaard, Z", email="zeb@team.example")
    name_captain(
        entry_id=home.pk, name="Captain Quistgaard", email="zeb@x.example", person_id=zebedee.pk, actor=SYSTEM
    )
    open_poll(pairing_id=match.pairing_id, entry_id=home.pk, secret=secret_of(home), actor=VISITOR)
    for team in (home, guests):
        chosen = {"entry_id": team.pk, "members": keys_of(team, 1, 2), "secret": secret_of(team)}
        submit_line_up(pairing_id=match.pairing_id, actor=VISITOR, **chosen)
    Event.objects.update(state="finished")
    assert_gone(zebedee, owner, "Quist", "zeb@")


def test_mails_about_somebody_stay_without_the_name_and_refusals_of_servers_go(owner):
    zebedee = add_person(organisation_id=club().pk, name=NAME, email="zeb@home.example", actor=owner)
    sent = partial(write_message, organisation_id=club().pk)
    sent(key="a", to="coach@x.example", subject=f"About {NAME}", text=f"Quist, Zebedee is ill. {NAME}!")
    own = sent(key="b", to="Zeb@Home.example", subject="Hello", text="Hello")
    Job.objects.filter(key=job_key(own.pk)).update(error="{'zeb@home.example': (550, b'unknown')}")
    assert_gone(zebedee, owner, "Zebedee", "zeb@", "Zeb@")
    left, neutral = OutboxMessage.objects.get(), f"Former member {zebedee.pk}"
    assert (left.subject, left.text) == (f"About {neutral}", f"{neutral} is ill. {neutral}!")
