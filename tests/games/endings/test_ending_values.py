"""What the shipped table says, against theory and against the moves themselves."""

import random

import pytest

from games.compiled import in_use
from games.endings import Probe, Value, build_in_memory, core, open_table
from games.endings.files import EndingFile
from games.endings.pieces import pairs_of, slices_of
from games.endings.table_store import files_of
from games.rules import VARIANTS, Position, Side, legal_moves, play

ENGLISH = VARIANTS["english"]
DOUBLE_CORNERS = (1, 5, 28, 32)
# By number of pieces, both sides having one: won, drawn, lost, the longest way in plies.
TOTALS = {
    2: (716, 2_370, 402, 13),
    3: (100_250, 8_477, 87_305, 62),
    4: (2_574_304, 1_717_922, 1_917_090, 109),
}


def position(fen, variant=ENGLISH):
    return Position.from_fen(fen, variant)


def turned(position, variant):
    """The same position seen from the other side, colours exchanged."""
    placement = [
        tuple(sorted(variant.geometry.rotated(square) for square in squares))
        for squares in position.placement(variant)
    ]
    other = (placement[2], placement[3], placement[0], placement[1])
    return Position.from_placement(other, position.side.opponent, variant)


def sample(variant, total, count, seed):
    """Positions drawn from all slices of so many pieces, each side to move."""
    lots = random.Random(seed)  # noqa: S311 - a sample that is the same every time
    names = [pieces for pieces in slices_of(total) if pieces.has_both_sides]
    sizes = [pieces.placements(variant) for pieces in names]
    indexes = {pieces: in_use(core.SliceIndex)(variant, pieces) for pieces in names}
    for pieces in lots.choices(names, sizes, k=count):
        masks = indexes[pieces].masks(lots.randrange(pieces.placements(variant)))
        drawn = Position(*masks, Side.WHITE)
        yield drawn if lots.random() < 0.5 else turned(drawn, variant)


def from_moves(table, position, variant):
    """The probe of a position from those of its successors, by the rules as the judge knows them."""
    probes = [table.probe(play(position, move, variant)) for move in legal_moves(position, variant)]
    lost = [probe.distance for probe in probes if probe.value is Value.LOSS]
    if lost:
        return Probe(Value.WIN, min(lost) + 1)
    if any(probe.value is Value.DRAW for probe in probes):
        return Probe(Value.DRAW, 0)
    return Probe(Value.LOSS, max((probe.distance + 1 for probe in probes), default=0))


@pytest.fixture(scope="module")
def shipped():
    return open_table(ENGLISH)


def test_english_is_shipped_up_to_four_pieces(shipped):
    assert shipped.most_pieces == 4


@pytest.mark.parametrize("total", TOTALS)
def test_totals_of_the_shipped_table(total):
    (path,) = files_of(ENGLISH, None)
    file = EndingFile(path, ENGLISH)
    entries = [file.entries[pieces] for pair in pairs_of(total) for pieces in pair]
    assert all(entry.wins + entry.draws + entry.losses == entry.placements for entry in entries)
    assert [entry.placements for entry in entries] == [e.pieces.placements(ENGLISH) for e in entries]
    counted = (
        sum(entry.wins for entry in entries),
        sum(entry.draws for entry in entries),
        sum(entry.losses for entry in entries),
        max(entry.longest for entry in entries),
    )
    assert counted == TOTALS[total]


@pytest.mark.parametrize("total", [2, 3, 4])
def test_a_value_is_what_the_moves_make_it(shipped, total):
    for drawn in sample(ENGLISH, total, 900, seed=total):
        assert shipped.probe(drawn) == from_moves(shipped, drawn, ENGLISH), drawn.to_fen(ENGLISH)


def test_the_value_alone_is_that_of_the_probe(shipped):
    for drawn in sample(ENGLISH, 4, 600, seed=11):
        assert shipped.value(drawn) is shipped.probe(drawn).value


def test_turning_the_board_changes_nothing(shipped):
    for drawn in sample(ENGLISH, 4, 600, seed=12):
        assert shipped.probe(turned(drawn, ENGLISH)) == shipped.probe(drawn)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param("W:WK18:B", Probe(Value.WIN, 1), id="an opponent without a piece has lost"),
        pytest.param("B:WK18:B", Probe(Value.LOSS, 0), id="who has no piece and the move has lost"),
        pytest.param("B:WK10:BK6,9,2", Probe(Value.WIN, 1), id="the last piece is captured"),
        pytest.param("W:W21:B17,14", Probe(Value.LOSS, 0), id="who has no move has lost"),
        pytest.param("W:WK1:BK32", Probe(Value.DRAW, 0), id="king against king in the double corners"),
        pytest.param("W:WK29:BK4", Probe(Value.WIN, 11), id="king against king in the single corners"),
        pytest.param(
            "W:WK18,K19:BK1", Probe(Value.WIN, 21), id="two kings drive one out of the double corner"
        ),
    ],
)
def test_what_every_player_knows(shipped, fen, expected):
    assert shipped.probe(position(fen)) == expected


def test_a_lone_king_does_not_beat_a_king_in_the_double_corner(shipped):
    for corner in DOUBLE_CORNERS:
        for square in set(range(1, 33)) - {corner}:
            value = shipped.value(position(f"W:WK{square}:BK{corner}"))
            assert value in {Value.DRAW, Value.LOSS}, (square, corner)


def test_three_kings_with_the_move_always_beat_one_and_two_kings_never_lose_to_one():
    (path,) = files_of(ENGLISH, None)
    entries = EndingFile(path, ENGLISH).entries
    by_name = {pieces.name: entry for pieces, entry in entries.items()}
    assert by_name["3k-1k"].wins == by_name["3k-1k"].placements == 143_840
    assert (by_name["2k-1k"].losses, by_name["2k-1k"].draws) == (0, 34)  # the forks


def test_a_win_is_played_out_in_the_plies_foretold(shipped):
    place = position("W:WK18,K19:BK1")
    assert shipped.probe(place).distance == 21
    for _ in range(21):
        move, _probe = shipped.valued_moves(place)[0]
        assert move in legal_moves(place, ENGLISH)
        place = play(place, move, ENGLISH)
    assert shipped.probe(place) == Probe(Value.LOSS, 0)


def test_moves_are_valued_for_the_side_that_makes_them_best_first(shipped):
    place = position("W:WK29,K18:BK4")
    valued = shipped.valued_moves(place)
    assert [move for move, _ in sorted(valued)] == legal_moves(place, ENGLISH)
    ranks = [(-probe.value, probe.value * probe.distance) for _, probe in valued]
    assert ranks == sorted(ranks)
    assert valued[0][1] == shipped.probe(place)


def test_more_pieces_than_the_table_has_are_not_answered(shipped):
    five = position("W:WK18,K19,K20:BK1,K5")
    assert shipped.probe(five) is None
    assert shipped.value(five) is None
    assert shipped.valued_moves(five) == []


@pytest.mark.parametrize("key", ["russian", "brazilian", "italian", "thai", "spanish", "spantsiretti"])
def test_two_pieces_of_other_variants_are_what_the_moves_make_them(key):
    variant = VARIANTS[key]
    table = build_in_memory(variant, 2)
    for drawn in sample(variant, 2, 500, seed=3):
        assert table.probe(drawn) == from_moves(table, drawn, variant), drawn.to_fen(variant)


def test_flying_kings_at_both_ends_of_the_long_road():
    variant = VARIANTS["russian"]
    table = build_in_memory(variant, 2)
    assert table.probe(position("W:WKh8:BKa1", variant)) == Probe(Value.LOSS, 2)  # no other way to go
    assert table.probe(position("W:WKg7:BKa1", variant)) == Probe(Value.WIN, 3)  # one step back
