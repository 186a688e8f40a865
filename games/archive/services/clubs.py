"""Default club of an archive if the visitor named none."""

from django.utils.translation import gettext as _

from club.core.access import SITE, clubs_where, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownOrganisation
from club.core.selectors import DEMO_CLUB, organisation_by_slug, organisation_list
from club.models import Organisation
from club.organisations.services.organisations import ensure_organisation
from games.core.errors import ClubNotNamed, UnknownClub

FIRST_SLUG = "my-club"


def receiving_club(*, actor: Actor, slug: str = "") -> Organisation:
    """Return the named club; without a name the only one the actor may import into, created on the first day.

    The demo never counts.
    """
    if slug:
        try:
            return organisation_by_slug(slug=slug)
        except UnknownOrganisation:
            raise UnknownClub(slug=slug[:60]) from None
    among = clubs_where(actor, Capability.IMPORT_GAMES)
    meant = organisation_list() if among is None else organisation_list().filter(pk__in=among)
    clubs = list(meant.exclude(slug=DEMO_CLUB)[:2])
    if not clubs:
        insist(actor, Capability.IMPORT_GAMES, SITE)
        return ensure_organisation(slug=FIRST_SLUG, name=_("My club"), actor=actor)
    if len(clubs) > 1:
        raise ClubNotNamed(known=list(meant.values_list("slug", flat=True)[:20]))
    return clubs[0]
