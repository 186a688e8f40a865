"""Undo of club nights."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import ClubNight
from tournaments.nights.errors import NoNightOpen
from tournaments.nights.services.nights import end_night, reopen_night

not_undoable("tournaments.night.begun", reason_code="night_is_ended")
not_undoable("tournaments.night.seated", reason_code="late_one_is_unseated")


@undo_handler("tournaments.night.ended")
def undo_end_night(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a night that was ended by mistake; players still present then are present again."""
    night = ClubNight.objects.filter(section_id=entry.target_id).order_by("-opened_at").first()
    if night is None:
        raise CannotUndo(why="night_is_gone")
    try:
        reopen_night(night_id=night.pk, actor=actor)
    except NoNightOpen:
        raise CannotUndo(why="night_goes_on") from None


@undo_handler("tournaments.night.reopened")
def undo_reopen_night(*, entry: AuditEntry, actor: Actor) -> None:
    """End a night again."""
    try:
        end_night(section_id=int(entry.target_id), actor=actor)
    except NoNightOpen:
        raise CannotUndo(why="night_is_gone") from None
