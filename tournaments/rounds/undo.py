"""Undo of rounds, decided matches, tie-break games and late arrivals."""

from typing import Any

from club.audit.undo_handlers import changed_since, not_undoable, require_latest, undo_by, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.core.services.event_log import round_facts
from tournaments.models import Round, RoundState
from tournaments.rounds.selectors.publication import SWAPS
from tournaments.rounds.services.decisions import decide_match, reopen_match
from tournaments.rounds.services.late_arrivals import reopen_late_arrival
from tournaments.rounds.services.pairings import swap_players, turn_colours
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.rounds.services.tie_breaks import begin_tie_break, remove_tie_break

LATE = ("tournaments.late.seated", "tournaments.late.bye_given", "tournaments.late.deferred")
DECIDED = ("tournaments.match.decided", "tournaments.match.left_open")

not_undoable(
    *("tournaments.round.board_locked", "tournaments.round.players_seated"),
    "tournaments.round.board_taken_apart",
    reason_code="draft_is_changed_again",
)
not_undoable("tournaments.ballot.redrawn", reason_code="lot_is_drawn_again")
not_undoable("tournaments.round.deleted", reason_code="round_is_paired_again")
not_undoable("tournaments.late.reopened", reason_code="late_one_is_settled_again")

undo_by(
    *LATE,
    call=reopen_late_arrival,
    number="entry_id",
    requires=lambda entry: require_latest(entry, *LATE),
    before=dict,
    after=lambda facts: {"round_number": facts["round"]},
)
undo_by("tournaments.round.published", call=unpublish_round, number="round_id")
undo_by("tournaments.round.closed", call=reopen_round, number="round_id")
undo_by(
    "tournaments.tie_break.begun",
    call=remove_tie_break,
    number="pairing_id",
    after=lambda facts: {"game": int(facts["game"])},
)
undo_by(
    "tournaments.tie_break.taken_back",
    call=begin_tie_break,
    number="pairing_id",
    before=lambda facts: {"white_id": facts["entry"], "clock": facts["clock"]},
)


@undo_handler("tournaments.round.proposed")
def undo_proposal(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the draft, if it is still one and was not changed by hand."""
    row = Round.objects.get(pk=entry.target_id)
    if row.state != RoundState.DRAFT:
        raise CannotUndo(why="round_went_on")
    delete_round(round_id=row.pk, actor=actor)


@undo_handler(*SWAPS)
def undo_swap(*, entry: AuditEntry, actor: Actor) -> None:
    """Swap two players of a draft back, or the colours of a board, unless the draft was changed since."""
    row = Round.objects.get(pk=entry.target_id)
    facts, swapped = entry.after or {}, (entry.after or {}).get("swapped")
    if row.state != RoundState.DRAFT:
        raise CannotUndo(why="round_went_on")
    if not swapped:
        raise CannotUndo(why="draft_is_changed_again")
    if round_facts(row)["pairs"] != facts["pairs"]:
        raise changed_since(entry, *SWAPS)
    first, second = swapped
    place: dict[str, Any] = {"round_id": row.pk, "version": row.version, "actor": actor}
    board = row.pairings.filter(white__in=swapped, black__in=swapped).first()
    if board is not None:
        turn_colours(pairing_id=board.pk, reason=actor.reason, **place)
    else:
        swap_players(first_id=first, second_id=second, reason=actor.reason, **place)


@undo_handler("tournaments.round.reopened")
def undo_reopening(*, entry: AuditEntry, actor: Actor) -> None:
    """Close a reopened round again, as far as later facts allow."""
    key, reason = int(entry.target_id), actor.reason or "undo"
    close_round(round_id=key, actor=actor, reason=reason, is_alone=True)


@undo_handler("tournaments.round.unpublished")
def undo_unpublication(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the draft in its current state."""
    row = Round.objects.get(pk=entry.target_id)
    publish_round(round_id=row.pk, version=row.version, actor=actor, reason=actor.reason)


@undo_handler(*DECIDED)
def undo_match_decision(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the earlier decision, or none, unless another decision was made since."""
    require_latest(entry, *DECIDED)
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
