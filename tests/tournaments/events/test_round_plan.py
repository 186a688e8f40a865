"""Suggested numbers of rounds, against a table; the time that they take."""

import pytest

from tournaments.events.round_plan import Limit, minutes_of_round, suggested_rounds

SWISS = "fide_dutch_2026"
TABLE = [
    # system, players, games of a round, rounds, why
    (SWISS, 2, 1, 1, Limit.OPPONENTS),
    (SWISS, 3, 1, 3, Limit.OPPONENTS),
    (SWISS, 4, 1, 3, Limit.OPPONENTS),
    (SWISS, 6, 1, 5, Limit.FIELD),
    (SWISS, 8, 1, 5, Limit.FIELD),
    (SWISS, 12, 1, 6, Limit.FIELD),
    (SWISS, 16, 1, 6, Limit.FIELD),
    (SWISS, 17, 1, 7, Limit.FIELD),
    (SWISS, 40, 1, 8, Limit.FIELD),
    (SWISS, 64, 1, 8, Limit.FIELD),
    (SWISS, 300, 1, 11, Limit.FIELD),
    ("match_swiss", 40, 2, 7, Limit.FIELD),
    ("match_swiss", 8, 2, 4, Limit.FIELD),
    ("team_swiss_2026", 10, 1, 6, Limit.FIELD),
    ("manual", 8, 1, 5, Limit.FIELD),
    ("round_robin", 8, 1, 7, Limit.TABLE),
    ("round_robin", 7, 1, 7, Limit.TABLE),
    ("double_round_robin", 6, 1, 10, Limit.TABLE),
    ("team_round_robin", 6, 1, 5, Limit.TABLE),
    ("knockout", 16, 2, 4, Limit.TABLE),
    ("knockout", 17, 2, 5, Limit.TABLE),
    ("double_elimination", 8, 1, 7, Limit.TABLE),
    ("scheveningen", 8, 1, 4, Limit.TABLE),
]


@pytest.mark.parametrize(("system", "players", "games", "rounds", "why"), TABLE)
def test_rounds_by_system_and_players(system, players, games, rounds, why):
    plan = suggested_rounds(system=system, players=players, games=games)
    assert (plan.rounds, plan.limit, plan.minutes) == (rounds, why, 0)


@pytest.mark.parametrize(("system", "players"), [("keizer", 20), ("club_night", 20), (SWISS, 1), (SWISS, 0)])
def test_a_season_and_a_field_of_one_have_none(system, players):
    assert suggested_rounds(system=system, players=players) is None


@pytest.mark.parametrize(
    ("clock", "games", "minutes"),
    [
        ("5+3", 1, 25),
        ("15+5", 1, 48),
        ("15+5", 2, 87),
        ("60+30", 1, 180),
        ("80+60", 1, 270),
        ("90", 1, 190),
        ("90 min", 1, 10 + 180),
        ("20' + 10", 1, 67),
        ("", 1, 0),
        ("0", 1, 0),
        ("two hours", 1, 0),
        ("40 moves in 2 hours", 1, 0),
    ],
)
def test_minutes_of_a_round(clock, games, minutes):
    assert minutes_of_round(clock, games=games) == minutes


@pytest.mark.parametrize(
    ("hours", "rounds", "limit"),
    [
        (3, 3, Limit.TIME),
        (6, 7, Limit.TIME),
        (6.4, 8, Limit.FIELD),
        (40, 8, Limit.FIELD),
        (0.5, 1, Limit.TIME),
    ],
)
def test_time_takes_rounds_away_and_never_adds_any(hours, rounds, limit):
    plan = suggested_rounds(system=SWISS, players=40, clock="15+5", minutes=int(hours * 60))
    assert (plan.rounds, plan.limit, plan.clear) == (rounds, limit, 6)
    assert plan.minutes == rounds * 48


def test_a_table_that_takes_longer_than_there_is_time_says_so():
    plan = suggested_rounds(system="round_robin", players=20, clock="15+5", minutes=240)
    assert (plan.rounds, plan.is_over_time) == (19, True)
    assert not suggested_rounds(system="knockout", players=20, clock="5+3", minutes=240).is_over_time
