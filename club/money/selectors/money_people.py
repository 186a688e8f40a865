"""Persons that can appear in the books of a club."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from club.models import Membership, Person


def people_of(*, organisation_id: int) -> QuerySet[Person]:
    """Persons of the club and its current or former members, in the order of lists."""
    joined = Membership.objects.filter(person=OuterRef("pk"), organisation_id=organisation_id)
    known = Person.objects.filter(Q(organisation_id=organisation_id) | Q(Exists(joined)))
    return known.order_by("search_key", "pk")
