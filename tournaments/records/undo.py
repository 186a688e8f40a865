"""Undo handlers for links between recorded games and results."""

from typing import Any

from club.audit.undo_handlers import latest_about, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.models import Pairing
from tournaments.records.services.game_records import link_record, unlink_record


@undo_handler("tournaments.record.linked")
@undo_handler("tournaments.record.unlinked")
def undo_link(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the earlier record, or none, unless it was changed since."""
    told = entry.before or {}
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    later = latest_about(entry, "tournaments.record.linked", "tournaments.record.unlinked")
    if later is not None and (later.after or {}).get("game") == told["game"]:
        raise CannotUndo(why="record_changed_since")
    place: dict[str, Any] = {"pairing_id": int(entry.target_id), "game": int(told["game"]), "actor": actor}
    if told["record"] is None:
        unlink_record(**place)
    else:
        link_record(record_id=int(told["record"]), **place)
