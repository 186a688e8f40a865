"""Undo of rounds, decided matches, tie-break games and late arrivals."""

from typing import Any

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import Entry, Pairing, Round, RoundState
from tournaments.rounds.services.decisions import decide_match, reopen_match
from tournaments.rounds.services.late_arrivals import reopen_late_arrival
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.rounds.services.tie_breaks import begin_tie_break, remove_tie_break

LATE = ("tournaments.late.seated", "tournaments.late.bye_given", "tournaments.late.deferred")

not_undoable("tournaments.round.players_swapped", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.colours_turned", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.board_locked", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.players_seated", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.board_taken_apart", reason_code="draft_is_changed_again")
not_undoable("tournaments.ballot.redrawn", reason_code="lot_is_drawn_again")
not_undoable("tournaments.round.deleted", reason_code="round_is_paired_again")
not_undoable("tournaments.late.reopened", reason_code="late_one_is_settled_again")


@undo_handler("tournaments.late.seated")
@undo_handler("tournaments.late.bye_given")
@undo_handler("tournaments.late.deferred")
def settle_late_arrival_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a late arrival, unless it was settled again since."""
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")
    if latest_about(entry, *LATE) is not None:
        raise CannotUndo(why="late_one_went_on")
    told: dict[str, Any] = entry.after or {}
    if not Round.objects.filter(section__entries=int(entry.target_id), number=told["round"]).exists():
        raise CannotUndo(why="round_is_gone")
    reopen_late_arrival(
        entry_id=int(entry.target_id), round_number=told["round"], actor=actor, **(entry.before or {})
    )


def _round_of(entry: AuditEntry) -> Round:
    row = Round.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="round_is_gone")
    return row


@undo_handler("tournaments.round.proposed")
def undo_proposal(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the draft, if it is still one and was not changed by hand."""
    row = _round_of(entry)
    if row.state != RoundState.DRAFT:
        raise CannotUndo(why="round_went_on")
    delete_round(round_id=row.pk, actor=actor)


@undo_handler("tournaments.round.published")
@undo_handler("tournaments.round.reopened")
def undo_publication(*, entry: AuditEntry, actor: Actor) -> None:
    """Unpublish a round, or close a reopened one, as far as later facts allow."""
    row = _round_of(entry)
    if entry.action == "tournaments.round.reopened":
        close_round(round_id=row.pk, actor=actor, reason=actor.reason or "undo")
    else:
        unpublish_round(round_id=row.pk, actor=actor)


@undo_handler("tournaments.round.unpublished")
def undo_unpublication(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the draft in its current state."""
    row = _round_of(entry)
    publish_round(round_id=row.pk, version=row.version, actor=actor, reason=actor.reason)


@undo_handler("tournaments.round.closed")
def undo_closing(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a closed round."""
    reopen_round(round_id=_round_of(entry).pk, actor=actor, reason=actor.reason)


@undo_handler("tournaments.match.decided")
@undo_handler("tournaments.match.left_open")
def undo_match_decision(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the earlier decision, or none, unless another decision was made since."""
    later = latest_about(entry, "tournaments.match.decided", "tournaments.match.left_open")
    if later is not None:
        raise CannotUndo(why="decision_changed_since", number=later.number)
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    told = entry.before
    if told is None:
        reopen_match(pairing_id=int(entry.target_id), actor=actor, reason=actor.reason)
        return
    decide_match(
        pairing_id=int(entry.target_id),
        winner_id=told["entry"],
        how=told["settled"],
        note=told["note"],
        actor=actor,
        reason=actor.reason,
    )


@undo_handler("tournaments.tie_break.begun")
def undo_tie_break(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the tie-break game while it is the last and has no result."""
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    game = int((entry.after or {})["game"])
    remove_tie_break(pairing_id=int(entry.target_id), game=game, actor=actor, reason=actor.reason)


@undo_handler("tournaments.tie_break.taken_back")
def undo_tie_break_removal(*, entry: AuditEntry, actor: Actor) -> None:
    """Restart the game with the same sides and time control."""
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    told = entry.before or {}
    begin_tie_break(
        pairing_id=int(entry.target_id),
        white_id=told["entry"],
        clock=told["clock"],
        actor=actor,
        reason=actor.reason,
    )
