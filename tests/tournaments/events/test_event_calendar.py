"""The calendar of events: now, next and past, by filters, with the state and the leader of each."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from event_rows import played_round, published_round, section_of
from history import home_club as club_of

from club.live.published import PAGE_CACHE
from tournaments.models import Admission, Event, EventState, Section

pytestmark = pytest.mark.django_db


def dated(section, days, *, lasts=0, **facts):
    """The event of a section, beginning so many days from today."""
    day = timezone.localdate() + timedelta(days=days)
    facts = {"starts_on": day, "ends_on": day + timedelta(days=lasts)} | facts
    Event.objects.filter(pk=section.event_id).update(**facts)
    return Event.objects.get(pk=section.event_id)


def calendar(**asked):
    PAGE_CACHE.clear()
    answer = Client().get("/events/", asked)
    assert answer.status_code == 200
    return answer.context, " ".join(answer.content.decode().split())


def names(cards):
    return [card.event.name for card in cards]


@pytest.fixture
def three(db):
    """Events of now, next week, and last week."""
    rows = {}
    for name, days in (("now", -1), ("next", 7), ("past", -8)):
        section = section_of(players=6)
        rows[name] = section
        dated(section, days, lasts=2, name=name.title(), venue=f"{name} hall")
    played_round(rows["past"])
    played_round(rows["now"])
    published_round(rows["now"])
    Admission.objects.create(section=rows["next"], is_open=True)
    return rows


def test_events_are_on_now_next_or_past_with_their_state(three):
    context, text = calendar()
    assert [names(context[part]) for part in ("now", "next", "past")] == [["Now"], ["Next"], ["Past"]]
    assert "round 2 in play" in text
    assert "starts in 7 days" in text
    assert "entries open" in text
    assert "6 players" in text
    leader = three["past"].snapshots.get().rows[0]["name"]
    assert [one.names[0] for one in context["past"][0].leaders] == [leader]
    assert "Winner" in text
    assert "Leader" in text


@pytest.mark.parametrize(
    ("facts", "phase"),
    [
        ({"state": EventState.FINISHED}, "past"),
        ({"starts_on": None, "ends_on": None}, "next"),
        ({"ends_on": None}, "next"),
        ({"state": EventState.DRAFT}, None),
    ],
)
def test_where_an_event_without_rounds_is(facts, phase):
    dated(section_of(), 3, **facts)
    context, _text = calendar()
    assert [part for part in ("now", "next", "past") if context[part]] == ([phase] if phase else [])


def test_an_event_stays_among_those_of_now_while_a_round_is_in_play():
    section = section_of(players=4)
    published_round(section)
    dated(section, -20)
    assert len(calendar()[0]["now"]) == 1
    section.round_rows.update(published_at=timezone.now() - timedelta(days=90))
    assert len(calendar()[0]["past"]) == 1


def test_filters_by_club_game_kind_and_name(three):
    other = section_of(club=club_of("south"), preset="weekend")
    dated(other, 5, name="Southern cup")
    Section.objects.filter(pk=other.pk).update(system="knockout", variant="international")
    found = {
        "club": calendar(club="south")[0],
        "variant": calendar(variant="international")[0],
        "kind": calendar(kind="knockout")[0],
        "name": calendar(name="cup SOUTH")[0],
    }
    for filtered, context in found.items():
        assert names(context["next"]) == ["Southern cup"], filtered
        assert not context["now"], filtered
    assert names(calendar(name="past hall")[0]["past"]) == ["Past"]
    assert "No events found" in calendar(name="nowhere")[1]
    assert names(calendar(kind="nonsense")[0]["now"]) == ["Now"]


def test_past_events_are_by_year_and_in_pages():
    for number in range(30):
        dated(section_of(players=0), -400 - number, name=f"Old {number}")
    dated(section_of(players=0), -3, name="Late")
    context, text = calendar()
    assert names(context["past"])[0] == "Late"
    assert (len(context["past"]), context["page"].paginator.num_pages) == (24, 2)
    year = (timezone.localdate() - timedelta(days=3)).year
    assert names(calendar(year=year)[0]["past"]) == ["Late"]
    assert f"?year={year}" in text
    assert len(calendar(page=2)[0]["past"]) == 7


def test_five_hundred_events_take_as_many_queries_as_ten():
    section = section_of(players=2)
    event = dated(section, 1)

    def asked():
        PAGE_CACHE.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert Client().get("/events/").status_code == 200
        return len(queries)

    few = asked()
    made = Event.objects.bulk_create(
        Event(
            organisation=event.organisation,
            name=f"Event {n}",
            slug=f"event-{n}",
            starts_on=timezone.localdate() + timedelta(days=n - 250),
            state=EventState.PUBLISHED,
        )
        for n in range(500)
    )
    Section.objects.bulk_create(
        Section(
            event=one, slug="main", name="Main", variant="english", law_book="x", system="manual", rounds=1
        )
        for one in made
    )
    assert asked() <= few + 1


def test_programs_get_the_same(three):
    answer = Client().get("/api/v1/events/", {"when": "now"}).json()
    (row,) = answer["results"]
    assert (row["name"], row["phase"], row["status"]) == ("Now", "now", "in_play")
    assert (row["round"], row["players"], row["takes_entries"]) == (2, 6, False)
    assert len(row["leaders"]) == 1
    assert [one["name"] for one in Client().get("/api/v1/events/", {"name": "next"}).json()["results"]] == [
        "Next"
    ]
    assert Client().get("/api/v1/events/", {"kind": "nonsense"}).status_code == 400
    feed = Client().get("/events/calendar.ics").content.decode()
    assert "SUMMARY:Now" in feed
    assert "SUMMARY:Next" in feed
    assert "SUMMARY:Past" not in feed


@pytest.mark.parametrize("year", ["0", "0000", "10000", "9" * 18])
def test_a_year_that_no_calendar_has_filters_nothing(three, year):
    context, _text = calendar(year=year)
    assert names(context["past"]) == ["Past"]


def test_the_last_year_of_the_calendar_has_no_events(three):
    assert names(calendar(year="9999")[0]["past"]) == []
