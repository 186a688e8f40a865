"""Undo handlers of retention rules, and the irreversible actions on personal data."""

from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.actor import Actor
from club.models import AuditEntry
from club.privacy.services.retention import set_months

has_no_way_back("club.person.erased", because="erased_is_gone")
has_no_way_back("club.person.handed_out", because="list_is_out")
has_no_way_back("club.erasure.asked", because="request_is_theirs")
has_no_way_back("club.erasure.taken_back", because="request_is_theirs")
has_no_way_back("club.erasure.refused", because="request_is_theirs")
has_no_way_back("club.retention.forgotten", because="forgotten_is_gone")


@undoes("club.retention.changed")
def change_months_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a retention period."""
    told = entry.before or {}
    set_months(organisation_id=int(entry.target_id), kind=told["kept"], months=told["months"], actor=actor)
