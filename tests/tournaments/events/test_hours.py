"""An event in Tokyo, looked at from Amsterdam: every hour says which clock it is by."""

import re
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import club_of, play, somebody
from pdf_pages import read_pages
from worlds import world

from club.core.actor import SYSTEM
from club.core.errors import EndsBeforeStart
from tournaments.events.errors import UnknownTimeZone
from tournaments.events.services.events import change_event, create_event
from tournaments.models import Event, RoundTime
from tournaments.rounds.services.rounds import close_round

pytestmark = pytest.mark.django_db
TOKYO = "JST"
HOUR = re.compile(r"(?<![\d:+-])\d{1,2}:\d{2}(?!\d|:)(?: (?:a|p)\.m\.)?\s*(\S*)")


@world
def tokyo(hall, case):
    """A round that was played and closed in Tokyo, with a case that was opened."""
    Event.objects.filter(pk=hall.event.pk).update(time_zone="Asia/Tokyo")
    RoundTime.objects.create(
        section=hall.row.section, number=1, starts_at=datetime(2026, 11, 24, 1, 0, tzinfo=UTC)
    )
    play(hall.row)
    close_round(round_id=hall.row.pk, actor=SYSTEM)
    return hall


@pytest.fixture
def visitor_from_amsterdam(settings):
    client = Client(headers={"Accept-Language": "nl"})
    client.force_login(somebody("owner").user)
    client.cookies[settings.ZONE_COOKIE_NAME] = "Europe/Amsterdam"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "nl"
    return client


def words_of(answer):
    """What of an answer is read by people."""
    if answer.headers["Content-Type"] == "application/pdf":
        return "\n".join(page.extract_text() for page in read_pages(answer.content))
    text = re.sub(r"<(script|style|input|option)\b.*?(</\1>|>)", "", answer.content.decode(), flags=re.DOTALL)
    return re.sub(r"<[^>]*>", "", text)


def pages_of(hall, case):
    section, event = hall.row.section, hall.event
    names = [event.slug, section.slug]
    return [
        reverse("tournaments:event", args=[event.slug]),
        reverse("tournaments:standings", args=names),
        reverse("tournaments:desk_standings", args=[section.pk]),
        reverse("tournaments:desk_case", args=[case.pk]),
        reverse("tournaments:calls", args=[event.pk]),
        reverse("tournaments:desk_appeal", args=[case.pk]),
        reverse("tournaments:desk_arbiter_report", args=[event.pk]),
        reverse("tournaments:desk_arbiter_report_pdf", args=[event.pk, "a4"]),
        reverse("tournaments:desk_equipment", args=[event.pk]),
    ]


def test_every_hour_of_the_event_is_by_its_own_clock(tokyo, case, visitor_from_amsterdam):
    seen = 0
    for address in pages_of(tokyo, case):
        answer = visitor_from_amsterdam.get(address)
        assert answer.status_code == 200, address
        for said in HOUR.finditer(words_of(answer)):
            assert said[1].startswith(TOKYO), (address, said[0])
            seen += 1
    assert seen >= 5


def test_the_first_round_begins_at_ten_in_tokyo(tokyo, client):
    text = client.get(
        reverse("tournaments:event", args=[tokyo.event.slug]), headers={"Accept-Language": "nl"}
    )
    assert "10:00 JST" in text.content.decode()


def test_a_page_of_the_club_is_by_the_clock_of_the_viewer(tokyo, visitor_from_amsterdam):
    text = words_of(visitor_from_amsterdam.get(reverse("club:audit") + f"?club={club_of().slug}"))
    assert HOUR.search(text)[1] in {"CET", "CEST"}


def test_a_zone_that_nobody_knows_is_refused_when_an_event_is_made(db):
    with pytest.raises(UnknownTimeZone):
        create_event(
            organisation_id=club_of().pk, name="Open", preset="weekend", actor=SYSTEM, time_zone="Mars/Base"
        )


def test_a_last_day_before_the_first_is_refused_and_never_moved(section, client):
    first, last = date(2026, 5, 2), date(2026, 5, 1)
    event = section.event
    with pytest.raises(EndsBeforeStart):
        change_event(event_id=event.pk, version=event.version, starts_on=first, ends_on=last, actor=SYSTEM)
    with pytest.raises(EndsBeforeStart):
        create_event(
            organisation_id=club_of().pk,
            name="Open",
            preset="weekend",
            actor=SYSTEM,
            starts_on=first,
            ends_on=last,
        )
    client.force_login(somebody("director").user)
    facts = {"name": "Open", "version": event.version, "starts_on": "2026-05-02", "ends_on": "2026-05-01"}
    answer = client.post(reverse("tournaments:desk_event", args=[event.pk]), facts)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "is before the first day" in text
    assert "event_days_in_order" not in text
