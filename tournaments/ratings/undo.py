"""Undo of reports and corrections of rating lists."""

from club.audit.undo_handlers import not_undoable, undo_by, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.ratings.services.entry_ratings import restore_ratings
from tournaments.ratings.services.rating_reports import revert_rating_report

not_undoable(
    *("tournaments.rating_list.made", "tournaments.rating_list.changed"),
    reason_code="is_changed_on_its_page",
)
not_undoable("tournaments.rating_list.recomputed", reason_code="results_decide")
not_undoable("tournaments.rating_report.taken_back", reason_code="report_is_committed_again")
not_undoable("tournaments.players.linked", reason_code="players_are_persons")

undo_by(
    *("tournaments.rating_report.committed", "tournaments.rating.corrected"),
    call=revert_rating_report,
    number="period_id",
)


@undo_handler("tournaments.entries.rated")
def undo_refresh(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the previous ratings of the entries, unless one of them was changed since."""
    if not restore_ratings(entry=entry, actor=actor, reason=actor.reason):
        raise CannotUndo(why="ratings_changed_since")
