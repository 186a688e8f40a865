"""Log of accesses to private data: in the audit log, once an hour for each viewer."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.models import AuditEntry, Person

LOOKED_AT = "club.person.looked_at"
ONE_LOOK = timedelta(hours=1)


def note_look(*, person: Person, actor: Actor) -> None:
    """Log an access unless this viewer had one within the hour.

    One's own record is not logged.
    """
    if actor.is_system or (actor.user is not None and person.user_id == actor.user.pk):
        return
    looks = AuditEntry.objects.filter(
        target_kind=audit.kind_of(person), target_id=str(person.pk), action=LOOKED_AT
    )
    recent = looks.filter(at__gt=timezone.now() - ONE_LOOK, user=actor.user)
    if recent.exists():
        return
    with transaction.atomic():
        audit.record(LOOKED_AT, person, actor=actor)
