"""Undo of changes to cases; rulings are not undone, only superseded."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.cases.services.cases import drop_case, reopen_case
from tournaments.models import Case

for _filed in ("tournaments.case.called", "tournaments.case.opened"):
    not_undoable(_filed, reason_code="case_is_dropped")
not_undoable("tournaments.case.call_taken_back", reason_code="board_calls_again")
for _told in ("tournaments.case.taken", "tournaments.case.given_back", "tournaments.case.told"):
    not_undoable(_told, reason_code="case_is_changed_on_its_page")
not_undoable("tournaments.case.claim_answered", reason_code="case_is_changed_on_its_page")
not_undoable("tournaments.photo.added", reason_code="photo_is_deleted_on_its_page")
not_undoable("tournaments.photo.removed", reason_code="photo_is_added_again")
for _ruled in ("tournaments.ruling.made", "tournaments.ruling.superseded", "tournaments.ruling.chosen"):
    not_undoable(_ruled, reason_code="ruling_is_superseded")


@undo_handler("tournaments.case.dropped")
def undo_drop(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a case that was closed without a ruling."""
    reopen_case(case_id=_case_id(entry), actor=actor, reason=actor.reason)


@undo_handler("tournaments.case.reopened")
def undo_reopen(*, entry: AuditEntry, actor: Actor) -> None:
    """Close a case again, unless it got a ruling since."""
    drop_case(case_id=_case_id(entry), actor=actor, reason=actor.reason)


def _case_id(entry: AuditEntry) -> int:
    if not Case.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="case_is_gone")
    return int(entry.target_id)
