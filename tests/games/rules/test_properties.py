"""What holds in every position that play can reach."""

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    VARIANTS,
    Lines,
    Position,
    Side,
    diagnose,
    legal_moves,
    must_capture,
    play,
    readings,
)

KEYS = sorted(VARIANTS)
MAX_PIECES, FEW = 6, 3  # of a kind; a dozen kings that take in eight directions have thousands of ways


@st.composite
def positions(draw, key=None):
    """A position reached by random legal moves from a random handful of pieces."""
    variant = VARIANTS[key or draw(st.sampled_from(KEYS))]
    squares = draw(st.permutations(range(1, variant.geometry.squares + 1)))
    kings = FEW if variant.captures_along is Lines.BOTH else MAX_PIECES
    counts = [draw(st.integers(0, most)) for most in (MAX_PIECES, kings, MAX_PIECES, kings)]
    groups, at = [], 0
    for count in counts:
        groups.append(tuple(sorted(squares[at : at + count])))
        at += count
    position = Position.from_placement(groups, draw(st.sampled_from(Side)), variant)
    for _ in range(draw(st.integers(0, 6))):
        moves = legal_moves(position, variant)
        if not moves:
            break
        position = play(position, draw(st.sampled_from(moves)), variant)
    return variant, position


def count(mask):
    return mask.bit_count()


def turned(position, variant):
    """The position with the board turned round and the colours exchanged."""
    placement = position.placement(variant)
    n = variant.geometry.squares + 1
    turn = [tuple(sorted(n - square for square in squares)) for squares in placement]
    return Position.from_placement((turn[2], turn[3], turn[0], turn[1]), position.side.opponent, variant)


@given(positions())
def test_a_move_leaves_the_position_it_came_from_untouched(drawn):
    variant, position = drawn
    before = tuple(position)
    for move in legal_moves(position, variant):
        play(position, move, variant)
    assert tuple(position) == before


@given(positions())
def test_fen_gives_the_same_position_back(drawn):
    variant, position = drawn
    assert Position.from_fen(position.to_fen(variant), variant) == position


@given(positions())
def test_turning_the_board_changes_no_rule(drawn):
    variant, position = drawn
    n = variant.geometry.squares + 1
    here = {
        (n - m.origin, n - m.destination, frozenset(n - s for s in m.captured))
        for m in legal_moves(position, variant)
    }
    there = {
        (m.origin, m.destination, frozenset(m.captured))
        for m in legal_moves(turned(position, variant), variant)
    }
    assert here == there


@given(positions())
def test_a_capture_available_means_only_captures(drawn):
    variant, position = drawn
    moves = legal_moves(position, variant)
    assert all(move.is_capture for move in moves) or not any(move.is_capture for move in moves)
    assert must_capture(position, variant) == any(move.is_capture for move in moves)


@given(positions())
def test_no_move_leaves_a_captured_piece_or_loses_another(drawn):
    variant, position = drawn
    bits = variant.geometry.bits
    for move in legal_moves(position, variant):
        after = play(position, move, variant)
        everything = after[0] | after[1] | after[2] | after[3]
        assert not any(bits[square] & everything for square in move.captured if square != move.destination)
        assert count(everything) == sum(count(mask) for mask in position[:4]) - len(move.captured)
        assert sum(count(mask) for mask in after[:4]) == count(everything)
        assert after.side is position.side.opponent


@given(positions())
def test_men_never_stand_on_their_crowning_row_after_a_move(drawn):
    variant, position = drawn
    white, black = variant.tables.sides
    for move in legal_moves(position, variant):
        after = play(position, move, variant)
        assert not after.white_men & white.crown
        assert not after.black_men & black.crown


@given(positions())
def test_every_legal_move_is_read_back_from_its_whole_path(drawn):
    variant, position = drawn
    for move in legal_moves(position, variant):
        found = readings(position, variant, move.route)
        assert move.result in {reading.result for reading in found}


@given(positions(), st.data())
@tries(60)
def test_any_two_squares_are_a_legal_move_or_have_a_diagnosis(drawn, data):
    variant, position = drawn
    ends = st.integers(1, variant.geometry.squares)
    squares = data.draw(st.tuples(ends, ends))
    if not readings(position, variant, squares):
        assert diagnose(position, variant, squares).code


@given(positions("italian"))
def test_the_italian_board_is_the_mirror_of_the_others(drawn):
    """A step on the mirrored board is the mirrored step: columns change sides, rows do not."""
    variant, position = drawn
    mirror = VARIANTS["english"].geometry
    width = variant.geometry.width
    for square in range(1, variant.geometry.squares + 1):
        row, column = variant.geometry.cell_of(square)
        assert mirror.square_at(row, width - 1 - column) is not None
    for move in legal_moves(position, variant):
        (row, column), (to_row, to_column) = map(variant.geometry.cell_of, move.route[:2])
        assert abs(row - to_row) == abs(column - to_column)


@pytest.mark.parametrize("key", KEYS)
def test_start_position_has_the_men_of_both_sides(key):
    variant = VARIANTS[key]
    start = Position.start(variant)
    a_row = variant.geometry.width // (1 if variant.geometry.uses_every_cell else 2)
    men = variant.rows_of_men * a_row
    assert (count(start.white_men), count(start.black_men)) == (men, men)
    assert start.side is variant.first_to_move
