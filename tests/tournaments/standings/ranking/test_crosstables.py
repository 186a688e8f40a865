"""Progress table."""

from small_events import event

from tournaments.pairing.values import Colour
from tournaments.standings.ranking.crosstable import progress_rows
from tournaments.standings.ranking.ranking import codes_of, standings

TABLE = standings(event("2w0 3w1", "1b1 U", "U 1b0"), codes_of(["PTS", "DE"]))


def test_the_progress_of_a_player():
    ranks = {standing.number: standing.rank for standing in TABLE.standings}
    row = progress_rows(TABLE.results, ranks)[1]
    assert [(step.opponent, step.opponent_rank, step.score) for step in row.steps] == [(2, 1, 0), (3, 3, 2)]
    assert row.steps[0].meeting.colour is Colour.WHITE
    assert [step.meeting.round for step in row.steps] == [1, 2]


def test_ranks_of_others_have_no_row():
    assert [row.number for row in progress_rows(TABLE.results, {9: 1, 2: 2})] == [2]
