"""What is held of somebody, handed out as a file: that it was, and to whom, is on the trail."""

from django.db import transaction

from club import audit
from club.access import Scope, may
from club.actor import Actor
from club.capabilities import Capability
from club.errors import NotAllowed
from club.models import Person
from club.selectors.own_record import own_persons


@transaction.atomic
def note_handed_out(*, person: Person, actor: Actor) -> None:
    """Put on the trail that everything about a person goes out: to them, a guardian or the secretary."""
    keeps = may(actor, Capability.KEEP_MEMBERS, Scope(person.organisation_id))
    if not keeps and person not in own_persons(actor=actor):
        raise NotAllowed(capability=Capability.KEEP_MEMBERS.value, who=actor.label)
    audit.record("club.person.handed_out", person, actor=actor)
