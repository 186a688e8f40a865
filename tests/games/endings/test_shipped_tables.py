"""Every table in the package: its totals, what players know of its game, and an independent search."""

import random
from itertools import chain

import pytest
from effort import amount
from proved_positions import UpTo, drawn_positions

from games.compiled import in_use
from games.endings import Value, core, open_table
from games.endings.coverage import can_be_built, obstacle, rules_digest
from games.endings.files import EndingFile
from games.endings.pieces import Pieces, pairs_of
from games.endings.search import Limits, Outcome, prove
from games.endings.table_store import SHIPPED, files_of
from games.rules import VARIANTS, Position, Side, legal_moves, play

MAX_SHIPPED_BYTES = 15_000_000  # bytes of all tables together
FOUR_KINGS = Pieces(0, 4, 0, 1).pair
# By file and number of pieces, both sides having one: won, drawn, lost, the longest way in plies.
# SOURCES.md has the same figures; Spanish and Portuguese play by one set of rules, pool and unified pool too.
TOTALS = {
    "english": {
        2: (716, 2_370, 402, 13),
        3: (100_250, 8_477, 87_305, 62),
        4: (2_574_304, 1_717_922, 1_917_090, 109),
    },
    "russian": {
        2: (1_291, 1_507, 690, 13),
        3: (67_475, 95_144, 33_413, 25),
        4: (2_409_393, 2_544_014, 1_255_909, 86),
    },
    "brazilian": {
        2: (1_291, 1_507, 690, 13),
        3: (67_461, 95_158, 33_413, 25),
        4: (2_408_066, 2_544_734, 1_256_516, 86),
    },
    "italian": {
        2: (866, 2_087, 535, 13),
        3: (96_116, 17_204, 82_712, 66),
        4: (2_588_968, 1_579_977, 2_040_371, 89),
    },
    "czech": {
        2: (1_200, 1_615, 673, 13),
        3: (63_007, 102_242, 30_783, 25),
        4: (2_262_883, 2_761_336, 1_185_097, 84),
    },
    "spanish": {
        2: (1_200, 1_615, 673, 13),
        3: (63_007, 102_242, 30_783, 25),
        4: (2_267_321, 2_754_214, 1_187_781, 84),
    },
    "pool": {
        2: (1_291, 1_507, 690, 13),
        3: (67_461, 95_158, 33_413, 25),
        4: (2_408_091, 2_545_012, 1_256_213, 86),
    },
    "jamaican_pool": {
        2: (1_291, 1_507, 690, 13),
        3: (67_461, 95_158, 33_413, 25),
        4: (2_408_091, 2_545_012, 1_256_213, 86),
    },
    "thai": {
        2: (1_200, 1_615, 673, 13),
        3: (104_399, 16_942, 74_691, 50),
        4: (3_206_798, 836_869, 2_165_649, 65),
    },
    "spantsiretti": {
        2: (1_955, 2_475, 1_055, 13),
        3: (127_579, 199_420, 63_541, 25),
        4: (6_376_614, 5_591_467, 3_819_279, 76),
    },
    "international": {
        2: (3_205, 3_678, 1_962, 17),
        3: (265_795, 394_163, 146_342, 33),
        4: (13_020_033, 22_542_673, 6_408_494, 43),
        5: (10_660_572, 4_412_026, 6_115_002, 16),
    },
}
SAME_RULES = {"portuguese": "spanish", "unified_pool": "pool"}
ON_DEMAND = {"killer"}  # as large as international, and played by fewer
WITH_TABLE = [key for key, variant in VARIANTS.items() if not obstacle(variant) and key not in ON_DEMAND]
FLYING_8X8 = ["russian", "brazilian", "czech", "spanish", "portuguese", "pool", "unified_pool"]
VALUES = {Outcome.WIN: Value.WIN, Outcome.DRAW: Value.DRAW, Outcome.LOSS: Value.LOSS}


def file_of(key):
    (path,) = files_of(VARIANTS[key], None)
    return EndingFile(path, VARIANTS[key])


def entries(key):
    return {pieces.name: entry for pieces, entry in file_of(key).entries.items()}


def value(key, fen):
    return open_table(VARIANTS[key]).value(Position.from_fen(fen, VARIANTS[key]))


def placed(variant, pieces, chance):
    """A placement of a slice drawn by lot, with White to move."""
    index = in_use(core.SliceIndex)(variant, pieces)
    return Position(*index.masks(chance.randrange(pieces.placements(variant))), Side.WHITE)


@pytest.mark.parametrize("key", WITH_TABLE)
def test_every_game_that_can_have_a_table_has_one_in_the_package(key):
    assert open_table(VARIANTS[key]).most_pieces >= 4


def test_the_tables_stay_small_and_each_has_its_totals_here():
    paths = sorted(SHIPPED.iterdir())
    assert sum(path.stat().st_size for path in paths) < MAX_SHIPPED_BYTES
    named = [f"{key}-{rules_digest(VARIANTS[key])[:12]}.endings" for key in TOTALS]
    assert sorted(named) == [path.name for path in paths]
    assert set(WITH_TABLE) == set(TOTALS) | set(SAME_RULES)
    for key, other in SAME_RULES.items():
        assert rules_digest(VARIANTS[key]) == rules_digest(VARIANTS[other])


@pytest.mark.parametrize("key", TOTALS)
def test_totals(key):
    variant, by_pieces = VARIANTS[key], file_of(key).entries
    for total, counted in TOTALS[key].items():
        if total in {2, 3, 4}:
            found = [by_pieces[pieces] for pieces in chain.from_iterable(pairs_of(total))]
        else:
            found = [by_pieces[pieces] for pieces in FOUR_KINGS]
        assert all(one.wins + one.draws + one.losses == one.placements for one in found)
        assert [one.placements for one in found] == [one.pieces.placements(variant) for one in found]
        told = [sum(getattr(one, name) for one in found) for name in ("wins", "draws", "losses")]
        assert (*told, max(one.longest for one in found)) == counted


@pytest.mark.parametrize("key", WITH_TABLE)
def test_every_balance_of_up_to_four_pieces_is_answered_as_its_moves_make_it(key):
    variant, chance = VARIANTS[key], random.Random(17)  # noqa: S311 - the same placements every time
    table = open_table(variant)
    for pieces in chain.from_iterable(pair for total in (2, 3, 4) for pair in pairs_of(total)):
        for _ in range(amount(1, 20)):
            start = placed(variant, pieces, chance)
            after = [table.value(play(start, move, variant)) for move in legal_moves(start, variant)]
            assert table.value(start) == max((-one for one in after), default=-1), start.to_fen(variant)


@pytest.mark.parametrize("key", TOTALS)
def test_a_search_that_knows_two_pieces_contradicts_none(key):
    variant = VARIANTS[key]
    table, settled = open_table(variant), 0
    for start in drawn_positions(amount(25, 500), most=4, seed=20261124, variant=variant):
        limits = Limits(nodes=400, positions=20_000, is_over=lambda: False)
        proof = prove(start, variant, UpTo(table, 2), limits)
        known = table.value(start)
        assert proof.least <= known <= proof.most, start.to_fen(variant)
        if proof.outcome is not Outcome.UNPROVED:
            assert VALUES[proof.outcome] is known
            settled += 1
    assert settled >= 3


class TestTheory:
    """What books and laws say of endings that every player of a game meets."""

    @pytest.mark.parametrize("key", ["russian", "brazilian", "czech", "pool", "unified_pool"])
    @pytest.mark.parametrize(
        ("fen", "expected"),
        [
            pytest.param(
                "W:WKa1,Kc5,Kd8:BKg3", Value.WIN, id="three kings, the road theirs: Petrov's triangle"
            ),
            pytest.param("W:WKb4,Kd8,Kf8:BKa1", Value.DRAW, id="three kings, the main road the lone king's"),
            pytest.param("B:WKc1,Ke1,Kg1:BKh8", Value.DRAW, id="the same with the other side to move"),
            pytest.param("W:WKc1,Ke1:BKe7", Value.DRAW, id="two kings"),
            pytest.param("W:WKh8:BKa1", Value.LOSS, id="king against king at both ends of the main road"),
        ],
    )
    def test_kings_that_fly(self, key, fen, expected):
        assert value(key, fen) is expected

    @pytest.mark.parametrize("key", ["spanish", "portuguese"])
    @pytest.mark.parametrize(
        ("fen", "expected"),
        [
            pytest.param("W:WK1,K18,K30:BK12", Value.WIN, id="Petrov's triangle"),
            pytest.param("W:WK13,K30,K31:BK1", Value.DRAW, id="three kings, the road the lone king's"),
        ],
    )
    def test_on_the_mirrored_board(self, key, fen, expected):
        assert value(key, fen) is expected

    @pytest.mark.parametrize("key", FLYING_8X8)
    def test_three_kings_need_no_more_than_the_moves_that_the_laws_allow(self, key):
        """Fifteen by Russian law (FMJD-64 7.2.4), thirteen in pool, whichever game is played."""
        found = entries(key)
        assert found["3k-1k"].longest == 25  # the winner's thirteenth move
        assert (found["3k-1k"].wins, found["3k-1k"].draws, found["3k-1k"].losses) == (132_240, 11_600, 0)
        assert (found["2k-1k"].wins, found["2k-2k"].draws) == (5_628, 193_513)

    def test_three_against_a_king_need_no_more_than_sixteen_moves_on_a_hundred_squares(self):
        """FMJD 6.3 gives sixteen moves to three pieces, a king among them, against one."""
        found = entries("international")
        longest = {name: found[name].longest for name in ("3k-1k", "1m2k-1k", "2m1k-1k")}
        assert longest == {"3k-1k": 15, "1m2k-1k": 31, "2m1k-1k": 29}  # 31 plies: the sixteenth move

    @pytest.mark.parametrize(
        ("fen", "expected"),
        [
            pytest.param("W:WK1,K2,K3:BK46", Value.DRAW, id="three kings against one on the main road"),
            pytest.param("W:WK47,K48:BK5", Value.DRAW, id="two kings against one"),
            pytest.param("W:WK1,K2,K3,K4:BK28", Value.WIN, id="four kings against one"),
            pytest.param("B:WK1,K2,K3,K4:BK46", Value.LOSS, id="four kings with the lone king to move"),
        ],
    )
    def test_international(self, fen, expected):
        assert value("international", fen) is expected

    @pytest.mark.parametrize("key", ["english", "italian"])
    @pytest.mark.parametrize(("name", "won"), [("3k-1k", 143_840), ("2k-1k", 14_846), ("2k-2k", 58_361)])
    def test_kings_that_step_win_alike_whatever_has_to_be_captured(self, key, name, won):
        assert entries(key)[name].wins == won

    @pytest.mark.parametrize(
        ("fen", "expected"),
        [
            pytest.param("W:WK14,K15:BK29", Value.WIN, id="two kings against one"),
            pytest.param("W:WK14:BK32", Value.DRAW, id="king against king"),
            pytest.param("B:WK10,K7,K11:BK29", Value.LOSS, id="three kings against one"),
        ],
    )
    def test_italian(self, fen, expected):
        assert value("italian", fen) is expected


class TestLargerTables:
    """What is built on demand: five pieces where memory allows."""

    @pytest.mark.parametrize("key", WITH_TABLE)
    def test_five_pieces_on_sixty_four_squares_and_no_larger_board(self, key):
        assert can_be_built(VARIANTS[key], 4)
        assert can_be_built(VARIANTS[key], 5) == (VARIANTS[key].geometry.squares == 32)
        assert not can_be_built(VARIANTS[key], 6)

    @pytest.mark.parametrize("key", ["turkish", "canadian", "frisian", "antidraughts"])
    def test_none_where_rules_have_no_table(self, key):
        assert not can_be_built(VARIANTS[key], 2)
