"""The score sheet of the viewer: signs, side lines, what was not replayed, dates, evidence."""

import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from club.core.actor import SYSTEM
from club.organisations.services.organisations import ensure_organisation
from games.archive.services.archive import save_game
from games.judging.selectors import side_lines
from games.templatetags.draughts import known_date

pytestmark = pytest.mark.django_db

REPEATED = '[FEN "B:W21,K32:B13,K1"]\n\n' + " ".join(["1-5 32-28 5-1 28-32"] * 3)


def sheet_of(client, record):
    response = client.post(reverse("games:check"), {"pdn": record})
    assert response.status_code == 200
    return response.content.decode()


def test_signs_of_annotation_stand_behind_their_moves(client):
    text = sheet_of(client, "1. 11-15! 23-19 $2 2. 8-11 $4 22-17?! *")
    for move in ("11-15!", "23-19?", "8-11??", "22-17?!"):
        assert f">{move}</a>" in text


def test_a_side_line_is_shown_with_the_lines_inside_it(client):
    text = sheet_of(client, "1. 11-15 23-19 (1... 22-18 {[%clk 1:00] too early} $1 2. 15x22 (2. 14x22)) *")
    shown = re.search(r'<div class="moves__comment .*?</div>', text, re.DOTALL)
    assert strip_tags(shown.group()).strip() == "(1... 22-18! too early 2. 15x22 (2. 14x22))"


def test_moves_of_a_side_line_have_their_positions(client):
    record = (
        '[GameType "20"]\n\n1. 32-28 {[%clk 1:30:00]} 19-23 '
        "(1... 18-22 2. 37-32 (2. 31-27 22x31) 2... 12-18 3. 99-98) 2. 28x19 14x23 (2... 13x24) *"
    )
    text = sheet_of(client, record)
    assert "1:30:00" in text
    found = re.findall(r'data-side-move data-label="([^"]*)" data-fen="(.)[^"]*"[^>]*>([^<]*)</button>', text)
    assert found == [
        ("1...", "W", "18-22"),
        ("2.", "B", "37-32"),
        ("2.", "B", "31-27"),
        ("2...", "W", "22x31"),
        ("2...", "W", "12-18"),
        ("2...", "W", "13x24"),
    ]
    assert '<span class="score">99-98</span>' in text


def test_moves_of_side_lines_with_positions_are_limited(client, monkeypatch):
    monkeypatch.setattr(side_lines, "MAX_SIDE_MOVES", 1)
    text = sheet_of(client, '[GameType "20"]\n\n1. 32-28 (1. 31-26 19-23) (1. 31-27) *')
    assert text.count("data-side-move") == 1
    assert "31-27" in text


def test_what_follows_an_illegal_move_is_not_lost(client):
    text = sheet_of(client, "1. 11-15 22-18 2. 8-11 18x9! 3. 5x14 *")
    shown = text.partition("Written, but not replayed:")[2].partition("</p>")[0]
    assert "18x9! 5x14" in shown
    assert "8-11" not in shown


def test_the_moves_of_rules_nobody_plays_here_are_not_said_to_be_missing(client):
    text = sheet_of(client, '[GameType "32"]\n\n1. 31-26 17-21 *')
    assert "The record has no moves" not in text
    assert "31-26 17-21" in text.partition("Written, but not replayed:")[2].partition("</p>")[0]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("1894.??.??", "1894", id="the year alone is known"),
        pytest.param("1894-??-??", "1894", id="with strokes"),
        pytest.param("1894.05.??", "1894.05", id="year and month"),
        pytest.param("????.??.??", "", id="nothing is known"),
        pytest.param("?", "", id="one mark for all"),
        pytest.param("17 april 2009", "17 april 2009", id="in words"),
        pytest.param("1847?", "1847?", id="a doubtful year"),
        pytest.param(None, "", id="no date"),
    ],
)
def test_a_date_is_shown_as_far_as_it_is_known(written, shown):
    assert known_date(written) == shown


def test_an_intended_move_that_was_not_played_is_evidence_before_its_position(client):
    text = sheet_of(client, f"{REPEATED.removesuffix(' 28-32')} *")
    last = text.rpartition('data-arrow="')[2]
    assert last.startswith("28-32")
    assert ">with 28-32</a>" in last
    assert 'data-ply="12"' not in text  # the game has 11 half-moves


@pytest.mark.parametrize("move", ["99-98", "18-15"])
def test_a_move_without_a_piece_says_nothing_about_the_piece_first_moved(client, move):
    text = sheet_of(client, f"1. 11-15 {move} *")
    assert "Illegal move" in text
    assert "piece first moved" not in text


UNKNOWN = '[White "Wiersma"]\n[GameType "32"]\n\n1. 31-26 17-21 *'


def test_a_record_of_rules_not_played_here_is_shown_unjudged(client):
    text = sheet_of(client, UNKNOWN)
    assert "Not checked" in text
    assert "GameType 32 is not supported." in text
    assert "<draughts-board" not in text
    assert "International draughts" not in text.partition("<game-viewer")[2]


@pytest.mark.parametrize("name", ["games:game", "games:game_sheet"])
def test_a_kept_game_of_rules_not_played_here_has_its_pages(client, name):
    game = save_game(
        organisation=ensure_organisation(slug="demo", name="Demo", actor=SYSTEM), text=UNKNOWN, actor=SYSTEM
    )
    response = client.get(reverse(name, args=[game.pk]))
    assert response.status_code == 200
    assert "31-26 17-21" in response.content.decode()
    assert "Not checked" in client.get(reverse("games:list")).content.decode()
