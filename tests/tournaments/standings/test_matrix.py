"""Matrix of a round robin: its halves agree, and results lead to games or rounds."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import played_round, section_of
from worlds import world

from club.core.actor import SYSTEM
from tournaments.models import Outcome
from tournaments.records.services.game_records import link_record
from tournaments.standings.selectors.grids import public_grid
from tournaments.standings.selectors.matrix import MAX_MATRIX, has_matrix, matrix_lines

pytestmark = pytest.mark.django_db
MOVES = '[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 22-17 *'


@world
def section():
    """A double round robin of four: White wins the first meetings, the second ones are drawn."""
    made = section_of(players=4, system="double_round_robin", rounds=6)
    for number in range(1, 7):
        played_round(made, Outcome.WHITE if number <= 3 else Outcome.DRAW)
    return made


def page_of(section, name):
    return Client().get(reverse(f"tournaments:{name}", args=[section.event.slug, section.slug]))


def test_results_of_both_halves_belong_together(section):
    lines = matrix_lines(section, public_grid(section))
    for at, line in enumerate(lines):
        assert line.cells[at].is_self
        assert line.cells[at].results == ()
        for other, cell in enumerate(line.cells):
            against = lines[other].cells[at].results
            if other != at:
                assert [
                    int(one.text) + int(two.text) for one, two in zip(cell.results, against, strict=True)
                ] == [2, 2]
                assert [one.round for one in cell.results] == [two.round for two in against]
        assert sum(int(one.text) for cell in line.cells for one in cell.results) == line.row.points


def test_a_result_leads_to_its_round_and_a_stored_game_to_its_moves(section):
    board = section.round_rows.get(number=1).pairings.first()
    link_record(pairing_id=board.pk, game=1, text=MOVES, actor=SYSTEM)
    game = board.games.get().game
    text = page_of(section, "crosstable").content.decode()
    public = [section.event.slug, section.slug]
    assert f'href="{reverse("tournaments:pairings", args=[*public, 4])}">1</a>' in text
    stored = f'class="is-record" href="{reverse("games:game", args=[game.pk])}"'
    assert text.count(stored) == 2
    assert reverse("tournaments:crosstable_by_round", args=public) in text
    assert "is-self" not in page_of(section, "crosstable_by_round").content.decode()


def test_a_forfeit_has_its_sign():
    made = section_of(players=2, system="round_robin", rounds=1)
    played_round(made, Outcome.WHITE_FORFEIT)
    texts = {
        one.text
        for line in matrix_lines(made, public_grid(made))
        for cell in line.cells
        for one in cell.results
    }
    assert texts == {"+", "\N{MINUS SIGN}"}


def test_a_swiss_and_a_large_field_have_none(section):
    results = public_grid(section).results
    assert has_matrix(results)
    many = results.entrants[:1] * (MAX_MATRIX + 1)
    assert not has_matrix(replace(results, entrants=many))
    swiss = section_of(players=4)
    played_round(swiss)
    assert matrix_lines(swiss, public_grid(swiss)) == []
    assert "is-self" not in page_of(swiss, "crosstable").content.decode()
