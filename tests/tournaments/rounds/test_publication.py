"""Before the one click that publishes: what becomes visible, where, with what on it, and who is told."""

import ast
from pathlib import Path

import pytest
from club_evening import draft_of, section_of
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from history import build_round
from team_evening import teams_of
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.models import Organisation, User
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.models import Event, Outcome, Round, Section
from tournaments.results.services.results import record_result
from tournaments.rounds.selectors.publication import publication_of
from tournaments.rounds.services.rounds import propose_round, publish_round

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]


@world
def draft():
    """The second round of five players with ballots, not published yet; the event is hidden."""
    north = Organisation.objects.create(slug="north", name="North")
    event = create_event(organisation_id=north.pk, name="Open", preset="acf", actor=SYSTEM)
    section = event.sections.get()
    lines = [EntryLine(f"Player {n}", 2000 - n) for n in range(5)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    for board in row.pairings.filter(black__isnull=False):
        for game in (1, 2):
            record_result(pairing_id=board.pk, game=game, outcome=Outcome.DRAW, actor=SYSTEM)
    return propose_round(section_id=section.pk, actor=SYSTEM)


@world
def director():
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    return client


def test_the_preview_names_what_becomes_visible(draft):
    told = publication_of(draft)
    assert (told.boards, told.players, len(told.byes), len(told.openings)) == (2, 4, 1, 2)
    assert told.byes[0].entry == draft.pairings.get(black__isnull=True).white
    assert (told.round_before, told.new_cards, told.is_public) == (1, 0, False)


def test_a_round_that_is_not_out_yet_has_a_page_that_waits_and_tells_of_no_draft(draft, client):
    address = dict(publication_of(draft).pages)["pairings"]
    show_event(event_id=draft.section.event_id, is_public=True, actor=SYSTEM)
    page = client.get(address)
    text = page.content.decode()
    assert page.status_code == 404
    assert f"Round {draft.number} is not out yet" in text
    assert f'data-live="section:{draft.section_id}"' in text
    assert draft.pairings.first().white.name not in text
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"{address}?x=1").content == page.content
    assert len(asked) == 0
    for number, is_awaited in ((draft.number + 1, True), (draft.number + 9, False)):
        other = client.get(address.replace(f"/{draft.number}/", f"/{number}/")).content.decode()
        assert (f"Round {number} is not out yet" in other) is is_awaited
    publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    PAGE_CACHE.clear()  # the event, which is told after the transaction, does this
    assert client.get(address).status_code == 200


def test_its_addresses_are_there_once_the_round_is_published(draft, client):
    pages = dict(publication_of(draft).pages)
    show_event(event_id=draft.section.event_id, is_public=True, actor=SYSTEM)
    assert publication_of(Round.objects.get(pk=draft.pk)).is_public
    assert client.get(pages["pairings"]).status_code == 404
    publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    PAGE_CACHE.clear()
    assert {client.get(address).status_code for address in pages.values()} == {200}


def test_it_stands_beside_the_one_click(draft, director):
    page = reverse("tournaments:desk_round", args=[draft.pk])
    text = director.get(page).content.decode()
    assert "What becomes visible" in text
    assert "The event is hidden: only staff see" in text
    assert publication_of(draft).openings[0][1] in text
    publish = reverse("tournaments:desk_round_act", args=[draft.pk, "publish"])
    assert text.count(f'action="{publish}"') == 2  # for everybody as the next step, and for staff alone
    director.post(publish, {"version": draft.version, "show_event": "1"})
    draft.refresh_from_db()
    assert draft.state == "published"
    assert "What becomes visible" not in director.get(page).content.decode()


def test_a_round_of_a_hidden_event_asks_whether_the_event_is_shown(draft, director, client):
    page = reverse("tournaments:desk_round", args=[draft.pk])
    publish = reverse("tournaments:desk_round_act", args=[draft.pk, "publish"])
    there = dict(publication_of(draft).pages)["pairings"]
    text = director.get(page).content.decode()
    assert "Publish event and round 2" in text
    panel = text.partition("What becomes visible")[2].partition("</details>")[0]
    assert "Publish, staff only" in panel
    assert text.count("Publish, staff only") == 1
    refused = director.post(publish, {"version": draft.version}, follow=True).content.decode()
    assert "was not published: Open is hidden" in refused
    director.post(publish, {"version": draft.version, "show_event": "0"})
    assert client.get(there).status_code == 404
    assert "The event is hidden: only staff see this round." in director.get(page).content.decode()
    director.post(reverse("tournaments:desk_round_act", args=[draft.pk, "unpublish"]))
    draft.refresh_from_db()
    director.post(publish, {"version": draft.version, "show_event": "1"})
    assert client.get(there).status_code == 200
    assert "The event is hidden: only staff see this round." not in director.get(page).content.decode()


def test_a_published_round_shows_its_public_address_and_who_looks_at_it(draft, director, client, monkeypatch):
    monkeypatch.setattr(
        "tournaments.rounds.pages.published.watchers_of", {f"section:{draft.section_id}": 7}.get
    )
    page = reverse("tournaments:desk_round", args=[draft.pk])
    sent = {"version": draft.version, "show_event": "1"}
    answer = director.post(reverse("tournaments:desk_round_act", args=[draft.pk, "publish"]), sent)
    assert answer.headers["Location"] == f"{page}?published=1"
    text = director.get(answer.headers["Location"]).content.decode()
    there = dict(publication_of(draft).pages)["pairings"]
    assert "Round 2 is public" in text
    assert f"http://testserver{there}" in text
    assert "<svg" in text.partition("Round 2 is public")[0].rpartition("published__code")[2]
    assert "7 devices show these pages now." in text
    part = director.get(reverse("tournaments:desk_watchers", args=[draft.pk])).content.decode()
    assert part.strip().startswith("<p")
    assert "7 devices" in part
    assert client.get(f"/q/r/{draft.pk}/").headers["Location"] == there
    assert "is public" not in director.get(page).content.decode()


def test_without_phones_the_publication_leads_to_the_hall(draft, director, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    show_event(event_id=draft.section.event_id, is_public=True, actor=SYSTEM)
    publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    page = f"{reverse('tournaments:desk_round', args=[draft.pk])}?published=1"
    text = director.get(page, headers={"Host": "localhost"}).content.decode()
    assert "Round 2 is public" in text
    assert f'class="button" href="{reverse("club:hall")}"' in text


def test_codes_of_a_hidden_event_say_nothing_to_the_public(draft, director, client):
    codes = (f"/q/v/{draft.section.event_id}/", f"/q/r/{draft.pk}/")
    for code in codes:
        assert client.get(code).status_code == 404
        assert director.get(code).status_code == 302
    for unknown in ("/q/v/999999/", "/q/r/999999/", "/q/v/x/"):
        assert director.get(unknown).status_code == 404


def test_a_staff_only_publication_shows_no_public_address(draft, director):
    sent = {"version": draft.version, "show_event": "0"}
    publish = reverse("tournaments:desk_round_act", args=[draft.pk, "publish"])
    assert "Round 2 is public" not in director.post(publish, sent, follow=True).content.decode()


def test_the_interface_does_not_publish_a_round_of_a_hidden_event_in_silence(draft, director, client):
    address, there = f"/api/v1/rounds/{draft.pk}/publish", dict(publication_of(draft).pages)["pairings"]

    def ask(**given):
        return director.post(address, {"version": draft.version, **given}, content_type="application/json")

    refused = ask()
    assert (refused.status_code, refused.json()["code"]) == (409, "event_hidden")
    assert ask(show_event=None).status_code == 409
    assert Round.objects.get(pk=draft.pk).state == "draft"
    assert not Event.objects.get().is_public
    assert ask(show_event=True).status_code == 200
    assert client.get(there).status_code == 200


PUBLISHING = {"publish_round", "pair_night"}


def test_whatever_lets_somebody_publish_passes_on_what_becomes_of_a_hidden_event():
    """Pages and API call the publishing services; what they leave out would publish unseen."""
    calls = [
        (path, call)
        for path in sorted((ROOT / "tournaments").rglob("*.py"))
        if {"pages", "api"} & {path.parent.name, path.stem}
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call)
        and getattr(call.func, "attr", getattr(call.func, "id", "")) in PUBLISHING
    ]
    assert len(calls) >= 4
    for path, call in calls:
        given = {word.arg for word in call.keywords}
        # `**given.validated_data` of a form that has the field counts as passing it on.
        assert "show_event" in given or (None in given and "ShowEventInput" in path.read_text()), path


def test_the_interface_tells_it(draft, director):
    told = director.get(f"/api/v1/rounds/{draft.pk}/publication").json()
    assert (told["boards"], told["standings_after"], len(told["openings"])) == (2, 1, 2)
    assert Client().get(f"/api/v1/rounds/{draft.pk}/publication").status_code == 401
    assert Section.objects.get().round_rows.get(number=2).state == "draft"


@pytest.mark.parametrize(("members", "warned"), [(0, 4), (4, 0)])
def test_teams_without_members_are_named(director, members, warned):
    row = draft_of(teams_of(4, members=members))
    assert len(publication_of(row).without_members) == warned
    text = director.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    assert ("Teams without members" in text) == bool(warned)
    told = director.get(f"/api/v1/rounds/{row.pk}/publication").json()
    assert len(told["without_members"]) == warned


@pytest.mark.parametrize("preset", ["round_robin", "knockout", "blitz"])
def test_players_who_entered_after_a_table_was_drafted_are_named_before_it_is_published(director, preset):
    section = section_of(4, preset=preset)
    row = draft_of(section)
    add_entries(section_id=section.pk, lines=[EntryLine("Reid"), EntryLine("Long")], actor=SYSTEM)
    told = director.get(f"/api/v1/rounds/{row.pk}/publication").json()
    text = director.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    missing = [] if preset == "blitz" else ["Long", "Reid"]
    assert [one["name"] for one in told["not_in_table"]] == missing
    assert ("as they entered after round 1 was drafted: Long, Reid. Re-pair the draft." in text) == bool(
        missing
    )


def test_a_single_game_shows_its_result_once(client):
    row = build_round(section_of(4), Outcome.WHITE)
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    text = client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    board = text.partition('<tr id="board-')[2].partition("</tr>")[0]
    assert board.count("2\N{EN DASH}0") == 1
