"""Rating systems against the tables and examples of their own documents."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.ratings.formulas import acf, elo, glicko2
from tournaments.ratings.formulas.elo import Career
from tournaments.ratings.formulas.fide_tables import expected_hundredths, performance_difference
from tournaments.ratings.formulas.registry import RATING_SYSTEMS, formula_of
from tournaments.ratings.formulas.values import RatedGame, Standing, Unit


def game(half_points, opponent, deviation=0.0, *, is_forfeit=False):
    return RatedGame(
        half_points=half_points,
        opponent_rating=opponent,
        opponent_deviation=deviation,
        is_forfeit=is_forfeit,
    )


def acf_performance(games):
    rounds = [replace(one, unit=Unit.ROUND) for one in games]
    changed = acf.AcfFormula().rate(Standing(), rounds, period=1, is_junior=False)
    ((performance, _games),) = changed.after.carried
    return performance


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (-4, 49), (392, 92), (735, 99), (736, 100), (-5000, 0)],
)
def test_the_expected_score_of_the_table(difference, hundredths):
    assert expected_hundredths(difference) == hundredths


@pytest.mark.parametrize(
    ("hundredths", "difference"), [(50, 0), (51, 7), (75, 193), (99, 677), (100, 800), (49, -7), (0, -800)]
)
def test_the_difference_of_a_performance(hundredths, difference):
    assert performance_difference(hundredths) == difference


def test_both_sides_of_a_game_expect_one_point_together():
    assert all(expected_hundredths(each) + expected_hundredths(-each) == 100 for each in range(900))


@pytest.mark.parametrize(
    ("career", "games", "factor"),
    [
        pytest.param(Career(rating=2000, games=29), 0, 40, id="under 30 games"),
        pytest.param(Career(rating=2299, games=99, is_junior=True), 0, 40, id="a junior under 2300"),
        pytest.param(Career(rating=2300, games=99, is_junior=True), 0, 20, id="a junior from 2300 on"),
        pytest.param(Career(rating=2399, games=99), 0, 20, id="under 2400"),
        pytest.param(Career(rating=2350, games=99, highest=2410), 0, 10, id="once over 2400"),
        pytest.param(Career(rating=2000, games=9), 20, 35, id="K times the games at most 700"),
    ],
)
def test_the_development_factor(career, games, factor):
    assert elo.development_factor(career, games) == factor


def test_a_rating_changes_by_the_surplus():
    assert elo.change(2000, [game(2, 2000), game(1, 2100)], 20) == Fraction(20 * (50 + 14), 100)


def test_a_difference_over_400_counts_as_400_below_2650():
    assert elo.expected(2000, 1000) == elo.expected(2000, 1600) == 92
    assert elo.expected(2650, 1650) == 100


def test_a_first_rating_has_two_draws_against_1800_in_it():
    games = [game(2, 1800), game(2, 1800), game(1, 1800), game(1, 1800), game(0, 1800)]
    assert elo.initial_rating(games) == 1800 + 50  # 4 of 7 points: .57
    assert elo.initial_rating(games[:4]) is None
    assert elo.initial_rating([game(0, 1800)] * 5) is None
    assert elo.initial_rating([game(2, 2400)] * 9) == 2200
    assert elo.initial_rating([game(1, 1000)] * 1 + [game(0, 1000)] * 8) is None


@pytest.mark.parametrize(
    "rate",
    [
        pytest.param(lambda games: elo.change(2000, games, 20), id="FIDE"),
        pytest.param(acf_performance, id="ACF"),
        pytest.param(lambda games: glicko2.after_period(glicko2.Strength(), games), id="Glicko-2"),
    ],
)
def test_a_forfeit_is_never_rated(rate):
    games = [game(2, 1900, 50.0), game(0, 2100, 50.0)]
    assert rate([*games, game(2, 2500, 50.0, is_forfeit=True)]) == rate(games)


def test_the_acf_performance():
    rounds = [game(2, 2000), game(2, 2100), game(1, 2200), game(0, 2300)]
    assert acf_performance(rounds) == 2150 + 400 / 4


def test_three_of_four_rounds_are_200_points_ahead():
    rounds = [game(2, 2000)] * 3 + [game(0, 2000)]
    assert acf_performance(rounds) == 2200


def test_the_acf_rating_is_the_average_of_the_last_128_games():
    old, new = acf.EventPerformance(Fraction(1000), 100), acf.EventPerformance(Fraction(2000), 96)
    assert acf.rating([old, new]) == (1000 * 32 + 2000 * 96) // 128
    assert acf.rating([]) is None


def test_glickmans_own_example():
    games = [game(2, 1400, 30.0), game(0, 1550, 100.0), game(0, 1700, 300.0)]
    after = glicko2.after_period(glicko2.Strength(rating=1500.0, deviation=200.0), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_an_idle_period_widens_the_deviation():
    after = glicko2.after_period(glicko2.Strength(rating=1600.0, deviation=50.0), [])
    assert after.rating == 1600.0
    assert after.deviation == pytest.approx((50.0**2 + (0.06 * 173.7178) ** 2) ** 0.5)


def test_a_surprise_raises_the_volatility():
    games = [game(2, 2400, 30.0)] * 5
    after = glicko2.after_period(glicko2.Strength(rating=1500.0, deviation=60.0), games)
    assert after.volatility > 0.06


def test_what_no_source_confirms_is_marked_and_cannot_be_computed():
    unconfirmed = {key for key, system in RATING_SYSTEMS.items() if not system.is_confirmed}
    assert unconfirmed == {"wcdf", "fmjd", "fid", "kndb"}
    assert all(system.source and system.edition for system in RATING_SYSTEMS.values())
    with pytest.raises(KeyError):
        formula_of("fmjd")
