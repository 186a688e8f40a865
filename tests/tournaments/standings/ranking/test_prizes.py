"""Prizes in cents: one to a person, tied ones sharing, nothing lost."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.ranking.errors import PrizesUnfit
from tournaments.standings.ranking.prizes import Category, Contender, Sharing, awards, whole_shares

OPEN = Category(key="open", prizes=(10000, 6000, 3000))
YOUTH = Category(key="youth", prizes=(4000, 1000), members=frozenset({3, 5, 6}))
ORDER = [Contender(1, 9), Contender(2, 7), Contender(3, 7), Contender(4, 7), Contender(5, 5), Contender(6, 5)]


def amounts(categories, sharing, order=ORDER):
    return {award.number: award.amount for award in awards(order, categories, sharing)}


def test_by_place_in_the_order_of_the_table():
    assert amounts([OPEN], Sharing.BY_PLACE) == {1: 10000, 2: 6000, 3: 3000}


def test_level_players_share_equally_also_those_just_below_the_prizes():
    assert amounts([OPEN], Sharing.EQUAL) == {1: 10000, 2: 3000, 3: 3000, 4: 3000}


def test_hort_gives_half_by_place_and_shares_half():
    assert amounts([OPEN], Sharing.HORT) == {1: 10000, 2: 4500, 3: 3000, 4: 1500}


def test_nobody_has_two_prizes_and_everybody_the_better_one():
    assert amounts([OPEN, YOUTH], Sharing.BY_PLACE) == {1: 10000, 2: 6000, 3: 4000, 4: 3000, 5: 1000}


def test_tied_entries_share_in_the_category_of_their_prize():
    """Number 6 has no prize and shares with number 5; number 3 has one and shares in no other."""
    assert amounts([OPEN, YOUTH], Sharing.EQUAL) == {1: 10000, 2: 4500, 3: 4000, 4: 4500, 5: 500, 6: 500}


def test_a_share_says_what_it_is_of():
    award = awards(ORDER, [OPEN], Sharing.HORT)[1]
    assert (award.category, award.place_prize, award.pool, award.shared_by) == ("open", 6000, 9000, 3)


def test_a_cent_that_does_not_divide_goes_to_the_better_placed():
    level = [Contender(number, 4) for number in (1, 2, 3)]
    assert amounts([Category(key="open", prizes=(100,))], Sharing.EQUAL, level) == {1: 34, 2: 33, 3: 33}


def test_the_largest_remainder_has_the_cent():
    assert whole_shares([Fraction(1, 3), Fraction(5, 3), Fraction(2)]) == [0, 2, 2]


@pytest.mark.parametrize("prizes", [(10, 20), (10, -5), (-5,)])
def test_prizes_that_grow_downward_or_take_money_are_refused(prizes):
    with pytest.raises(PrizesUnfit):
        awards(ORDER, [Category(key="open", prizes=prizes)], Sharing.EQUAL)


def test_a_prize_of_nothing_is_no_award():
    assert amounts([Category(key="open", prizes=(5, 0))], Sharing.BY_PLACE) == {1: 5}


def test_shares_that_are_not_whole_together_are_refused():
    with pytest.raises(ValueError, match="1/3"):
        whole_shares([Fraction(1, 3)])


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=12),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=8),
    st.sampled_from(Sharing),
)
def test_no_cent_is_lost_and_nobody_passes_who_is_placed_better(scores, prizes, sharing):
    order = [Contender(number, score) for number, score in enumerate(sorted(scores, reverse=True), 1)]
    category = Category(key="open", prizes=tuple(sorted(prizes, reverse=True)))
    given_out = awards(order, [category], sharing)
    assert sum(award.amount for award in given_out) == sum(category.prizes[: len(order)])
    shares = [award.amount for award in given_out]
    assert shares == sorted(shares, reverse=True)
