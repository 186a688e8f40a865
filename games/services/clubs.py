"""Which club an archive is for when the visitor named none."""

from django.utils.translation import gettext as _

from club.errors import UnknownOrganisation
from club.models import Organisation
from club.selectors.organisations import organisation_by_slug, organisation_list
from club.services.organisations import ensure_organisation
from games.errors import ClubNotNamed, UnknownClub

FIRST_SLUG = "my-club"
DEMO_SLUG = "demo-club"


def receiving_club(*, slug: str = "") -> Organisation:
    """The club named; without a name the only one there is, made on the first day. The demo never counts."""
    if slug:
        try:
            return organisation_by_slug(slug=slug)
        except UnknownOrganisation:
            raise UnknownClub(slug=slug[:60]) from None
    clubs = list(organisation_list().exclude(slug=DEMO_SLUG)[:2])
    if not clubs:
        return ensure_organisation(slug=FIRST_SLUG, name=_("My club"))
    if len(clubs) > 1:
        raise ClubNotNamed(known=list(organisation_list().values_list("slug", flat=True)[:20]))
    return clubs[0]
