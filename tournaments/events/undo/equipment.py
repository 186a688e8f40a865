"""Undo of equipment checks."""

from club.audit.undo_handlers import undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.events.services.equipment import check_equipment, uncheck_equipment
from tournaments.models import EquipmentCheck


@undoes("tournaments.equipment.checked")
def look_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove the check, if it still exists."""
    place = _place(entry, is_checked=True)
    uncheck_equipment(event_id=place[0], article=place[1], actor=actor, reason=actor.reason)


@undoes("tournaments.equipment.unchecked")
def looked_at_after_all(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the check, if it is still missing."""
    place = _place(entry, is_checked=False)
    check_equipment(event_id=place[0], article=place[1], actor=actor, reason=actor.reason)


def _place(entry: AuditEntry, *, is_checked: bool) -> tuple[int, str]:
    event_id, article = int(entry.target_id), (entry.after or {})["article"]
    if EquipmentCheck.objects.filter(event=event_id, article=article).exists() != is_checked:
        raise CannotUndo(why="equipment_looked_at_since")
    return event_id, article
