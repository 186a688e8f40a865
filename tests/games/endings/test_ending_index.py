"""Placements are numbered without a gap, and there are as many as have been published."""

import random
from math import comb

import pytest

from games.compiled import in_use
from games.endings import core
from games.endings.pieces import Pieces, pairs_of, slices_of
from games.rules import VARIANTS

# By number of pieces, all of one side included: Chinook's pages and every program since.
PUBLISHED = {1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232, 6: 2_503_611_964}
FORMS = [core.SliceIndex, in_use(core.SliceIndex)]
ENGLISH = VARIANTS["english"]


def turned(mask, geometry):
    """The mask of the same places seen from the other side."""
    rotated = (
        geometry.rotated(geometry.square_of[1 << n]) for n in range(mask.bit_length()) if mask >> n & 1
    )
    return sum(geometry.bits[square] for square in rotated)


@pytest.mark.parametrize(("total", "placements"), PUBLISHED.items())
def test_there_are_as_many_placements_as_published(total, placements):
    assert sum(pieces.placements(ENGLISH) for pieces in slices_of(total)) == placements


def test_one_and_two_pieces_counted_one_by_one():
    men = {"own": range(5, 33), "enemy": range(1, 29)}  # never where they would have been crowned
    kinds = [men["own"], range(1, 33), men["enemy"], range(1, 33)]
    single = [(kind, square) for kind, squares in enumerate(kinds) for square in squares]
    assert len(single) == PUBLISHED[1]
    two = {frozenset((a, b)) for a in single for b in single if a[1] != b[1]}
    assert len(two) == PUBLISHED[2]


def test_a_board_of_100_squares_counts_by_the_same_formula():
    kings = Pieces(0, 2, 0, 1)
    assert kings.placements(VARIANTS["international"]) == comb(50, 2) * 48
    men = Pieces(1, 0, 1, 0)  # 45 squares each, five of them not shared
    assert men.placements(VARIANTS["international"]) == 5 * 45 + 40 * 44


@pytest.mark.parametrize("form", FORMS, ids=["interpreted", "in use"])
@pytest.mark.parametrize("key", ["english", "italian", "international", "spanish"])
def test_every_placement_of_two_pieces_has_its_number(key, form):
    variant = VARIANTS[key]
    crown, enemy_crown = (side.crown for side in variant.tables.sides)
    for pieces in slices_of(2):
        index = form(variant, pieces)
        seen = set()
        for number in range(pieces.placements(variant)):
            masks = index.masks(number)
            assert [mask.bit_count() for mask in masks] == list(pieces)
            assert not masks[0] & crown
            assert not masks[2] & enemy_crown
            assert (masks[0] | masks[1] | masks[2] | masks[3]).bit_count() == 2
            assert index.number(0, *masks) == number
            seen.add(masks)
        assert len(seen) == pieces.placements(variant)


@pytest.mark.parametrize("total", [3, 4, 5, 6])
def test_numbers_of_more_pieces_lead_back(total):
    lots = random.Random(total)  # noqa: S311 - a sample that is the same every time
    few_men = [pieces for pieces in slices_of(total) if max(pieces.men, pieces.enemy_men) <= 3]
    for pieces in lots.sample(few_men, 16):
        index = in_use(core.SliceIndex)(ENGLISH, pieces)
        last = pieces.placements(ENGLISH) - 1
        for number in (0, last, *(lots.randint(0, last) for _ in range(6))):
            masks = index.masks(number)
            assert [mask.bit_count() for mask in masks] == list(pieces)
            assert index.number(0, *masks) == number
            # Black to move with the board turned is the same placement.
            assert index.number(1, *(turned(mask, ENGLISH.geometry) for mask in masks)) == number


def test_a_pair_is_built_once_and_after_the_pairs_with_fewer_men():
    pairs = pairs_of(4)
    names = [pieces for pair in pairs for pieces in pair]
    assert len(names) == len(set(names)) == sum(p.has_both_sides for p in slices_of(4))
    men = [pair[0].men + pair[0].enemy_men for pair in pairs]
    assert men == sorted(men)
