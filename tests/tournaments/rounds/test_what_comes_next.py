"""What a round says at the desk while it is played: how many games are open, and which button comes next."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import published_round, section_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import User
from tournaments.models import GameResult, Outcome
from tournaments.results.pages.boards import board_line
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round

pytestmark = pytest.mark.django_db
MAIN = re.compile(r'id="way".*?</section>', re.DOTALL)


@world
def desk():
    client = Client()
    client.force_login(User.objects.create_superuser("desk@north.example", "x"))
    return client


def page_of(desk, row):
    return desk.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()


def open_of(row):
    return GameResult.objects.filter(pairing__round=row, outcome=Outcome.PENDING).order_by("pk")


def way_in(text):
    """Return the strip of the page, or of an answer to htmx."""
    return MAIN.search(text)[0]


def test_the_way_asks_for_results_while_some_are_missing(desk, section):
    row = published_round(section)
    text = page_of(desk, row)
    assert "3 games open" in text
    assert "3 boards have no result" in way_in(text)
    assert "Close the round" not in text


def test_an_entered_result_changes_the_count_and_the_last_one_the_button(desk, section):
    row = published_round(section)
    *others, last = open_of(row)
    for result in others:
        answer = record(desk, result)
    assert "1 game open" in answer
    assert f"Board {last.pairing.board_number} has no result" in way_in(answer)
    assert 'hx-swap-oob="morph"' in way_in(answer)
    answer = record(desk, last)
    assert "open</span>" not in answer
    assert "Close round 1</button>" in way_in(answer)
    assert "Close round 1</button>" in way_in(page_of(desk, row))


def record(desk, result):
    address = reverse("tournaments:desk_result", args=[result.pairing_id, result.number])
    given = {"outcome": "draw", "was": "pending"}
    return desk.post(address, given, headers={"HX-Request": "true"}).content.decode()


def test_the_next_round_comes_after_a_closed_one(desk, section):
    row = published_round(section)
    for result in open_of(row):
        record(desk, result)
    close_round(round_id=row.pk, actor=SYSTEM)
    text = page_of(desk, row)
    assert "Pair round 2</button>" in way_in(text)
    assert "Close the round" not in text


@pytest.mark.parametrize(
    ("second", "told"),
    [(Outcome.ADJOURNED, "2–2 (open)"), (Outcome.PENDING, "1–1 (open)"), (Outcome.DRAW, "2–2")],  # noqa: RUF001
)
def test_a_total_with_a_game_to_come_is_open(second, told):
    board = published_round(section_of(preset="acf")).pairings.get(board_number=1)
    for game, outcome in ((1, Outcome.DRAW), (2, second)):
        if outcome != Outcome.PENDING:
            record_result(pairing_id=board.pk, game=game, outcome=outcome, actor=SYSTEM)
    assert board_line(board).total == told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("Joe Wrong\tabc", "1 added. Name: Joe Wrong. Club: abc."),
        ("Joe\t1800\tNED\nJim", "2 added. Name: Joe, Jim. Rating: 1800. Federation: NED."),
        ("A1;1\nB2;2\nC3;3\nD4;4", "4 added. Name: A1, B2, C3 … Rating: 1, 2, 3 …"),
        ("Joe\nJim", "2 added.</"),
    ],
)
def test_a_pasted_list_says_what_its_columns_were_taken_for(desk, given, told):
    address = reverse("tournaments:desk_entries", args=[section_of(players=0).pk])
    text = desk.post(address, {"players": given}, follow=True).content.decode()
    assert told in " ".join(text.split())


def test_the_event_leads_to_what_the_public_may_enter(desk, section):
    text = desk.get(reverse("tournaments:desk_event", args=[section.event_id])).content.decode()
    assert reverse("tournaments:desk_inbox", args=[section.pk]) + "#open-title" in text
