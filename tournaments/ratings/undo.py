"""Undo of reports and corrections of rating lists."""

from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import RatingPeriod
from tournaments.ratings.services.entry_ratings import put_ratings_back
from tournaments.ratings.services.rating_reports import take_report_back

has_no_way_back("tournaments.rating_list.made", because="rating_list_is_changed_on_its_page")
has_no_way_back("tournaments.rating_list.changed", because="rating_list_is_changed_on_its_page")
has_no_way_back("tournaments.rating_list.recomputed", because="results_decide")
has_no_way_back("tournaments.rating_report.taken_back", because="report_is_committed_again")
has_no_way_back("tournaments.players.linked", because="players_are_persons")


@undoes("tournaments.entries.rated")
def put_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the previous ratings of the entries, unless one of them was changed since."""
    if not put_ratings_back(entry=entry, actor=actor, reason=actor.reason):
        raise CannotUndo(why="ratings_changed_since")


@undoes("tournaments.rating_report.committed")
@undoes("tournaments.rating.corrected")
def uncount(*, entry: AuditEntry, actor: Actor) -> None:
    """Take a report back; later reports are recomputed."""
    period = RatingPeriod.objects.filter(pk=entry.target_id).first()
    if period is None:
        raise CannotUndo(why="report_is_gone")
    take_report_back(period_id=period.pk, actor=actor, reason=actor.reason)
