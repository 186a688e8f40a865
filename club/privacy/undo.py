"""Undo handlers of retention rules, and the irreversible actions on personal data."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.models import AuditEntry
from club.privacy.services.retention import set_months

not_undoable("club.person.erased", reason_code="erased_is_gone")
not_undoable("club.person.handed_out", reason_code="list_is_out")
not_undoable("club.erasure.asked", reason_code="request_is_theirs")
not_undoable("club.erasure.taken_back", reason_code="request_is_theirs")
not_undoable("club.erasure.refused", reason_code="request_is_theirs")
not_undoable("club.retention.forgotten", reason_code="forgotten_is_gone")


@undo_handler("club.retention.changed")
def undo_change_months(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a retention period."""
    logged = entry.before or {}
    set_months(
        organisation_id=int(entry.target_id), kind=logged["kept"], months=logged["months"], actor=actor
    )
