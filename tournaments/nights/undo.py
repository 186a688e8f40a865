"""Undo of club nights."""

from club.audit.undo_handlers import not_undoable, undo_by, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import ClubNight
from tournaments.nights.errors import NoNightOpen
from tournaments.nights.services.nights import end_night, reopen_night

not_undoable("tournaments.night.begun", reason_code="night_is_ended")
not_undoable("tournaments.night.seated", reason_code="late_one_is_unseated")

undo_by("tournaments.night.reopened", call=end_night, number="section_id")


@undo_handler("tournaments.night.ended")
def undo_end_night(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a night that was ended by mistake; players still present then are present again."""
    night = ClubNight.objects.filter(section_id=entry.target_id).latest("opened_at")
    try:
        reopen_night(night_id=night.pk, actor=actor)
    except NoNightOpen:
        raise CannotUndo(why="night_goes_on") from None
