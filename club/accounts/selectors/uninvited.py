"""Members with a mail address and without an account."""

from datetime import date
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import timezone

from club.models import RUNNING, Guardianship, Invitation, Membership, Person, User


class Uninvited(NamedTuple):
    """Columns of a person needed for an invitation: a club has many persons."""

    pk: int
    name: str
    email: str
    language: str
    search_key: str
    born_on: date | None
    is_member: bool
    guards: bool


def uninvited_members(*, organisation_id: int) -> list[Uninvited]:
    """List members managed by the club with a mail address and no account or open invitation.

    The order is the sort order. An address can have one account: in a family that shares one, the guardian is
    invited, else the oldest.
    """
    running = Membership.objects.filter(
        person=OuterRef("pk"), organisation_id=organisation_id, state__in=RUNNING
    )
    invited = Invitation.objects.filter(
        organisation_id=organisation_id,
        accepted_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    )
    rows = Person.objects.filter(organisation_id=organisation_id, user__isnull=True).exclude(email="")
    rows = rows.exclude(email__in=invited.values("email")).exclude(email__in=User.objects.values("email"))
    guards = Guardianship.objects.filter(guardian=OuterRef("pk"))
    rows = rows.annotate(is_member=Exists(running), guards=Exists(guards))
    persons = (Uninvited(*row) for row in rows.order_by().values_list(*Uninvited._fields))
    first: dict[str, Uninvited] = {}
    for person in sorted(persons, key=_order):
        first.setdefault(person.email, person)
    found = [person for person in first.values() if person.is_member or person.guards]
    return sorted(found, key=lambda person: (person.search_key, person.pk))


def _order(person: Uninvited) -> tuple[bool, date, int]:
    return (not person.guards, person.born_on or date.max, person.pk)
