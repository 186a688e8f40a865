"""A copy of an event: set up as it was, some days later, played by nobody yet."""

from datetime import UTC, date, datetime

import pytest
from event_rows import latest, played_round, section_of
from team_evening import teams_of
from worlds import world

from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from tournaments.core import section_columns as columns
from tournaments.entries.selectors.admissions import admission_of
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entries import withdraw_entry
from tournaments.events.errors import UnknownTimeZone
from tournaments.events.selectors.setup_facts import (
    class_facts,
    fee_facts,
    official_facts,
    prize_facts,
    schedule_facts,
)
from tournaments.events.services.clones import clone_event
from tournaments.events.services.events import add_section, change_event
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)
from tournaments.models import ForbiddenPair
from tournaments.screens.services.screen_families import make_family
from tournaments.screens.services.screens import make_screen, revoke_screen


@world
def section():
    """Everything is set up, one round is played, one player has left; clocks change in between."""
    section = section_of(preset="acf")
    event = section.event
    days = {"starts_on": date(2027, 3, 27), "ends_on": date(2027, 3, 28)}
    told = {"venue": "Hall", "directions": "Second door", "time_zone": "Europe/Amsterdam"}
    change_event(event_id=event.pk, version=event.version, actor=SYSTEM, **days, **told)
    facts = {"section_id": section.pk, "actor": SYSTEM}
    set_classes(rows=[{"name": "A"}], **facts)
    set_fees(rows=[{"category": "A", "amount": 900, "currency": "EUR"}], **facts)
    set_prizes(rows=[{"amount": 100}], currency="EUR", sharing="hort", **facts)
    set_schedule(rows=[{"number": 1, "starts_at": datetime(2027, 3, 27, 9, tzinfo=UTC)}], **facts)
    set_admission(is_open=True, places=20, check_in_is_open=True, **facts)
    set_officials(event_id=event.pk, rows=[{"role": "arbiter", "name": "Arno"}], actor=SYSTEM)
    add_section(event_id=event.pk, name="Blitz", preset="blitz", actor=SYSTEM)
    played_round(section)
    first, second, third = section.entries.order_by("number")[:3]
    ForbiddenPair.objects.create(first=first, second=second)
    withdraw_entry(entry_id=third.pk, actor=SYSTEM)
    section.refresh_from_db()
    section.event.refresh_from_db()
    return section


def test_everything_that_was_set_up_comes_along(section):
    made = clone_event(event_id=section.event_id, name="Next  year", starts_on=date(2027, 4, 3), actor=SYSTEM)
    assert (made.name, made.slug, made.state) == ("Next year", "next-year", "draft")
    assert (made.starts_on, made.ends_on) == (date(2027, 4, 3), date(2027, 4, 4))
    assert (made.venue, made.directions) == ("Hall", "Second door")
    assert [one.name for one in made.sections.all()] == [section.name, "Blitz"]
    copy = made.sections.first()
    same = set(columns.SECTION) - {"seed", "created_at"}
    assert {name: getattr(copy, name) for name in same} == {name: getattr(section, name) for name in same}
    assert copy.seed != section.seed
    for facts in (class_facts, fee_facts, prize_facts):
        assert facts(copy) == facts(section)
    assert official_facts(made) == official_facts(section.event)
    admission = admission_of(copy)
    assert (admission.is_open, admission.check_in_is_open, admission.places) == (False, False, 20)
    assert not copy.entries.exists()
    assert not copy.round_rows.exists()
    assert latest("tournaments.event.cloned").after["of"] == section.event.name


def test_the_hour_in_the_hall_stays_when_clocks_change(section):
    made = clone_event(event_id=section.event_id, name="Next", starts_on=date(2027, 4, 3), actor=SYSTEM)
    (row,) = schedule_facts(made.sections.first())["schedule"]
    assert row["starts_at"] == datetime(2027, 4, 3, 8, tzinfo=UTC)  # ten o'clock, before and after


def test_players_who_are_in_come_along_when_asked(section):
    made = clone_event(event_id=section.event_id, name="Next", with_entries=True, actor=SYSTEM)
    copy = made.sections.first()
    assert copy.entries.count() == 5
    assert set(copy.entries.values_list("state", "number", "checked_in_at")) == {("confirmed", None, None)}
    pair = ForbiddenPair.objects.get(first__section=copy)
    assert {pair.first.name, pair.second.name} == {"Abbott", "Barker"}
    played_round(copy)
    assert latest("tournaments.event.cloned").after["entries"] == 5


def test_screens_come_along_when_asked_at_addresses_of_their_own(section):
    event = section.event
    family = make_family(
        event_id=event.pk,
        name="Door",
        contents=["pairings"],
        sections=[section.pk],
        seconds=20,
        actor=SYSTEM,
    )
    old = make_screen(event_id=event.pk, family_id=family.pk, label="Left", actor=SYSTEM)
    gone = make_screen(event_id=event.pk, family_id=None, label="Right", actor=SYSTEM)
    revoke_screen(screen_id=gone.pk, actor=SYSTEM)
    bare = clone_event(event_id=event.pk, name="Bare", actor=SYSTEM)
    assert not bare.screen_families.exists()
    made = clone_event(event_id=event.pk, name="Next", with_screens=True, actor=SYSTEM)
    (copy,) = made.screen_families.all()
    assert (copy.name, copy.contents, copy.seconds) == ("Door", ["pairings"], 20)
    assert copy.sections == [made.sections.first().pk]
    (screen,) = made.screens.all()
    assert (screen.label, screen.family, screen.code) == ("Left", copy, "")
    assert screen.token != old.token
    assert latest("tournaments.event.cloned").after["screens"] == 1


@pytest.mark.django_db
def test_teams_come_with_their_members_and_without_results():
    section = teams_of(3, match_win_points=3)
    played_round(section)
    made = clone_event(event_id=section.event_id, name="Next", with_entries=True, actor=SYSTEM)
    copy = made.sections.get()
    assert copy.match_win_points == 3
    lists = {one.name: [each.name for each in one.members.all()] for one in section.entries.all()}
    assert {one.name: [each.name for each in one.members.all()] for one in copy.entries.all()} == lists
    assert not copy.round_rows.exists()


def test_without_days_nothing_moves(section):
    made = clone_event(event_id=section.event_id, name="Next", actor=SYSTEM)
    assert made.starts_on is None
    assert schedule_facts(made.sections.first()) == schedule_facts(section)


def test_a_player_copies_nothing(section, player):
    with pytest.raises(NotAllowed):
        clone_event(event_id=section.event_id, name="Mine", actor=player)


def test_a_time_zone_that_nobody_knows_is_refused(section):
    event = section.event
    with pytest.raises(UnknownTimeZone):
        change_event(event_id=event.pk, version=event.version, time_zone="Mars/Base", actor=SYSTEM)
