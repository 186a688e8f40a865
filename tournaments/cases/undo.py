"""Undo of changes to cases; rulings are not undone, only superseded."""

from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.cases.services.cases import drop_case, reopen_case
from tournaments.models import Case

for _filed in ("tournaments.case.called", "tournaments.case.opened"):
    has_no_way_back(_filed, because="case_is_dropped")
has_no_way_back("tournaments.case.call_taken_back", because="board_calls_again")
for _told in ("tournaments.case.taken", "tournaments.case.given_back", "tournaments.case.told"):
    has_no_way_back(_told, because="case_is_changed_on_its_page")
has_no_way_back("tournaments.case.claim_answered", because="case_is_changed_on_its_page")
has_no_way_back("tournaments.photo.added", because="photo_is_deleted_on_its_page")
has_no_way_back("tournaments.photo.removed", because="photo_is_added_again")
for _ruled in ("tournaments.ruling.made", "tournaments.ruling.superseded", "tournaments.ruling.chosen"):
    has_no_way_back(_ruled, because="ruling_is_superseded")


@undoes("tournaments.case.dropped")
def reopen_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a case that was closed without a ruling."""
    reopen_case(case_id=_case_id(entry), actor=actor, reason=actor.reason)


@undoes("tournaments.case.reopened")
def drop_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Close a case again, unless it got a ruling since."""
    drop_case(case_id=_case_id(entry), actor=actor, reason=actor.reason)


def _case_id(entry: AuditEntry) -> int:
    if not Case.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="case_is_gone")
    return int(entry.target_id)
