"""Every page of an event answers, with a hostile name in it, and keeps what all pages promise."""

import pytest
from django.test import Client
from django.urls import reverse
from test_pages import HOSTILE, check_promises

from club.actor import SYSTEM
from club.models import User
from tournaments.entry_lists import EntryLine
from tournaments.models import AbsenceKind, Outcome
from tournaments.services.demo import load_demo_event
from tournaments.services.entries import add_entries
from tournaments.services.events import show_event
from tournaments.services.rounds import propose_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    """The demo's section with a hostile late entry and a fourth round as a draft."""
    section = load_demo_event(actor=SYSTEM).sections.get()
    add_entries(section_id=section.pk, lines=[EntryLine(HOSTILE, 1500, HOSTILE)], actor=SYSTEM)
    propose_round(section_id=section.pk, actor=SYSTEM)
    return section


@pytest.fixture
def desk(section):
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    return client


def public_pages(section):
    names = [section.event.slug, section.slug]
    pages = [reverse(f"tournaments:{name}", args=names) for name in ("players", "standings", "crosstable")]
    pages.append(reverse("tournaments:pairings", args=[*names, 3]))
    return [*pages, reverse("tournaments:event", args=names[:1])]


def desk_pages(section):
    names = ("desk_settings", "desk_entries", "desk_standings")
    pages = [reverse(f"tournaments:{name}", args=[section.pk]) for name in names]
    pages += [reverse("tournaments:desk_round", args=[row.pk]) for row in section.round_rows.all()]
    return [*pages, reverse("tournaments:desk_event", args=[section.event_id])]


def test_public_pages_keep_their_promises_and_show_no_draft(client, section):
    for address in ["/events/", *public_pages(section)]:
        answer = client.get(address)
        assert answer.status_code == 200, address
        check_promises(answer)
        assert HOSTILE not in answer.content.decode()
    draft = reverse("tournaments:pairings", args=[section.event.slug, section.slug, 4])
    assert client.get(draft).status_code == 404


def test_pages_of_the_desk_keep_their_promises(desk, section):
    for address in ["/desk/events/", *desk_pages(section)]:
        answer = desk.get(address)
        assert answer.status_code == 200, address
        check_promises(answer)
        assert HOSTILE not in answer.content.decode()


def test_nobody_sees_a_hidden_event(client, section, django_capture_on_commit_callbacks):
    pages = public_pages(section)
    assert [client.get(address).status_code for address in pages] == [200] * len(pages)
    with django_capture_on_commit_callbacks(execute=True):  # kept pages are given up at once
        show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    assert [client.get(address).status_code for address in pages] == [404] * len(pages)
    assert "Demo club open" not in client.get("/events/").content.decode()


@pytest.mark.parametrize("kind", ["", "nonsense", "half"])
def test_a_bye_of_an_unknown_kind_is_worth_nothing(desk, section, kind):
    entry = section.entries.earliest("pk")
    address = reverse("tournaments:desk_entry_act", args=[entry.pk, "bye"])
    assert desk.post(address, {"round": "4", "kind": kind}).status_code == 302
    assert entry.absences.get().kind == (AbsenceKind.HALF if kind == "half" else AbsenceKind.ZERO)


def test_a_result_is_entered_by_a_press(desk, section):
    row = section.round_rows.get(number=4)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    board = row.pairings.filter(black__isnull=False).first()
    address = reverse("tournaments:desk_result", args=[board.pk, 1])
    sent = {"outcome": "draw", "was": "pending"}
    answer = desk.post(address, sent, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert board.games.get().outcome == Outcome.DRAW
    again = desk.post(address, sent | {"outcome": "white"}, headers={"hx-request": "true"})
    assert 'role="alert"' in again.content.decode()
    assert board.games.get().outcome == Outcome.DRAW
