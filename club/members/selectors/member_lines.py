"""Members as lines of a file, with and without personal data."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch

from club.core.actor import Actor
from club.members.selectors.members import MemberFilters, members_of
from club.models import Contact, Membership, Person

PLAIN = ("number", "name", "sort_name", "title", "plan", "state", "starts_on", "ends_on")
PERSONAL = ("email", "phone", "address", "born_on", "languages", "federation_numbers", "household")
BATCH_SIZE = 500


def member_lines(
    *, organisation_id: int, actor: Actor, filters: MemberFilters, is_personal: bool
) -> Iterator[dict[str, Any]]:
    """Return a line for each member in sort order.

    Personal data is included only for persons that the club manages.
    """
    found = members_of(organisation_id=organisation_id, actor=actor, filters=filters)
    if is_personal:
        contacts = Contact.objects.order_by("kind", "-is_preferred", "pk")
        found = found.select_related("household_place__household").prefetch_related(
            Prefetch("contacts", queryset=contacts), "federation_numbers"
        )
    for person in found.iterator(chunk_size=BATCH_SIZE):
        line = _plain(person)
        if is_personal:
            is_kept = person.organisation_id == organisation_id
            line |= _personal(person) if is_kept else dict.fromkeys(PERSONAL, "")
        yield line


def _plain(person: Person) -> dict[str, Any]:
    span: Membership = person.spans[0]  # type: ignore[attr-defined]
    return {
        "number": person.pk,
        "name": person.name,
        "sort_name": person.sort_name,
        "title": person.title,
        "plan": span.plan.name,
        "state": span.state,
        "starts_on": span.starts_on.isoformat(),
        "ends_on": span.ends_on.isoformat() if span.ends_on else "",
    }


def _personal(person: Person) -> dict[str, Any]:
    first: dict[str, str] = {}
    for contact in person.contacts.all():
        first.setdefault(contact.kind, contact.value)
    place = getattr(person, "household_place", None)
    return {
        "email": person.email or first.get("mail", ""),
        "phone": first.get("phone", ""),
        "address": first.get("address", ""),
        "born_on": person.born_on.isoformat() if person.born_on else "",
        "languages": person.languages,
        "federation_numbers": ", ".join(map(str, person.federation_numbers.all())),
        "household": place.household.name if place is not None else "",
    }
