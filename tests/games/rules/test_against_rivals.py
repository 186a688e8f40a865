"""Legal moves of random positions beside the rules written again and beside another program.

``benchmarks/differential.py`` does the same with 100,000 positions a variant and both programs.
"""

from importlib.util import find_spec

import pytest
from comparing import board_of, generated_moves, is_explained, listed_moves, plain_moves, written
from known_faults import FAULTS, PLAYED, PYDRAUGHTS, fault_of
from plain_rules import RULES, moves
from random_positions import random_positions

from games.rules import VARIANTS, Position

EVERY_DAY, THOROUGH = 200, 2000
SLOW = {
    "turkish": 20,
    "frisian": 8,
    "frysk": 8,
}  # positions of a program that takes a second for some of them
OTHERS = 40


def theirs(position, variant):
    game = pytest.importorskip(
        "draughts.core.game", reason="pydraughts stands in the dependency group oracle"
    )
    name = {"international": "standard", "frysk": "frysk!"}.get(variant.key, variant.key)
    ways, captures = game.Game(name, written(position, variant)).legal_moves()
    listed = (
        (way[0][0] - 1, way[-1][1] - 1, [square - 1 for square in captured if square])
        for way, captured in zip(ways, captures, strict=True)
    )
    return listed_moves(listed, variant)


def differences(variant, count):
    """Positions in which the other program has other moves than its known faults explain."""
    for position in random_positions(variant, count, seed="beside pydraughts"):
        found = theirs(position, variant)
        if found != generated_moves(position, variant) and not is_explained(
            PYDRAUGHTS, position, variant, found
        ):
            yield position.to_fen(variant)


def test_every_variant_is_written_twice():
    assert set(RULES) == set(VARIANTS)


@pytest.mark.parametrize(
    "count", [EVERY_DAY, pytest.param(THOROUGH, marks=pytest.mark.thorough)], ids=["some", "many"]
)
@pytest.mark.parametrize("key", VARIANTS)
def test_random_positions_have_the_moves_of_the_rules_written_again(key, count):
    variant = VARIANTS[key]
    for position in random_positions(variant, count, seed=count):
        assert generated_moves(position, variant) == plain_moves(position, variant), position.to_fen(variant)


@pytest.mark.oracle
@pytest.mark.parametrize("key", PLAYED[PYDRAUGHTS])
def test_random_positions_have_the_moves_of_pydraughts(key):
    assert list(differences(VARIANTS[key], SLOW.get(key, OTHERS))) == []


@pytest.mark.thorough
@pytest.mark.parametrize("key", PLAYED[PYDRAUGHTS])
def test_many_random_positions_have_the_moves_of_pydraughts(key):
    assert list(differences(VARIANTS[key], 4 * SLOW.get(key, OTHERS))) == []


@pytest.mark.parametrize(
    ("fault", "fen"),
    [
        pytest.param(fault, fen, id=f"{fault.program} {fault.key}: {fen}")
        for fault in FAULTS
        for fen in fault.shown_by
    ],
)
def test_a_known_fault_shows_where_it_is_said_to(fault, fen):
    """Strict: the moves of the fault differ from the rules here, and the program has exactly those moves."""
    variant = VARIANTS[fault.key]
    position = Position.from_fen(fen, variant)
    wrong = moves(fault.rules, board_of(position, variant), int(position.side))
    assert generated_moves(position, variant) == plain_moves(position, variant) != wrong
    if fault.program == PYDRAUGHTS and find_spec("draughts.core.game"):
        assert theirs(position, variant) == wrong


def test_no_program_is_excused_where_it_is_right():
    assert fault_of(PYDRAUGHTS, "international") is None
    assert all(fault.key in PLAYED[fault.program] for fault in FAULTS)
