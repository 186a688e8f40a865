"""Every board of a round says why it is what it is."""

import re

import pytest
from club_evening import director, draft_of, played_of, published_of, section_of
from django.urls import reverse

from club.core.actor import SYSTEM
from tournaments.models import Round
from tournaments.pairing.match_swiss.options import Pattern
from tournaments.pairing.reasons import Code
from tournaments.results.pages.boards import board_lines
from tournaments.rounds.pages.reasons import reasons_context
from tournaments.rounds.reason_messages import PATTERNS, REASONS, stored_reason_text
from tournaments.rounds.services.pairings import lock_board, swap_players, turn_colours
from tournaments.rounds.services.rounds import propose_round


def reasons_of(row):
    row = Round.objects.select_related("section").get(pk=row.pk)
    return reasons_context(row, board_lines(row))


def test_every_code_and_pattern_has_its_words():
    assert set(REASONS) == set(Code)
    assert set(PATTERNS) == {pattern.value for pattern in Pattern}


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ({"code": "same_score", "rule": "C.04.3 1.3", "score": 4}, "Both have 4 points. (C.04.3 1.3)"),
        (
            {"code": "float", "rule": "", "down": 1, "down_score": 4, "up": 9, "up_score": 3},
            "Ann (4 points) floats down to 9 (3 points).",
        ),
        (
            {"code": "pattern", "rule": "", "pattern": "slide", "upper": 1, "lower": 5},
            "In their score group they are number 1 and number 5: first meets first of the lower half.",
        ),
        (
            {"code": "next_best", "rule": "", "criterion": "rematches", "more": 1},
            "Without this pair the round would have been worse: rematches by 1.",
        ),
        (
            {"code": "same_group", "rule": "", "group": "club:North"},
            "Both are in the same group (North); this could not be avoided.",
        ),
    ],
)
def test_reasons_in_words(reason, text):
    assert stored_reason_text(reason, {1: "Ann"}) == text


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["acf", "blitz", "micro", "round_robin"])
def test_every_board_and_the_bye_have_reasons(preset):
    section = section_of(9, preset=preset)
    for _ in range(3):
        row = played_of(section)
        whys = reasons_of(row)["whys"]
        assert [pk for pk, told in whys.items() if not told and row.pairings.get(pk=pk).bye == ""] == []
        if preset != "round_robin":
            assert whys[row.pairings.get(bye="allocated").pk]


@pytest.mark.django_db
def test_a_change_by_hand_is_said_and_a_turned_board_keeps_its_meeting():
    row = draft_of(section_of(8))
    first, second, third = row.pairings.order_by("board_number")[:3]
    turn_colours(round_id=row.pk, pairing_id=first.pk, version=row.version, actor=SYSTEM)
    swap_players(
        round_id=row.pk,
        first_id=second.white_id,
        second_id=third.white_id,
        version=row.version + 1,
        actor=SYSTEM,
    )
    whys = reasons_of(row)["whys"]
    by_hand, meeting, next_best = whys[row.pairings.get(board_number=first.board_number).pk]
    assert (by_hand, meeting) == ("Made or changed by hand.", "Both have 0 points. (C.04.3 1.3)")
    assert next_best.startswith("Without this pair the best is Player 01")
    assert whys[row.pairings.get(board_number=2).pk] == ("Made or changed by hand.",)


@pytest.mark.django_db
def test_a_board_that_was_kept_says_so():
    section = section_of(8)
    row = draft_of(section)
    first = row.pairings.get(board_number=1)
    lock_board(round_id=row.pk, pairing_id=first.pk, is_locked=True, version=row.version, actor=SYSTEM)
    propose_round(section_id=section.pk, actor=SYSTEM)
    assert reasons_of(row)["whys"][first.pk] == ("Locked when the round was re-paired.",)


@pytest.mark.django_db
def test_the_reasons_stand_on_the_desk_and_on_the_public_page(client):
    section = section_of(8, preset="acf")
    row = published_of(section)
    public = reverse("tournaments:pairings", args=[section.event.slug, section.slug, 1])
    assert "Both have 0 points." in client.get(public).content.decode()
    client.force_login(director())
    board = reverse("tournaments:desk_board", args=[row.pairings.get(board_number=1).pk])
    assert board in client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    assert "Both have 0 points." in client.get(board).content.decode()


@pytest.mark.django_db
def test_the_next_best_is_told_by_names(client):
    client.force_login(director())
    played_of(section := section_of(8))
    row = draft_of(section)
    board = row.pairings.get(board_number=1)
    told = client.get(reverse("tournaments:desk_board", args=[board.pk])).content.decode()
    assert "Without this pair the best is" in told
    assert re.search("Without this pair the best is Player \\d\\d \N{EN DASH} Player \\d\\d", told)
