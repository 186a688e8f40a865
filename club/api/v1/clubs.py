"""Which club a question of the API is about, where it names one or need not."""

from rest_framework.request import Request

from club.capabilities import Capability
from club.errors import ClubNotNamed
from club.models import Organisation
from club.requests import actor_of
from club.selectors.grants import clubs_reached
from club.selectors.organisations import organisation_by_slug


def club_asked_for(request: Request, capability: Capability) -> Organisation:
    """The club named by `club`; without one the only club where the asker may do this."""
    slug = request.query_params.get("club", "")
    if slug:
        return organisation_by_slug(slug=slug)
    clubs = clubs_reached(actor=actor_of(request), capability=capability)
    if len(clubs) != 1:
        raise ClubNotNamed(known=[club.slug for club in clubs])
    return clubs[0]
