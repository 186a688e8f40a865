"""Undo of changes to the lists of the set-up."""

from typing import Any

from club.audit.undo_handlers import has_no_way_back, latest_about, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.events.services.class_lists import set_entry_classes
from tournaments.events.services.regulations import set_regulations
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)

has_no_way_back("tournaments.event.cloned", because="event_stays")


def _before(entry: AuditEntry) -> dict[str, Any]:
    """Return the values from before; refuse if the list was changed again since."""
    later = latest_about(entry, entry.action)
    if later is not None:
        raise CannotUndo(why="list_changed_since", number=later.number)
    return dict(entry.before or {})


def _to(entry: AuditEntry, actor: Actor) -> dict[str, Any]:
    return {"section_id": int(entry.target_id), "actor": actor, "reason": actor.reason}


@undoes("tournaments.classes.set")
def put_classes_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the classes; the entries of renamed ones follow."""
    became = (entry.after or {}).get("renamed", {})
    rows = [row | {"was": became.get(row["name"], row["name"])} for row in _before(entry)["classes"]]
    set_classes(rows=rows, **_to(entry, actor))


@undoes("tournaments.entries.classed")
def put_players_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the classes of the players who are still in the section."""
    was = {int(key): name for key, name in _before(entry)["by_entry"].items()}
    set_entry_classes(classes=was, **_to(entry, actor))


@undoes("tournaments.fees.set")
def put_fees_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the fees."""
    set_fees(rows=_before(entry)["fees"], **_to(entry, actor))


@undoes("tournaments.schedule.set")
def put_schedule_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Set the rounds to begin when they were to."""
    set_schedule(rows=_before(entry)["schedule"], **_to(entry, actor))


@undoes("tournaments.prizes.set")
def put_prizes_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the prizes."""
    was = _before(entry)
    facts = {"currency": was["currency"], "sharing": was["prize_sharing"]}
    set_prizes(rows=was["prizes"], **facts, **_to(entry, actor))


@undoes("tournaments.officials.set")
def put_officials_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the officials."""
    rows = _before(entry)["officials"]
    set_officials(event_id=int(entry.target_id), rows=rows, actor=actor, reason=actor.reason)


@undoes("tournaments.regulations.set")
def put_regulations_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the event's regulations; rulings retain the articles that they quote."""
    stored = _before(entry)["regulations"]
    set_regulations(event_id=int(entry.target_id), stored=stored, actor=actor, reason=actor.reason)
