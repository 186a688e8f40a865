"""Queries for clubs and federations, and one view of the database for several of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, connections, transaction
from django.db.models import Exists, Q, QuerySet

from club.core.access import clubs_where, places_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import ClubNotNamed, UnknownOrganisation
from club.models import DEMO_SLUG, Organisation, OrganisationKind, User

DEMO_CLUB: Final = DEMO_SLUG
"""Short name of the demo club."""


def demo_beside_others(path: str = "organisation") -> Q:
    """Condition for rows of the demo on a site with another club: lists of open work leave them out."""
    others = Organisation.objects.exclude(slug=DEMO_SLUG)
    return Q(**{f"{path}__slug" if path else "slug": DEMO_SLUG}) & Q(Exists(others))


def organisation_by_slug(*, slug: str) -> Organisation:
    """Return the club or federation with this short name."""
    try:
        return Organisation.objects.get(slug=slug)
    except Organisation.DoesNotExist:
        raise UnknownOrganisation(slug=slug) from None


def is_removed_club(slug: str) -> bool:
    """Check that a club with this short name was removed and that there is none now."""
    removed = Organisation._base_manager.filter(  # noqa: SLF001 - the default manager hides removed clubs
        slug__startswith=f"{slug}-removed-", removed_at__isnull=False
    )
    return removed.exists() and not Organisation.objects.filter(slug=slug).exists()


def has_accounts() -> bool:
    """Check that the site has an account, so that it is no longer new."""
    return User.objects.exists()


def organisation_list() -> QuerySet[Organisation]:
    """All clubs and federations by name, the demo last."""
    return Organisation.objects.in_order()


def federations() -> QuerySet[Organisation]:
    """Organisations that are federations."""
    return Organisation.objects.filter(kind=OrganisationKind.FEDERATION)


def clubs_with_capability(*, actor: Actor, capability: Capability) -> list[Organisation]:
    """Clubs with a place where the actor may do this, by name, the demo last."""
    everywhere = clubs_where(actor, capability) is None
    return [
        club
        for club in Organisation.objects.in_order()
        if everywhere or places_where(actor, capability, club.pk)
    ]


def only_club(*, actor: Actor, capability: Capability) -> Organisation:
    """Return the one club where the actor may do this; the demo counts where there is no other.

    Raises ClubNotNamed.
    """
    clubs = clubs_with_capability(actor=actor, capability=capability)
    own = [club for club in clubs if club.slug != DEMO_SLUG] or clubs
    if len(own) != 1:
        raise ClubNotNamed(known=[club.slug for club in clubs])
    return own[0]


@contextmanager
def one_view() -> Iterator[None]:
    """Let every query inside read one snapshot of the database; writers are not delayed.

    PostgreSQL takes a snapshot for each statement unless the transaction is REPEATABLE READ. SQLite takes one
    for each transaction, and DEFERRED leaves the write lock to others. A transaction that is open already
    stays as it is.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        connection.ensure_connection()  # which reads the usual mode from the settings
        sqlite: Any = connections[connection.alias]  # the stubs lack the mode
        usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            sqlite.transaction_mode = usual
