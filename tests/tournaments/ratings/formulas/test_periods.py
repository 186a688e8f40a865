"""A list from period to period: where players begin, what counts, what is carried on."""

import pytest

from tournaments.ratings.formulas import glicko2
from tournaments.ratings.formulas.periods import Meeting, rate_period
from tournaments.ratings.formulas.registry import COMPUTED, formula_of
from tournaments.ratings.formulas.values import How, RatedGame, Standing, Unit


def rated(key, standings, meetings, **more):
    return rate_period(
        formula_of(key),
        {name: Standing(rating=float(value), games=99) for name, value in standings.items()},
        meetings,
        **{"period": 1, **more},
    )


def test_everybody_is_rated_by_the_ratings_before_the_period():
    done = rated("fide", {"A": 2000, "B": 2000, "C": 2000}, [Meeting("A", "B", 2), Meeting("B", "C", 2)])
    assert {name: change.after.rating for name, change in done.items()} == {"A": 2010, "B": 2000, "C": 1990}
    assert done["A"].expected == 50
    assert done["A"].factor == 20


def test_who_has_no_rating_gets_one_after_five_games_of_several_events():
    field = dict.fromkeys("ABCDE", 1800)
    first = rated("fide", field, [Meeting("X", "A", 2), Meeting("X", "B", 2)])
    assert first["X"].how == How.CARRIED
    assert first["X"].after.rating is None
    assert first["A"].how == How.NOTHING  # games against somebody without a rating do not count
    more = [Meeting("X", "C", 1), Meeting("X", "D", 1), Meeting("X", "E", 0)]
    standings = {name: Standing(rating=1800.0) for name in field} | {"X": first["X"].after}
    second = rate_period(formula_of("fide"), standings, more, period=2)
    assert second["X"].how == How.FIRST
    assert second["X"].after == Standing(rating=1850.0, games=5, highest=1850.0, last_period=2)


def test_a_first_event_without_a_point_is_not_kept():
    done = rated("fide", {"A": 1800}, [Meeting("X", "A", 0)])
    assert done["X"].after == Standing()


def test_where_the_list_starts_everybody_all_games_count():
    done = rated("fide", {}, [Meeting("X", "Y", 2)], start=1500)
    assert (done["X"].after.rating, done["Y"].after.rating) == (1520, 1480)


def test_a_junior_keeps_the_high_factor_below_2300():
    games = [Meeting("A", "B", 2)]
    assert rated("fide", {"A": 2200, "B": 2200}, games, juniors={"A"})["A"].factor == 40
    assert rated("fide", {"A": 2300, "B": 2300}, games, juniors={"A"})["A"].factor == 20


def test_the_low_factor_stays_after_2400_was_reached():
    standings = {"A": Standing(rating=2380.0, games=99, highest=2400.0), "B": Standing(rating=2380.0)}
    assert rate_period(formula_of("fide"), standings, [Meeting("A", "B", 2)], period=1)["A"].factor == 10


def test_many_games_of_a_period_lower_the_factor():
    done = rated("fide", {"A": 2000, "B": 2000}, [Meeting("A", "B", 1)] * 40)
    assert done["A"].factor == 17  # 40 games: 700 / 40


@pytest.mark.parametrize(
    ("own", "other", "counts"), [(2610, 2010, False), (2590, 1900, True), (2610, 2011, True)]
)
def test_rapid_games_with_a_wide_gap_of_the_strongest_are_not_rated(own, other, counts):
    done = rated("fide_rapid", {"A": own, "B": other}, [Meeting("A", "B", 2)])
    assert (done["A"].how == How.RATED) == counts
    assert rated("fide", {"A": own, "B": other}, [Meeting("A", "B", 2)])["A"].how == How.RATED


def test_the_acf_rates_rounds_of_four_games_by_the_round():
    rounds = [
        Meeting("A", name, won, Unit.ROUND, 4) for name, won in (("B", 2), ("C", 2), ("D", 2), ("E", 0))
    ]
    done = rated("acf", dict.fromkeys("ABCDE", 2000), rounds)
    assert done["A"].after.rating == 2200  # three rounds of four won: Rc + 200, the document's own example
    assert done["A"].after.games == 99 + 16


def test_the_acf_forgets_what_lies_before_the_last_128_games():
    standing = Standing(rating=1000.0, carried=((1000.0, 100), (1500.0, 100)))
    done = rate_period(
        formula_of("acf"),
        {"A": standing, "B": Standing(rating=2000.0)},
        [Meeting("A", "B", 1, Unit.ROUND, 4)] * 7,
        period=1,
    )
    assert done["A"].after.carried == ((1500.0, 100), (2000.0, 28))
    assert done["A"].after.rating == round((1500 * 100 + 2000 * 28) / 128)


def test_glicko_widens_the_deviation_by_the_periods_missed():
    before = Standing(rating=1500.0, deviation=50.0, volatility=0.06, last_period=1)
    formula, games = formula_of("glicko2"), [RatedGame(half_points=1, opponent_rating=1500.0)]
    at_once = formula.rate(before, games, period=2, is_junior=False).after
    later = formula.rate(before, games, period=12, is_junior=False).after
    assert later.deviation > at_once.deviation
    step = glicko2.Strength(deviation=50.0)
    for _ in range(10):
        step = glicko2.after_period(step, [])
    assert glicko2.idle(glicko2.Strength(deviation=50.0), 10).deviation == pytest.approx(step.deviation)


@pytest.mark.parametrize("key", COMPUTED)
def test_the_order_of_the_games_of_a_period_makes_no_difference(key):
    names = "ABCDEF"
    games = [Meeting(a, b, (ord(a) + ord(b)) % 3) for a in names for b in names if a < b]
    field = {name: 1900 + 40 * at for at, name in enumerate(names)}
    standings = {
        name: Standing(rating=float(value), deviation=80.0, volatility=0.06) for name, value in field.items()
    }
    there = rate_period(formula_of(key), standings, games, period=1)
    back = rate_period(formula_of(key), standings, games[::-1], period=1)
    assert {name: change.after.rating for name, change in there.items()} == {
        name: change.after.rating for name, change in back.items()
    }
