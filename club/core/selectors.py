"""Queries for clubs and federations."""

from typing import Final

from django.db.models import QuerySet

from club.core.errors import UnknownOrganisation
from club.models import DEMO_SLUG, Organisation, OrganisationKind

DEMO_CLUB: Final = DEMO_SLUG
"""Short name of the demo club."""


def organisation_by_slug(*, slug: str) -> Organisation:
    """Return the club or federation with this short name."""
    try:
        return Organisation.objects.get(slug=slug)
    except Organisation.DoesNotExist:
        raise UnknownOrganisation(slug=slug) from None


def organisation_list() -> QuerySet[Organisation]:
    """All clubs and federations by name, the demo last."""
    return Organisation.objects.in_order()


def federations() -> QuerySet[Organisation]:
    """Organisations that are federations."""
    return Organisation.objects.filter(kind=OrganisationKind.FEDERATION)
