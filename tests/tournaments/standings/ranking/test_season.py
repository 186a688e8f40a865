"""The table of a season: which nights count, who stands above whom, and by what."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tournaments.standings.ranking.season import (
    NightScore,
    SeasonRules,
    deciding_criterion,
    performance_of,
    season_table,
)


def night(number, points, **games):
    return NightScore(night=number, points=points, **games)


def table(scores, **rules):
    return season_table(scores, SeasonRules(**rules))


def test_the_best_nights_count_and_the_worst_are_dropped():
    (row,) = table({1: [night(1, 2), night(2, 4), night(3, 0)]}, best_nights=2)
    assert (row.total, [one.night for one in row.counted], [one.night for one in row.dropped]) == (
        6,
        [1, 2],
        [3],
    )
    assert row.nights == 3


def test_without_a_limit_every_night_counts():
    (row,) = table({1: [night(1, 2), night(2, 4)]})
    assert (row.total, row.dropped) == (6, ())


def test_coming_may_bring_points():
    rows = table({1: [night(1, 3)], 2: [night(1, 1), night(2, 1)]}, attendance_points=1)
    assert [(one.player, one.total, one.attendance) for one in rows] == [(1, 4, 1), (2, 4, 2)]


@pytest.mark.parametrize(
    ("upper", "lower", "code"),
    [
        pytest.param([night(1, 4, wins=2)], [night(1, 2, wins=1)], "points", id="more points"),
        pytest.param([night(1, 2, wins=1)], [night(1, 2, wins=1, losses=1)], "share", id="a better share"),
        pytest.param(
            [night(1, 2, wins=1, losses=1)], [night(1, 2, draws=2)], "wins", id="more wins of the same share"
        ),
        pytest.param([night(1, 2, draws=2)], [night(2, 2, draws=2)], "level", id="nothing parts them"),
    ],
)
def test_what_parts_two(upper, lower, code):
    rows = table({8: lower, 7: upper})
    assert [one.player for one in rows] == [7, 8]
    assert deciding_criterion(rows[0], rows[1]) == code
    assert rows[1].rank == (1 if code == "level" else 2)


def test_who_never_came_does_not_stand_there():
    assert table({1: []}) == ()


def test_the_share_is_of_games_played_and_nothing_without_one():
    (row,) = table({1: [night(1, 3, wins=1, draws=1)]})
    assert row.average == Fraction(3, 4)
    (row,) = table({1: [night(1, 2)]})
    assert row.average == 0


def test_games_of_all_nights_are_added_up():
    games = {"wins": 4, "draws": 3, "losses": 2, "whites": 5, "blacks": 4}
    (row,) = table({1: [night(1, 9, **games), night(2, 0, losses=1, blacks=1)]}, best_nights=1)
    assert (row.games, row.wins, row.draws, row.losses) == (10, 4, 3, 3)
    assert (row.whites, row.blacks) == (5, 5)


def test_a_performance_is_the_average_and_the_difference_of_the_table():
    """B.02 8.1.1: 2051 for 2050.5, and 193 for three quarters."""
    assert performance_of([(2000, 2), (2101, 1)]) == 2051 + 193
    assert performance_of([]) is None


SCORES = some.builds(
    NightScore,
    night=some.integers(1, 9),
    points=some.integers(0, 6),
    wins=some.integers(0, 2),
    draws=some.integers(0, 2),
    losses=some.integers(0, 2),
)
SEASONS = some.dictionaries(
    some.integers(1, 6), some.lists(SCORES, max_size=5, unique_by=lambda one: one.night), max_size=6
)


@given(SEASONS, some.integers(0, 4), some.integers(0, 3))
def test_nothing_is_lost_and_ranks_never_go_up(scores, best, attendance):
    rows = table(scores, best_nights=best, attendance_points=attendance)
    assert {one.player for one in rows} == {player for player, nights in scores.items() if nights}
    for row in rows:
        assert {one.night for one in row.all_nights} == {one.night for one in scores[row.player]}
        assert len(row.counted) <= (best or row.nights)
        assert min((one.points for one in row.counted), default=0) >= max(
            (one.points for one in row.dropped), default=0
        )
    for upper, lower in pairwise(rows):
        assert upper.rank <= lower.rank
        assert upper.total >= lower.total
