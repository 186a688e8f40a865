"""Tables in other people's pages, and calendars to subscribe to."""

from datetime import UTC, date, datetime

import pytest
from club_evening import director, draft_of, played_of, published_of, section_of
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from tournaments.events.services.events import change_event, show_event
from tournaments.models import Event, Round, RoundTime
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db
EMBEDS = ("pairings", "standings", "crosstable", "players")


@world
def section():
    section = section_of(7)
    played_of(section)
    published_of(section)
    return section


def embed(section, *more):
    name = "embed_theme" if len(more) > 1 else "embed"
    return Client().get(reverse(f"tournaments:{name}", args=[section.event.slug, section.slug, *more]))


@pytest.mark.parametrize("what", EMBEDS)
def test_a_frame_may_stand_anywhere_and_sets_no_cookies(section, what):
    for _ in range(2):  # drawn, then from memory
        answer = embed(section, what)
        assert answer.status_code == 200
        policy = answer.headers["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "script-src 'self'" in policy
        assert "X-Frame-Options" not in answer.headers
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert not answer.cookies
    text = answer.content.decode()
    assert "Player 03" in text
    assert "<form" not in text
    assert "Draughts Club</a>" not in text


def test_every_other_page_stays_out_of_frames(section):
    names = [section.event.slug, section.slug]
    for name in ("standings", "crosstable", "players"):
        answer = Client().get(reverse(f"tournaments:{name}", args=names))
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Frame-Options"] == "DENY"


def test_a_frame_is_light_or_dark_as_asked(section):
    assert "embed--dark" in embed(section, "standings", "dark").content.decode()
    assert "embed--light" in embed(section, "standings", "light").content.decode()
    assert "embed--auto" in embed(section, "standings").content.decode()
    assert embed(section, "standings", "pink").status_code == 404
    assert embed(section, "posters").status_code == 404


def test_the_pairings_of_a_frame_are_those_of_the_latest_published_round(section):
    draft_of(section_of(4))
    text = embed(section, "pairings").content.decode()
    assert "Round 2" in text
    empty = section_of(4)
    draft_of(empty)
    text = embed(empty, "pairings").content.decode()
    assert "Player 01" not in text
    assert "No rounds published yet." in text


def test_a_hidden_event_is_in_no_frame_and_no_calendar(section, client):
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    client.force_login(director())
    for what in EMBEDS:
        address = reverse("tournaments:embed", args=[section.event.slug, section.slug, what])
        assert client.get(address).status_code == 404  # not even to the desk
    assert Client().get(reverse("tournaments:event_calendar", args=[section.event.slug])).status_code == 404


def test_the_desk_has_snippets_and_addresses(section, client):
    client.force_login(director())
    text = client.get(reverse("tournaments:desk_share", args=[section.pk])).content.decode()
    names = [section.event.slug, section.slug]
    for what in EMBEDS:
        address = reverse("tournaments:embed", args=[*names, what])
        assert f"&lt;iframe src=&quot;http://testserver{address}&quot;" in text
    assert reverse("tournaments:section_calendar", args=names) in text


# -- calendars ---------------------------------------------------------------------------------------


BEGINS = datetime(2026, 12, 5, 9, 30, tzinfo=UTC)


@world
def timed(section):
    """The second round has a time, the event two days and a name that is folded."""
    Round.objects.filter(section=section, number=2).update(starts_at=BEGINS)
    facts = {"starts_on": date(2026, 12, 5), "ends_on": date(2026, 12, 6), "venue": "Hall; row 1, left"}
    name = "Öffentliche Meisterschaft im Damespiel mit einem langen, sehr langen Namen"
    change_event(event_id=section.event_id, version=section.event.version, actor=SYSTEM, name=name, **facts)
    section.event = Event.objects.get(pk=section.event_id)
    return section


def calendar(name, *arguments):
    answer = Client().get(reverse(f"tournaments:{name}", args=arguments))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return answer.content, Calendar.from_ical(answer.content)


def test_lines_are_folded_and_times_are_utc(timed):
    raw, read = calendar("section_calendar", timed.event.slug, timed.slug)
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert any(line.startswith(b" ") for line in lines)
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"DTSTART:20261205T093000Z" in raw
    (one,) = read.walk("VEVENT")
    assert str(one["SUMMARY"]) == f"Round 2: {timed.event.name}, {timed.name}"
    assert str(one["LOCATION"]) == "Hall; row 1, left"


def test_an_event_has_its_days_and_the_rounds_of_every_section(timed):
    _raw, read = calendar("event_calendar", timed.event.slug)
    days, one = read.walk("VEVENT")
    assert (days["DTSTART"].dt, days["DTEND"].dt) == (date(2026, 12, 5), date(2026, 12, 7))
    assert one["DTSTART"].dt == BEGINS


def test_a_round_keeps_its_identifier_and_its_sequence_grows(timed):
    names = (timed.event.slug, timed.slug)
    (before,) = calendar("section_calendar", *names)[1].walk("VEVENT")
    row = Round.objects.get(section=timed, number=2)
    board = row.pairings.get(board_number=1)
    record_result(pairing_id=board.pk, game=1, outcome="draw", actor=SYSTEM)
    row.starts_at = BEGINS.replace(hour=11)
    row.save()
    PAGE_CACHE.clear()
    (after,) = calendar("section_calendar", *names)[1].walk("VEVENT")
    assert after["UID"] == before["UID"]
    assert after["DTSTART"].dt.hour == 11
    assert after["SEQUENCE"] > before["SEQUENCE"]


def test_a_player_is_told_board_and_opponent_once_they_are_published(timed):
    player = timed.entries.get(name="Player 01")
    names = (timed.event.slug, timed.slug, player.number)
    (one,) = calendar("player_calendar", *names)[1].walk("VEVENT")
    pairing = timed.round_rows.get(number=2).pairings.filter(white=player).first()
    other = pairing.black if pairing else timed.round_rows.get(number=2).pairings.get(black=player).white
    assert other.name in str(one["DESCRIPTION"])
    assert "Board " in str(one["DESCRIPTION"])
    draft = draft_of(timed_draft := section_of(4))
    Round.objects.filter(pk=draft.pk).update(starts_at=BEGINS)
    number = timed_draft.entries.order_by("number").first().number
    (one,) = calendar("player_calendar", timed_draft.event.slug, timed_draft.slug, number)[1].walk("VEVENT")
    assert "DESCRIPTION" not in one  # the time is public, the draft is not


def test_a_calendar_without_times_has_the_days_of_the_event(section):
    change_event(
        event_id=section.event_id,
        version=Event.objects.get(pk=section.event_id).version,
        actor=SYSTEM,
        starts_on=date(2027, 1, 2),
    )
    (days,) = calendar("section_calendar", section.event.slug, section.slug)[1].walk("VEVENT")
    assert days["DTEND"].dt == date(2027, 1, 3)
    answer = Client().get(reverse("tournaments:event", args=[section.event.slug]))
    assert reverse("tournaments:event_calendar", args=[section.event.slug]) in answer.content.decode()


def test_a_round_that_is_only_planned_stands_in_the_calendar_too(timed):
    RoundTime.objects.create(section=timed, number=3, starts_at=BEGINS.replace(hour=14))
    RoundTime.objects.create(
        section=timed, number=2, starts_at=BEGINS.replace(hour=8)
    )  # played later instead
    found = calendar("section_calendar", timed.event.slug, timed.slug)[1].walk("VEVENT")
    assert [one["DTSTART"].dt.hour for one in found] == [9, 14]


def test_a_table_that_counts_a_round_that_is_played_says_so(section):
    for what in ("standings", "crosstable"):
        assert "provisional" in embed(section, what).content.decode()
