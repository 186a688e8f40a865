"""Cross-table and progress table."""

from small_events import event

from tournaments.pairing.values import Colour
from tournaments.standings.ranking.crosstable import cross_table, progress_table
from tournaments.standings.ranking.ranking import codes_of, standings

TABLE = standings(event("2w0 3w1", "1b1 U", "U 1b0"), codes_of(["PTS", "DE"]))


def test_the_grid_is_in_the_order_of_the_standings():
    rows = cross_table(TABLE)
    assert [(row.number, row.points) for row in rows] == [(2, 4), (1, 2), (3, 2)]
    assert [[meeting.points for cell in row.meetings for meeting in cell] for row in rows] == [
        [2],
        [0, 2],
        [0],
    ]
    assert rows[0].meetings[0] == ()


def test_the_progress_of_a_player():
    row = progress_table(TABLE)[1]
    assert [(step.opponent, step.opponent_rank, step.score) for step in row.steps] == [(2, 1, 0), (3, 3, 2)]
    assert row.steps[0].meeting.colour is Colour.WHITE
