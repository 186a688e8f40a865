"""Audit log of personal data exports: the fact and the recipient."""

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed
from club.members.selectors.self_service import own_persons
from club.models import Person


@transaction.atomic
def log_data_export(*, person: Person, actor: Actor) -> None:
    """Log an export of all data about a person: to them, a guardian or the secretary."""
    keeps = may(actor, Capability.KEEP_MEMBERS, Scope(person.organisation_id))
    if not keeps and person not in own_persons(actor=actor):
        raise NotAllowed(capability=Capability.KEEP_MEMBERS.value, who=actor.label)
    audit.record("club.person.handed_out", person, actor=actor)
