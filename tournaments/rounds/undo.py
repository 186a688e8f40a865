"""Undo of late arrivals."""

from typing import Any

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import Entry, Round
from tournaments.rounds.services.late_arrivals import reopen_late_arrival

LATE = ("tournaments.late.seated", "tournaments.late.bye_given", "tournaments.late.deferred")

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
