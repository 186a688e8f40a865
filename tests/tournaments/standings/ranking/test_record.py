"""Tables in their permanent form: stored as JSON and restored equal."""

import json
from fractions import Fraction

from small_events import event

from tournaments.pairing.values import Colour, RoundKind
from tournaments.standings.ranking.ranking import codes_of, standings
from tournaments.standings.ranking.record import (
    entrant_in,
    entrant_record,
    facts_record,
    part_record,
    results_in,
    standing_record,
    value_in,
)
from tournaments.standings.ranking.values import (
    STAGES_5_0,
    Basis,
    Entrant,
    Game,
    Mark,
    Outcome,
    Part,
    Results,
    Scale,
    Score,
)

ROUND = Outcome(
    kind=RoundKind.PLAYED,
    opponent=2,
    colour=Colour.BLACK,
    points=2,
    game_points=3,
    games=(
        Game(points=2, against=0, colour=Colour.WHITE, board_number=2, ballot=4, mark=Mark.PLUS),
        Game(points=1, against=1),
    ),
)
ENTRANTS = (
    Entrant(
        number=1, outcomes=(ROUND, Outcome(kind=RoundKind.HALF_BYE, points=1)), rating=2100, correction=-1
    ),
    Entrant(number=2, outcomes=(ROUND,)),
)
RESULTS = Results(
    entrants=ENTRANTS,
    rounds=2,
    scale=Scale(win=3, draw=1, loss=0, unit=1, decimals=1),
    game_scale=Scale(win=4),
    games_per_round=2,
    primary=Score.GAME,
    is_round_robin=True,
    is_of_teams=True,
    unrated_as=1500,
    stages=STAGES_5_0,
    lots=(2, 1),
)


def stored(record):
    return json.loads(json.dumps(record))


def test_results_are_restored_equal():
    for results in (RESULTS, event("2w1 U", "1b0 Z")):
        records = [stored(entrant_record(one)) for one in results.entrants]
        facts = stored(facts_record(results))
        assert results_in(facts, map(entrant_in, records)) == results


def test_tables_of_one_computation_share_the_records_of_rounds():
    known = {}
    one, other = (entrant_record(entrant, known)["rounds"] for entrant in ENTRANTS)
    assert one[0] is other[0]
    assert len(known) == 2


def test_values_are_restored_with_their_parts():
    table = standings(event("2w1 3b1 U", "1b0 U 3w=", "U 1w0 2b="), codes_of(["PTS", "BH", "ARO"]))
    for row in table.standings:
        record = stored(standing_record(row, table))
        assert (record["rank"], record["decided_by"]) == (row.rank, row.decided_by)
        for value, told in zip(row.values, record["values"], strict=True):
            restored = value_in(told)
            assert (restored.amount, restored.parts) == (value.amount, value.parts)
    assert record["values"][2] == {"amount": None, "text": record["values"][2]["text"], "parts": []}


def test_whole_amounts_are_stored_as_numbers_and_fractions_exactly():
    table = standings(event("2w1 3b1", "1b0 4w=", "4b1 1w0", "3w0 2b="), codes_of(["PTS", "SSSC/K2"]))
    amounts = {
        row.number: [value["amount"] for value in stored(standing_record(row, table))["values"]]
        for row in table.standings
    }
    assert amounts == {1: [4, "11/2"], 2: [1, "7/2"], 3: [2, "9/2"], 4: [1, "5/2"]}


def test_a_fraction_is_restored_exactly():
    value = value_in({"amount": "7/3", "parts": []})
    assert (value.amount, value.parts) == (Fraction(7, 3), ())


def test_each_fact_of_a_part_is_stored():
    part = Part(3, 7, 5, Basis.DUMMY, 2, 1, is_voluntary=True, cut="14.1")
    assert part_record(part) == [3, 7, 5, "dummy", 2, 1, True, "14.1"]
    assert value_in({"amount": 5, "parts": [stored(part_record(part))]}).parts == (part,)
