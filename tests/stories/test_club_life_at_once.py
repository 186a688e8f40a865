"""Two who do what excludes the other in the same moment: one of them is told, and nothing is doubled."""

from datetime import date

from concurrency import at_once, on_postgresql
from django.core.cache import cache
from league_season import fixture_of, keys_of, league_of, secret_of
from people import account, club, traces
from worlds import world

from club.calendar.services.calendar_feeds import make_feed
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import ClubError
from club.duplicates.services.merging import merge_persons
from club.equipment.services.equipment import add_equipment
from club.equipment.services.equipment_loans import lend_equipment
from club.joining.join_links import join_secret
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_inbox import accept_request, refuse_request
from club.joining.services.join_requests import JoinAsked, ask_to_join, withdraw_request
from club.members.services.person_details import add_contact
from club.members.services.persons import add_person
from club.models import (
    CalendarFeed,
    Contact,
    EquipmentLoan,
    JoinRequest,
    MembershipPlan,
    NoticeOptOut,
    OutboxMessage,
    Person,
)
from club.notices.opt_out_links import opt_out_secret
from club.notices.services.opt_outs import set_opt_out_by_link
from club.privacy.services.erasure import erase_person
from tournaments.leagues.services.handed_line_ups import submit_line_up
from tournaments.leagues.services.polls import open_poll
from tournaments.models import AvailabilityPoll, HandedLineUp

pytestmark = on_postgresql


def refused(found):
    return [one.code for one in found if isinstance(one, ClubError)]


@world
def owner():
    cache.clear()
    return Actor.of_user(account("sam", role="owner"))


@world
def request_to_join(owner):
    MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    set_join_form(organisation_id=club().pk, is_open=True, full_age=18, actor=SYSTEM)
    return asked


def asked():
    plan = MembershipPlan.objects.get()
    given = JoinAsked(
        name="Piet", email="p@x.example", born_on=date(1980, 1, 1), plan_id=plan.pk, sent_once="a"
    )
    return ask_to_join(organisation_id=club().pk, given=given, actor=VISITOR)


def test_a_form_pressed_twice_is_one_request_and_one_mail(request_to_join):
    at_once(*[request_to_join] * 4)
    assert (JoinRequest.objects.count(), OutboxMessage.objects.count()) == (1, 1)


def test_of_accepting_refusing_and_withdrawing_one_holds(request_to_join, owner):
    row = request_to_join()
    found = at_once(
        lambda: accept_request(request_id=row.pk, actor=owner),
        lambda: refuse_request(request_id=row.pk, reason="No", actor=owner),
        lambda: withdraw_request(secret=join_secret(row), actor=VISITOR),
        lambda: accept_request(request_id=row.pk, actor=owner),
    )
    assert refused(found) == ["join_decided"] * 3
    row.refresh_from_db()
    assert Person.objects.filter(name="Piet").count() == (row.state == "accepted")


def test_nothing_is_added_to_somebody_while_they_are_erased(owner):
    person = add_person(organisation_id=club().pk, name="Zebedee", actor=owner)
    calls = [lambda: add_contact(person_id=person.pk, kind="phone", value="06 777", actor=owner)] * 3
    found = at_once(*calls, lambda: erase_person(person_id=person.pk, typed_name="Zebedee", actor=owner))
    assert set(refused(found)) <= {"erased_already"}
    assert traces("Zebedee") == traces("06 777") == []
    assert not Contact.objects.exists()


def test_two_who_are_merged_both_ways_are_one(owner):
    one, other = (
        add_person(organisation_id=club().pk, name=name, actor=owner).pk for name in ("Piet", "Pieter")
    )
    found = at_once(
        lambda: merge_persons(kept_id=one, merged_id=other, actor=owner),
        lambda: merge_persons(kept_id=other, merged_id=one, actor=owner),
    )
    assert len(refused(found)) == 1
    assert Person.objects.filter(organisation=club(), name__startswith="Piet").count() == 1


def test_of_many_who_lend_the_last_clock_one_has_it(owner):
    clock = add_equipment(organisation_id=club().pk, kind="clock", name="Clock", actor=owner)
    found = at_once(*[lambda: lend_equipment(item_id=clock.pk, purpose="Night", actor=owner)] * 4)
    assert refused(found) == ["not_so_many"] * 3
    assert EquipmentLoan.objects.count() == 1


def test_stopping_notices_twice_and_two_own_calendars(owner):
    person = owner.user.person
    Person.objects.filter(pk=person.pk).update(organisation=club())
    secret = opt_out_secret(person, club().pk, "news")
    assert not refused(at_once(*[lambda: set_opt_out_by_link(secret=secret, is_out=True, actor=VISITOR)] * 4))
    assert NoticeOptOut.objects.count() == 1
    assert not refused(at_once(*[lambda: make_feed(actor=owner)] * 4))
    assert CalendarFeed.objects.filter(revoked_at=None).count() == 1


def test_both_captains_hand_in_and_ask_in_the_same_moment(owner):
    match = fixture_of(league_of())
    teams = [match.pairing.white, match.pairing.black]

    def hand_in(team):
        return lambda: submit_line_up(
            pairing_id=match.pairing_id,
            entry_id=team.pk,
            members=keys_of(team, 1, 2),
            secret=secret_of(team),
            actor=VISITOR,
        )

    def ask(team):
        return lambda: open_poll(
            pairing_id=match.pairing_id, entry_id=team.pk, secret=secret_of(team), actor=VISITOR
        )

    found = at_once(*(act(team) for act in (hand_in, ask) for team in teams * 2))
    assert set(refused(found)) <= {"line_up_shown"}
    match.refresh_from_db()
    assert match.shown_at is not None
    assert (HandedLineUp.objects.count(), AvailabilityPoll.objects.count()) == (2, 2)
