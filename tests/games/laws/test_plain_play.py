"""The loop that plays plain scores, in both forms, beside the list of all legal moves."""

import random

import pytest

from games.compiled import compiled_form
from games.laws.meanings import meanings
from games.laws.plain_loop import play_written
from games.laws.plain_play import play_plainly
from games.rules import VARIANTS, Position, legal_moves, play, square_text

GAMES, PLIES = 3, 90
LOOPS = {"as is in use": play_plainly, "interpreted": play_written}


def random_game(variant, seed):
    """Words, positions and moves of a game, up to where two moves have the same ends."""
    chance = random.Random(f"{variant.key} {seed}")  # noqa: S311 - the same games each time
    positions, moves, words = [Position.start(variant)], [], []
    while len(moves) < PLIES and (legal := legal_moves(positions[-1], variant)):
        move = chance.choice(legal)
        if sum((one.origin, one.destination) == (move.origin, move.destination) for one in legal) > 1:
            break
        ends = [square_text(square, variant) for square in (move.origin, move.destination)]
        words += [f"{len(moves) + 1}.", ("x" if move.captured else "-").join(ends)]
        positions.append(play(positions[-1], move, variant))
        moves.append(move)
    return words, positions, moves


def played(loop, variant, start, words):
    meaning_of = meanings(variant)
    if loop is play_written:
        return loop(variant.tables, variant.geometry, start, words, meaning_of)
    return loop(variant, start, words, meaning_of)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_what_is_legal_is_played(variant, loop):
    for seed in range(GAMES):
        words, positions, moves = random_game(variant, seed)
        got = played(LOOPS[loop], variant, positions[0], words)
        assert (list(got[0]), list(got[1]), bool(got[2])) == (positions, moves, True)
        assert got[3] or len(set(positions)) == len(positions)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_what_is_not_legal_is_where_it_stops(variant, loop):
    squares = range(1, variant.geometry.squares + 1)
    _, positions, _ = random_game(variant, 0)
    position = positions[len(positions) * 2 // 3]
    legal = {(move.origin, move.destination) for move in legal_moves(position, variant)}
    for origin in squares:
        for destination in squares:
            names = square_text(origin, variant), square_text(destination, variant)
            got = played(LOOPS[loop], variant, position, ["-".join(names)])
            assert not got[1] or (origin, destination) in legal


def test_the_loop_is_compiled_where_the_kernel_is():
    has_kernel = compiled_form("games.rules.generator") is not None
    assert (compiled_form("games.laws.plain_loop") is not None) == has_kernel
