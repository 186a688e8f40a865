"""What holds in every event, whatever was played; Hypothesis draws the events."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from small_events import event

from tournaments.pairing.values import RoundKind
from tournaments.standings.ranking.ranking import codes_of, standings
from tournaments.standings.ranking.registry import TIEBREAKS
from tournaments.standings.ranking.tiebreak import Measure
from tournaments.standings.ranking.values import Basis

LIST = ["PTS", "DE", "BH/C1", "BH", "SB", "PS", "WIN", "REP", "KS", "ARO"]
SUMS = frozenset({Measure.POINTS, Measure.PRODUCT, Measure.COUNT, Measure.HALVES})
SYMBOLS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


@st.composite
def events(draw):
    """Everybody meets whom chance brings, over and again; some rest."""
    players = draw(st.integers(2, 8))
    rows = [[] for _ in range(players)]
    for _ in range(draw(st.integers(1, 5))):
        seats = draw(st.permutations(range(players)))
        for first, second in zip(seats[::2], seats[1::2], strict=False):
            result = draw(st.sampled_from("10=+-Z"))
            if result == "Z":
                rows[first].append(draw(st.sampled_from("ZH")))
                rows[second].append("Z")
            else:
                rows[first].append(f"{second + 1}w{result}")
                rows[second].append(f"{first + 1}b{SYMBOLS[result]}")
        if players % 2:
            rows[seats[-1]].append(draw(st.sampled_from("UHFZ")))
    ratings = draw(st.lists(st.integers(1000, 2400), min_size=players, max_size=players))
    return event(*(" ".join(row) for row in rows), ratings=ratings)


@given(events())
@settings(deadline=None)
def test_the_order_is_total_and_every_row_is_there_once(results):
    table = standings(results, codes_of(LIST))
    numbers = [row.number for row in table.standings]
    assert sorted(numbers) == [each.number for each in results.entrants]
    ranks = [row.rank for row in table.standings]
    assert ranks == sorted(ranks)
    assert all(rank == 1 + ranks.index(rank) for rank in ranks)


@given(events())
@settings(deadline=None)
def test_points_are_conserved(results):
    table = standings(results, codes_of(["PTS"]))
    games = sum(
        each.kind in {RoundKind.PLAYED, RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS}
        for entrant in results.entrants
        for each in entrant.outcomes
    )
    byes = sum(each.points for entrant in results.entrants for each in entrant.outcomes if not each.opponent)
    assert sum(row.values[0].amount for row in table.standings) == games + byes


@given(events())
@settings(deadline=None)
def test_every_sum_is_the_sum_of_its_parts(results):
    single = [code for code, each in TIEBREAKS.items() if each.measure in SUMS and each.is_confirmed]
    for column in standings(results, codes_of([*single, "BH/C1", "BH/M1", "SB/C2", "PS/C2"])).columns:
        for value in column.values.values():
            assert sum(part.amount for part in value.counted) == value.amount, column.code.text


@given(events())
@settings(deadline=None)
def test_direct_encounter_never_contradicts_the_only_game_of_two_tied(results):
    table = standings(results, codes_of(["PTS", "DE"]))
    level = {}
    for row in table.standings:
        level.setdefault(row.values[0].amount, []).append(row)
    for rows in (rows for rows in level.values() if len(rows) == 2):
        above, below = rows
        games = [
            part.amount for part in above.values[1].parts if part.basis is Basis.OWN_SCORE and part.opponent
        ]
        average = Fraction(sum(games), len(games)) if games else Fraction(1)
        assert average >= 1
        assert (above.rank < below.rank) is (average > 1)


@given(events())
@settings(deadline=None)
def test_recomputing_gives_the_same_table(results):
    codes = codes_of(LIST)
    assert standings(results, codes) == standings(results, codes)
