"""Undo of reports and corrections of rating lists."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import RatingPeriod
from tournaments.ratings.services.entry_ratings import restore_ratings
from tournaments.ratings.services.rating_reports import revert_rating_report

not_undoable("tournaments.rating_list.made", reason_code="rating_list_is_changed_on_its_page")
not_undoable("tournaments.rating_list.changed", reason_code="rating_list_is_changed_on_its_page")
not_undoable("tournaments.rating_list.recomputed", reason_code="results_decide")
not_undoable("tournaments.rating_report.taken_back", reason_code="report_is_committed_again")
not_undoable("tournaments.players.linked", reason_code="players_are_persons")


@undo_handler("tournaments.entries.rated")
def undo_refresh(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the previous ratings of the entries, unless one of them was changed since."""
    if not restore_ratings(entry=entry, actor=actor, reason=actor.reason):
        raise CannotUndo(why="ratings_changed_since")


@undo_handler("tournaments.rating_report.committed")
@undo_handler("tournaments.rating.corrected")
def undo_report(*, entry: AuditEntry, actor: Actor) -> None:
    """Take a report back; later reports are recomputed."""
    period = RatingPeriod.objects.filter(pk=entry.target_id).first()
    if period is None:
        raise CannotUndo(why="report_is_gone")
    revert_rating_report(period_id=period.pk, actor=actor, reason=actor.reason)
