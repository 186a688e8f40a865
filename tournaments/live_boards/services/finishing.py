"""The end of a game in play: its result, and the record that its pairing gets."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.hooks import AfterResult, ResultChange
from tournaments.core.services.locks import pairing_scope
from tournaments.live_boards.channels import tell_pads, tell_spectators
from tournaments.live_boards.delays import end_due, is_all_shown, is_end_due
from tournaments.live_boards.errors import BoardChanged
from tournaments.live_boards.scores import pdn_of
from tournaments.live_boards.services.locks import locked_board_with_pairing
from tournaments.live_boards.services.moves import note_key, was_sent
from tournaments.live_boards.services.publication import release_later
from tournaments.models import (
    AlertState,
    Event,
    EventState,
    GameResult,
    LiveBoard,
    LiveState,
    Outcome,
    Pairing,
)
from tournaments.records.selectors.game_tags import ENDS, tags_for_record
from tournaments.records.services.game_records import attach_score
from tournaments.results.errors import UnknownOutcome
from tournaments.results.services.results import Entered, enter_result, game_of


@transaction.atomic
def finish_board(
    *,
    board_id: int,
    outcome: str,
    actor: Actor,
    sequence: int | None = None,
    reason: str = "",
    key: str = "",
) -> LiveBoard:
    """Enter the result of a game in play; the board is finished and becomes the record of its pairing.

    Idempotent by `key`.
    """
    if outcome not in Outcome.values:
        raise UnknownOutcome(outcome=outcome, known=Outcome.values)
    board = locked_board_with_pairing(board_id)
    require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(board.pairing))
    if was_sent(board, key):
        return board
    if sequence is not None and sequence != board.sequence:
        raise BoardChanged(board=board.pairing.board_number, sent=sequence, sequence=board.sequence)
    result = game_of(board.pairing, board.game)
    enter_result(result, Entered(outcome=outcome, reason=reason, may_overwrite=False), actor)
    board.refresh_from_db()
    note_key(board, key)
    board.save(update_fields=["sent_keys"])
    return board


def follow_result(pairing: Pairing) -> AfterResult:
    """Finish the live board of a game that gets its result, or reopen it. Locks the boards of the pairing."""
    boards = (
        LiveBoard.objects.select_for_update(of=("self",), no_key=True).filter(pairing=pairing).order_by("pk")
    )
    there = {board.game: board for board in boards}
    return lambda change: _follow(there.get(change.result.number), change)


def _follow(board: LiveBoard | None, change: ResultChange) -> None:
    if board is None:
        return
    board.pairing = change.pairing
    is_over = Outcome(change.result.outcome) in ENDS and change.result.outcome != Outcome.ADJOURNED
    if is_over == (board.state == LiveState.FINISHED):
        return
    now = timezone.now()
    was_seen = is_all_shown(board) and is_end_due(board, now=now)
    board.state = LiveState.FINISHED if is_over else LiveState.PLAYING
    board.finished_at, board.running = now if is_over else None, ""
    board.sequence += 1
    board.save(update_fields=["state", "finished_at", "running", "sequence"])
    if is_over:
        _end_if_shown(board, change.result)
    elif was_seen:
        tell_spectators(board, "board.reopened", {})
    tell_pads(board)


def _end_if_shown(board: LiveBoard, result: GameResult) -> None:
    """Tell spectators the end, and record the game, once they have seen its last move and the delay is over.

    The release of a later move comes back here.
    """
    due = end_due(board)
    if not is_all_shown(board) or due is None:
        return
    if due > timezone.now():
        release_later(board, due)
        return
    record_if_shown(board, result)
    tell_spectators(board, "board.finished", {"outcome": result.outcome})


def record_if_shown(board: LiveBoard, result: GameResult) -> None:
    """Link the score as the record of a finished game, once spectators have seen all of it.

    The archive is public. So a game of a hidden event has no record, and a recalled move is in it only after
    the arbiter has ruled. A record that was linked by hand stays. Callers lock the pairing.
    """
    is_hidden = board.pairing.round.section.event.state == EventState.DRAFT
    if is_hidden or not board.moves or result.game_id is not None or not is_all_shown(board):
        return
    tags = tags_for_record(board.pairing, result)
    attach_score(board.pairing, result, pdn_of(board, tags, undecided=_undecided_moves(board)))


def _undecided_moves(board: LiveBoard) -> set[tuple[int, str]]:
    """Return the illegal moves on which nobody has ruled, each with its place in the score."""
    rows = board.alerts.filter(Q(state=AlertState.OPEN) | Q(case__isnull=False, case__rulings__isnull=True))
    return {(ply, str(facts.get("text", ""))) for ply, facts in rows.values_list("ply", "facts")}


def record_games_of_event(event: Event) -> None:
    """Plan the records of games that were finished while the event was hidden."""
    rows = LiveBoard.objects.filter(pairing__round__section__event=event, state=LiveState.FINISHED)
    for board in rows.select_related("pairing__round__section__event__broadcast").order_by("pk"):
        release_later(board, max(timezone.now(), end_due(board) or timezone.now()))


@transaction.atomic
def record_finished_board(*, board_id: int) -> None:
    """Tell the end of a finished game that was delayed, and link its record. Runs after a release."""
    board = locked_board_with_pairing(board_id)
    if board.state == LiveState.FINISHED:
        _end_if_shown(board, game_of(board.pairing, board.game))
