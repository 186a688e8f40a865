"""Log of accesses to private data: in the audit log, once an hour for each viewer."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import AuditEntry, Organisation, Person

PERSON_VIEWED = "club.person.looked_at"
VIEW_INTERVAL = timedelta(hours=1)


def log_view(*, person: Person, actor: Actor) -> None:
    """Log an access unless this viewer had one within the hour.

    One's own record is not logged.
    """
    if actor.is_system or (actor.user is not None and person.user_id == actor.user.pk):
        return
    looks = AuditEntry.objects.filter(
        target_kind=audit.kind_of(person), target_id=str(person.pk), action=PERSON_VIEWED
    )
    recent = looks.filter(at__gt=timezone.now() - VIEW_INTERVAL, user=actor.user)
    if recent.exists():
        return
    with transaction.atomic():
        audit.record(PERSON_VIEWED, person, actor=actor)


@transaction.atomic
def log_member_export(*, organisation_id: int, file_format: str, is_personal: bool, actor: Actor) -> None:
    """Log an export of the member list, with or without personal data."""
    scope = Scope(organisation_id)
    require_permission(actor, Capability.SEE_PRIVATE if is_personal else Capability.SEE_PLANS, scope)
    club = Organisation.objects.get(pk=organisation_id)
    after = {"file_format": file_format, "is_personal": is_personal}
    audit.record("club.members.exported", club, actor=actor, organisation_id=organisation_id, after=after)
