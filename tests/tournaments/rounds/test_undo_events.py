"""What is done at the desk of an event is undone through the trail, or refused with the reason."""

import pytest
from django.urls import reverse
from event_rows import board_of, entry_named, latest, play, played_round, published_round, section_of

from club.audit.services import rehearse_undo, undo_entry
from club.audit.undo_handlers import NOT_UNDOABLE, UNDO_HANDLERS
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.core.errors import RoundNotDraft
from tournaments.entries.services.entries import readmit_entry, withdraw_entry
from tournaments.models import EntryState, Outcome, Round, RoundState
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import LaterRoundExists, ResultsAlready
from tournaments.rounds.services.pairings import dissolve_board, swap_players, turn_colours
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    propose_round,
    publish_round,
    reopen_round,
    unpublish_round,
)

pytestmark = pytest.mark.django_db


def undone(action, actor):
    """Undo the latest entry with an action, after a look at what that will do."""
    entry = latest(f"tournaments.{action}")
    (shown,) = rehearse_undo(entry_id=entry.pk, actor=actor)
    (done,) = undo_entry(entry_id=entry.pk, actor=actor, reason="A slip.")
    assert (done.action, done.undoes, done.reason) == (shown.action, entry, "A slip.")
    return done


def state_of(row):
    return Round.objects.get(pk=row.pk).state


def enter(board, outcome, **more):
    return record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=SYSTEM, **more)


def test_every_action_of_an_event_is_undone_here_or_says_why_not():
    undone_here = {
        *("round.proposed", "round.published", "round.unpublished", "round.closed", "round.reopened"),
        *("result.recorded", "result.corrected", "entry.withdrawn", "entry.readmitted"),
        *("match.decided", "match.left_open", "pair.forbidden", "pair.allowed"),
        *("members.kept", "member.changed", "line_up.set"),
        *("prizes.handed_out", "prizes.taken_back", "prizes.set", "classes.set", "fees.set", "schedule.set"),
        *(
            "officials.set",
            "regulations.set",
            "admission.set",
            "absent.settled",
            "entry.accepted",
            "entry.refused",
        ),
        *("entry.put_on_waiting_list", "entry.moved_up", "entry.withdrawn_by_player"),
        *("entries.checked_in", "entries.classed", "equipment.checked", "equipment.unchecked"),
        *("record.linked", "record.unlinked", "case.dropped", "case.reopened"),
        *("post.made", "post.changed", "post.removed"),
        *("night.ended", "night.reopened"),
        *("rating_report.committed", "rating.corrected", "entries.rated"),
        *("ladder.joined", "ladder.left", "ladder.moved", "ladder.idled", "challenge.made"),
        *("challenge.accepted", "challenge.refused", "challenge.withdrawn", "challenge.settled"),
        *("challenge.expired", "challenge.lapsed"),
        *("captain.named", "captain.removed", "captain.restored", "fixture.moved", "fixture.struck"),
        *("fixture.on_again", "handed.in", "match.told", "match.untold", "poll.opened", "poll.closed"),
        *("poll.reopened", "season.drawn", "season.taken_back", "squad.joined", "squad.lent", "squad.until"),
        *("late.seated", "late.bye_given", "late.deferred"),
        *("tie_break.begun", "tie_break.taken_back"),
        *("round.players_swapped", "round.colours_turned"),
        *("event.finished", "event.reopened", "closing.marked", "closing.reset", "paper.set"),
        *("team.at_home", "absence.lifted"),
    }
    assert {one for one in UNDO_HANDLERS if one.startswith("tournaments.")} == {
        f"tournaments.{one}" for one in undone_here
    }


def test_a_proposed_round_is_taken_back(section, director):
    row = propose_round(section_id=section.pk, actor=director)
    assert undone("round.proposed", director).action == "tournaments.round.deleted"
    assert not Round.objects.filter(pk=row.pk).exists()


def test_a_proposed_round_that_is_published_stays(section, director):
    published_round(section, logged=True)
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=latest("tournaments.round.proposed").pk, actor=director)


def test_a_proposed_round_that_is_gone_says_so(section, director):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    delete_round(round_id=row.pk, actor=SYSTEM)
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=latest("tournaments.round.proposed").pk, actor=director)
    assert refusal.value.facts["why"] == "is_gone"


def test_publication_is_undone_and_that_is_undone_in_its_turn(section, director):
    row = published_round(section, logged=True)
    undone("round.published", director)
    assert state_of(row) == RoundState.DRAFT
    undone("round.unpublished", director)
    assert state_of(row) == RoundState.PUBLISHED


def test_publication_with_results_is_not_undone(section, director):
    row = published_round(section, logged=True)
    enter(board_of(row, "Abbott"), Outcome.WHITE)
    with pytest.raises(ResultsAlready):
        undo_entry(entry_id=latest("tournaments.round.published").pk, actor=director)


def test_publication_with_a_round_behind_it_is_not_undone(section, director):
    row = published_round(section, logged=True)
    play(row, Outcome.UNPLAYED)
    propose_round(section_id=section.pk, actor=SYSTEM)
    with pytest.raises(LaterRoundExists):
        undo_entry(entry_id=latest("tournaments.round.published").pk, actor=director)


def test_unpublishing_is_not_undone_twice(section, director):
    row = published_round(section, logged=True)
    unpublish_round(round_id=row.pk, actor=SYSTEM)
    publish_round(round_id=row.pk, version=Round.objects.get(pk=row.pk).version, actor=SYSTEM)
    with pytest.raises(RoundNotDraft):
        undo_entry(entry_id=latest("tournaments.round.unpublished").pk, actor=director)


def test_closing_and_reopening_are_undone(section, director):
    row = played_round(section, logged=True)
    undone("round.closed", director)
    assert state_of(row) == RoundState.PUBLISHED
    close_round(round_id=row.pk, actor=SYSTEM)
    reopen_round(round_id=row.pk, actor=SYSTEM)
    undone("round.reopened", director)
    assert state_of(row) == RoundState.CLOSED


def test_the_undo_of_a_reopening_leaves_an_earlier_round_open(director):
    section = section_of(players=6)
    first, second = played_round(section), played_round(section)
    for row in (second, first):
        reopen_round(round_id=row.pk, actor=SYSTEM)
    entry = AuditEntry.objects.get(action="tournaments.round.reopened", target_id=second.pk)
    undo_entry(entry_id=entry.pk, actor=director, reason="A slip.")
    assert (state_of(first), state_of(second)) == (RoundState.PUBLISHED, RoundState.CLOSED)


def test_a_result_is_taken_back(section, director):
    board = board_of(published_round(section, logged=True), "Abbott")
    enter(board, Outcome.WHITE)
    undone("result.recorded", director)
    assert board.games.get().outcome == Outcome.PENDING


def test_a_correction_gives_way_to_what_stood_there(section, director):
    board = board_of(published_round(section, logged=True), "Abbott")
    enter(board, Outcome.WHITE, is_adjudicated=True)
    enter(board, Outcome.BLACK)
    undone("result.corrected", director)
    assert (board.games.get().outcome, board.games.get().is_adjudicated) == (Outcome.WHITE, True)


def test_a_result_that_was_changed_since_stays(section, director):
    board = board_of(published_round(section, logged=True), "Abbott")
    enter(board, Outcome.WHITE)
    enter(board, Outcome.BLACK)
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=latest("tournaments.result.recorded").pk, actor=director)
    assert refusal.value.facts["why"] == "changed_again"


def test_a_result_of_another_game_does_not_stand_in_the_way(db, director):
    board = board_of(published_round(section_of(preset="acf")), "Abbott")
    for game in (1, 2):
        record_result(pairing_id=board.pk, game=game, outcome=Outcome.WHITE, actor=SYSTEM)
    first = AuditEntry.objects.filter(action="tournaments.result.recorded").order_by("pk").first()
    undo_entry(entry_id=first.pk, actor=director)
    assert [one.outcome for one in board.games.order_by("number")] == [Outcome.PENDING, Outcome.WHITE]


def test_a_withdrawal_is_undone_and_that_is_undone_in_its_turn(section, director):
    entry = entry_named(section, "Abbott")
    withdraw_entry(entry_id=entry.pk, actor=SYSTEM)
    undone("entry.withdrawn", director)
    entry.refresh_from_db()
    assert (entry.state, entry.last_round) == (EntryState.CONFIRMED, None)
    undone("entry.readmitted", director)
    entry.refresh_from_db()
    assert entry.state == EntryState.WITHDRAWN
    readmit_entry(entry_id=entry.pk, actor=SYSTEM)


def seats_of(row):
    pairings = row.pairings.order_by("board_number")
    return [(one.white_id, one.black_id) for one in pairings if one.black_id]


def test_a_swap_is_undone_and_that_is_undone_in_its_turn(section, director):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    before = seats_of(row)
    (first, _), (_, second) = before[:2]
    swap_players(round_id=row.pk, first_id=first, second_id=second, version=row.version, actor=SYSTEM)
    after = seats_of(row)
    undone("round.players_swapped", director)
    assert seats_of(row) == before
    undone("round.players_swapped", director)
    assert seats_of(row) == after


def test_swapped_colours_are_undone(section, director):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    before, board = seats_of(row), row.pairings.get(board_number=1)
    turn_colours(round_id=row.pk, pairing_id=board.pk, version=row.version, actor=SYSTEM)
    assert seats_of(row) != before
    undone("round.colours_turned", director)
    assert seats_of(row) == before


def test_a_swap_before_another_change_is_not_undone(section, director):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    (first, _), (second, _), (third, _) = seats_of(row)
    row = swap_players(round_id=row.pk, first_id=first, second_id=second, version=row.version, actor=SYSTEM)
    swap_players(round_id=row.pk, first_id=second, second_id=third, version=row.version, actor=SYSTEM)
    earlier = AuditEntry.objects.filter(action="tournaments.round.players_swapped").order_by("pk").first()
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=earlier.pk, actor=director)
    assert refusal.value.facts["why"] == "changed_again"


def test_what_has_no_way_back_says_what_to_do_instead(section, director):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    board = row.pairings.get(board_number=1)
    dissolve_board(round_id=row.pk, pairing_id=board.pk, version=row.version, actor=SYSTEM)
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=latest("tournaments.round.board_taken_apart").pk, actor=director)
    assert refusal.value.facts["why"] == NOT_UNDOABLE["tournaments.round.board_taken_apart"]


def test_a_stored_entry_does_not_reach_the_board_with_turned_colours(section, director, client):
    row = published_round(section)
    board = row.pairings.get(board_number=1)
    game = board.games.get(number=1)
    row = unpublish_round(round_id=row.pk, actor=SYSTEM)
    row = turn_colours(round_id=row.pk, pairing_id=board.pk, version=row.version, actor=SYSTEM)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    client.force_login(director.user)
    told = {"r": f"{board.pk}.1.white", "was": "pending"}
    answer = client.post(reverse("tournaments:desk_results"), told, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.json()["next"]
    turned = row.pairings.get(board_number=1)
    assert (turned.white_id, turned.black_id) == (board.black_id, board.white_id)
    assert (turned.games.get(number=1).pk, turned.games.get(number=1).outcome) == (game.pk, Outcome.PENDING)
