"""Undo of club nights."""

from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import ClubNight
from tournaments.nights.errors import NoNightOpen
from tournaments.nights.services.nights import end_night, reopen_night

has_no_way_back("tournaments.night.begun", because="night_is_ended")
has_no_way_back("tournaments.night.seated", because="late_one_is_unseated")


@undoes("tournaments.night.ended")
def let_it_go_on(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a night that was ended by mistake; players still present then are present again."""
    night = ClubNight.objects.filter(section_id=entry.target_id).order_by("-opened_at").first()
    if night is None:
        raise CannotUndo(why="night_is_gone")
    try:
        reopen_night(night_id=night.pk, actor=actor)
    except NoNightOpen:
        raise CannotUndo(why="night_goes_on") from None


@undoes("tournaments.night.reopened")
def end_it_again(*, entry: AuditEntry, actor: Actor) -> None:
    """End a night again."""
    try:
        end_night(section_id=int(entry.target_id), actor=actor)
    except NoNightOpen:
        raise CannotUndo(why="night_is_gone") from None
