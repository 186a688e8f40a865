"""Undo of changes to the lists of the set-up."""

from typing import Any

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.events.services.class_lists import set_entry_classes
from tournaments.events.services.equipment import check_equipment, uncheck_equipment
from tournaments.events.services.regulations import set_regulations
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)
from tournaments.models import EquipmentCheck

not_undoable("tournaments.event.cloned", reason_code="event_stays")


def _previous_values(entry: AuditEntry) -> dict[str, Any]:
    """Return the values from before; refuse if the list was changed again since."""
    later = latest_about(entry, entry.action)
    if later is not None:
        raise CannotUndo(why="list_changed_since", number=later.number)
    return dict(entry.before or {})


def _service_arguments(entry: AuditEntry, actor: Actor) -> dict[str, Any]:
    return {"section_id": int(entry.target_id), "actor": actor, "reason": actor.reason}


@undo_handler("tournaments.classes.set")
def undo_classes(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the classes; the entries of renamed ones follow."""
    became = (entry.after or {}).get("renamed", {})
    rows = [row | {"was": became.get(row["name"], row["name"])} for row in _previous_values(entry)["classes"]]
    set_classes(rows=rows, **_service_arguments(entry, actor))


@undo_handler("tournaments.entries.classed")
def undo_entry_classes(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the classes of the players who are still in the section."""
    was = {int(key): name for key, name in _previous_values(entry)["by_entry"].items()}
    set_entry_classes(classes=was, **_service_arguments(entry, actor))


@undo_handler("tournaments.fees.set")
def undo_fees(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the fees."""
    set_fees(rows=_previous_values(entry)["fees"], **_service_arguments(entry, actor))


@undo_handler("tournaments.schedule.set")
def undo_schedule(*, entry: AuditEntry, actor: Actor) -> None:
    """Set the rounds to begin when they were to."""
    set_schedule(rows=_previous_values(entry)["schedule"], **_service_arguments(entry, actor))


@undo_handler("tournaments.prizes.set")
def undo_prizes(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the prizes."""
    was = _previous_values(entry)
    facts = {"currency": was["currency"], "sharing": was["prize_sharing"]}
    set_prizes(rows=was["prizes"], **facts, **_service_arguments(entry, actor))


@undo_handler("tournaments.officials.set")
def undo_officials(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the officials."""
    rows = _previous_values(entry)["officials"]
    set_officials(event_id=int(entry.target_id), rows=rows, actor=actor, reason=actor.reason)


@undo_handler("tournaments.regulations.set")
def undo_regulations(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the event's regulations; rulings retain the articles that they quote."""
    stored = _previous_values(entry)["regulations"]
    set_regulations(event_id=int(entry.target_id), stored=stored, actor=actor, reason=actor.reason)


@undo_handler("tournaments.equipment.checked")
def undo_check(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove the check, if it still exists."""
    place = _check_key(entry, is_checked=True)
    uncheck_equipment(event_id=place[0], article=place[1], actor=actor, reason=actor.reason)


@undo_handler("tournaments.equipment.unchecked")
def undo_uncheck(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the check, if it is still missing."""
    place = _check_key(entry, is_checked=False)
    check_equipment(event_id=place[0], article=place[1], actor=actor, reason=actor.reason)


def _check_key(entry: AuditEntry, *, is_checked: bool) -> tuple[int, str]:
    event_id, article = int(entry.target_id), (entry.after or {})["article"]
    if EquipmentCheck.objects.filter(event=event_id, article=article).exists() != is_checked:
        raise CannotUndo(why="equipment_looked_at_since")
    return event_id, article
