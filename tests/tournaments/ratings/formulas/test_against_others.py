"""Random histories against independent implementations: elochess for FIDE and a linear window, glicko2-py.

Known differences, kept out of the histories one by one: elochess rounds half a point to the even number, and
gives 10 to a newcomer over 2400 where the first 30 games come first here.
"""

import random
from itertools import pairwise

import pytest

from tournaments.ratings.formulas import acf, elo
from tournaments.ratings.formulas.periods import Meeting, rate_period
from tournaments.ratings.formulas.registry import formula_of
from tournaments.ratings.formulas.values import RatedGame, Standing, Unit

elochess = pytest.importorskip("elochess.elo", reason="the group of oracles is not installed")
expected_score = pytest.importorskip("elochess.elo.expected_score")
uscf = pytest.importorskip("elochess.uscf.performance_rating")
glicko2 = pytest.importorskip("glicko2.math")

PLAYERS, PERIODS, ROUNDS = 30, 40, 7


def history(seed):
    """Periods of rounds in which everybody plays, strong ones winning more often."""
    lots = random.Random(seed)  # noqa: S311 - lots, no secret
    players = list(range(PLAYERS))
    for _ in range(PERIODS):
        games = []
        for _ in range(ROUNDS):
            lots.shuffle(players)
            for a, b in list(pairwise(players))[::2]:
                stronger = lots.random() * PLAYERS < PLAYERS / 2 + (b - a) / 2
                games.append(Meeting(a, b, lots.choice((1, 2 * stronger))))
        yield games


def test_every_difference_brings_what_the_other_table_says():
    for rating in (2000, 2649, 2650, 2800):
        for other in range(900, 3600):
            theirs = expected_score.get_expected_score(rating - other, rating < 2650)
            assert elo.expected(rating, other) == pytest.approx(100 * theirs)


@pytest.mark.parametrize("seed", range(5))
def test_fide_histories_agree(seed):
    lots = random.Random(seed)  # noqa: S311 - lots, no secret
    standings = {
        one: Standing(
            rating=float(value), highest=float(value), games=lots.randint(0, 60) if value < 2400 else 60
        )
        for one, value in ((one, lots.randint(1400, 2700)) for one in range(PLAYERS))
    }
    births, compared = {one: lots.randint(1960, 2015) for one in range(PLAYERS)}, 0
    for number, games in enumerate(history(seed), 1):
        juniors = {one for one, year in births.items() if 2026 - year <= 18}
        done = rate_period(formula_of("fide"), standings, games, period=number, juniors=juniors)
        for one, change in done.items():
            own = change.before
            met = [int(standings[two].rating) for two in opponents(games, one)]
            theirs = elochess.EloCalculator.update_rating(
                int(own.rating),
                met,
                change.half_points / 2,
                birth_year=births[one],
                evaluation_year=2026,
                games_played=own.games,
                reached_2400=own.highest >= 2400,
            )
            is_newcomer_over_2400 = own.highest >= 2400 and own.games < 30
            exact = 100 * own.rating + change.factor * (50 * change.half_points - change.expected)
            if not is_newcomer_over_2400 and exact % 100 != 50:
                compared += 1
                assert change.after.rating == theirs
        standings |= {one: change.after for one, change in done.items()}
    assert compared > 0.9 * PLAYERS * PERIODS


@pytest.mark.parametrize("seed", range(5))
def test_glicko2_histories_agree(seed):
    standings, theirs = {}, dict.fromkeys(range(PLAYERS), (0.0, 350 / 173.7178, 0.06))
    for number, games in enumerate(history(seed), 1):
        done = rate_period(formula_of("glicko2"), standings, games, period=number)
        theirs = {
            one: glicko2.update_rating(*own, against(games, one, theirs)) for one, own in theirs.items()
        }
        standings |= {one: change.after for one, change in done.items()}
        for one, (mean, deviation, volatility) in theirs.items():
            assert standings[one].rating == pytest.approx(1500 + 173.7178 * mean, abs=0.01)
            assert standings[one].deviation == pytest.approx(173.7178 * deviation, abs=0.01)
            assert standings[one].volatility == pytest.approx(volatility, abs=1e-6)


@pytest.mark.parametrize("seed", range(50))
def test_the_acf_window_of_400_is_the_linear_performance(seed):
    """Where nobody is further than the window away, the rating that expects the score is the same."""
    lots = random.Random(seed)  # noqa: S311 - lots, no secret
    met = [lots.randint(1900, 2000) for _ in range(lots.randint(2, 16))]
    won = [lots.choice((0, 1, 2)) for _ in met]
    if not 0.2 < sum(won) / (2 * len(won)) < 0.8:
        won = [1] * len(met)
    rounds = [
        RatedGame(half_points=half, opponent_rating=one, unit=Unit.ROUND)
        for half, one in zip(won, met, strict=True)
    ]
    ((ours, _games),) = acf.AcfFormula().rate(Standing(), rounds, period=1, is_junior=False).after.carried
    assert ours == pytest.approx(uscf.get_performance_rating(met, sum(won) / 2), abs=0.6)


def opponents(games, one):
    return [game.second if game.first == one else game.first for game in games if one in game[:2]]


def against(games, one, theirs):
    """Opponents as the other program takes them: mean, deviation, what was scored."""
    won = [
        (game.half_points if game.first == one else 2 - game.half_points) / 2
        for game in games
        if one in game[:2]
    ]
    return [(*theirs[two][:2], score) for two, score in zip(opponents(games, one), won, strict=True)]
