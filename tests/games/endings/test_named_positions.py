"""What the literature says of positions with a name: the table has it, and the search never denies it."""

import pytest
from named_positions import (
    BEYOND,
    DRAW,
    DRAWN_AFTER_BANKS,
    FIFTH,
    FOUR_OR_FEWER,
    LOSS,
    LOST_BY_12_16,
    MCMILLAN,
    PROVED_BY_SEARCH,
    SECOND,
    WIN,
    WON_BY_WHITE,
)
from proved_positions import ENGLISH, SHIPPED, UpTo, pieces, position

from games.endings.search import Limits, Outcome, Source, prove
from games.rules import Side, legal_moves, move_text, play

OUTCOME = {WIN: Outcome.WIN, DRAW: Outcome.DRAW, LOSS: Outcome.LOSS}
NODES = 5_000  # a tenth of a second; what is beyond them is told as not proved


def by_name(cases):
    return pytest.mark.parametrize("named", cases, ids=[one.name for one in cases])


def proof_of(fen, table=SHIPPED, nodes=NODES):
    limits = Limits(nodes=nodes, positions=100_000, is_over=lambda: False)
    return prove(position(fen), ENGLISH, table, limits)


def played(line):
    """Every position of published play, each move found among the legal ones."""
    found = [position(line.fen)]
    for text in line.moves.split():
        moves = legal_moves(found[-1], ENGLISH)
        (meant,) = [move for move in moves if move_text(move, ENGLISH, moves) == text]
        found.append(play(found[-1], meant, ENGLISH))
    return found


@by_name(FOUR_OR_FEWER)
def test_the_table_has_the_published_verdict(named):
    assert SHIPPED.value(position(named.fen)) is named.value
    proof = proof_of(named.fen)
    assert (proof.outcome, proof.source) == (OUTCOME[named.value], Source.TABLE)


@by_name(FOUR_OR_FEWER)
def test_the_search_alone_never_denies_it(named):
    proof = proof_of(named.fen, UpTo(SHIPPED, 2))
    assert proof.least <= named.value <= proof.most


@by_name(PROVED_BY_SEARCH)
def test_the_search_proves_five_pieces(named):
    proof = proof_of(named.fen)
    assert (proof.outcome, proof.source) == (OUTCOME[named.value], Source.SEARCH)
    assert proof.is_whole


@by_name(BEYOND)
def test_beyond_the_table_the_search_never_denies_it(named):
    proof = proof_of(named.fen)
    assert proof.least <= named.value <= proof.most
    assert proof.outcome in {OUTCOME[named.value], Outcome.UNPROVED}


@by_name(WON_BY_WHITE)
def test_published_play_to_a_win_never_lets_it_slip(named):
    for one in played(named):
        assert SHIPPED.value(one) is (WIN if one.side is Side.WHITE else LOSS), one.to_fen(ENGLISH)


def test_the_move_that_threw_a_championship_game_away():
    start, *after = played(DRAWN_AFTER_BANKS)
    assert SHIPPED.value(start) is WIN
    assert {SHIPPED.value(one) for one in after} == {DRAW}


def test_who_draws_without_the_opposition_loses_by_12_16():
    positions = played(LOST_BY_12_16)
    slip = LOST_BY_12_16.moves.split().index("12-16")
    assert {SHIPPED.value(one) for one in positions[: slip + 1]} == {DRAW}
    assert SHIPPED.value(positions[slip + 1]) is WIN
    kept = {
        move_text(move, ENGLISH, legal_moves(positions[slip], ENGLISH))
        for move, probe in SHIPPED.valued_moves(positions[slip])
        if probe.value is DRAW
    }
    assert "32-28" in kept  # as the note says


@pytest.mark.parametrize(
    ("line", "value"),
    [
        pytest.param(SECOND, LOSS, id="Second Position: Black to move has lost"),
        pytest.param(FIFTH, DRAW, id="Fifth Position: drawn"),
        pytest.param(MCMILLAN, LOSS, id="McMillan: Black to move has lost"),
    ],
)
def test_published_play_ends_in_what_the_table_says(line, value):
    last = played(line)[-1]
    assert pieces(last) <= SHIPPED.most_pieces
    assert SHIPPED.value(last) is value
