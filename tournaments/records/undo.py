"""Undo handlers for links between recorded games and results."""

from typing import Any

from club.audit.undo_handlers import changed_since, latest_about, undo_handler
from club.core.actor import Actor
from club.models import AuditEntry
from tournaments.records.services.game_records import link_record, unlink_record


@undo_handler("tournaments.record.linked", "tournaments.record.unlinked")
def undo_link(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the earlier record, or none, unless it was changed since."""
    told = entry.before or {}
    later = latest_about(entry, "tournaments.record.linked", "tournaments.record.unlinked")
    if later is not None and (later.after or {}).get("game") == told["game"]:
        raise changed_since(entry, later.action)
    place: dict[str, Any] = {"pairing_id": int(entry.target_id), "game": int(told["game"]), "actor": actor}
    if told["record"] is None:
        unlink_record(**place)
    else:
        link_record(record_id=int(told["record"]), **place)
