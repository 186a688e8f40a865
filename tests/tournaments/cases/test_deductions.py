"""Points that a ruling takes: in the standings, in what is published, in the report file; and given back."""

import pytest
from event_rows import play
from history import content_now
from incidents import Hall
from worlds import world

from club.core.actor import SYSTEM
from tournaments.cases.errors import NoPointsHere
from tournaments.cases.services.rulings import RulingDecision, supersede_ruling
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.trf import read_trf
from tournaments.models import SnapshotCause
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.snapshots import (
    content_of,
    recomputed_content,
    snapshot_in_force,
)
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


@world
def hall():
    """A closed round in which every White has won."""
    hall = Hall()
    play(hall.row)
    close_round(round_id=hall.row.pk, actor=SYSTEM)
    return hall


def winner(hall):
    return hall.row.pairings.order_by("board_number").first().white


def deduct(hall, points=1):
    reason = "left the hall with the clock running, rules of the event"
    decided = {"points": points, "reason": reason}
    return hall.rule(winner(hall).name, "left_the_hall", "points_deducted", confirms_effects=True, **decided)


def row_of(hall, name):
    return next(row for row in standing_rows(hall.section).rows if row.entry.name == name)


def test_points_taken_count_in_the_table_and_nowhere_else(hall):
    name = winner(hall).name
    before = snapshot_in_force(hall.section)
    opponent = hall.row.pairings.get(white=winner(hall)).black.name
    buchholz = {one.code: one.text for one in row_of(hall, opponent).values}["BH"]
    deduct(hall)
    row = row_of(hall, name)
    assert (row.points, row.rank) == (1, 3)
    assert row.values[0].parts[-1].amount == -1
    assert {one.code: one.text for one in row_of(hall, opponent).values}["BH"] == buchholz
    after = snapshot_in_force(hall.section)
    assert after.pk != before.pk
    assert after.cause == SnapshotCause.RULING
    assert content_of(after) == content_now(hall.section, after=1) == recomputed_content(after)


def test_points_are_given_back_by_the_ruling_that_supersedes(hall):
    ruling = deduct(hall)
    decided = RulingDecision(consequence="warning", reason="the clock was stopped", confirms_effects=True)
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    assert row_of(hall, winner(hall).name).points == 2
    assert content_of(snapshot_in_force(hall.section)) == content_now(hall.section, after=1)


def test_a_report_tells_the_points_taken_as_a_correction_of_the_final_table(hall):
    deduct(hall, points=2)
    report = read_trf(exported_section(hall.section, "trf26").data).report
    (taken,) = report.abnormal_points
    assert (taken.game_points, taken.players) == (-20, (winner(hall).number,))
    assert next(one.points for one in report.players if one.number == winner(hall).number) == 0


def test_an_older_report_says_what_it_leaves_out(hall):
    deduct(hall)
    exported = exported_section(hall.section, "trf16")
    assert not read_trf(exported.data).report.abnormal_points
    assert "deductions_left_out" in {note.code for note in exported.notes}


def test_where_places_are_not_given_by_points_none_can_be_taken():
    hall = Hall(preset="keizer")
    with pytest.raises(NoPointsHere):
        deduct(hall)
