"""Which club a question of the API is about, where it names one or need not."""

from rest_framework.request import Request

from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import only_club, organisation_by_slug
from club.models import Organisation


def club_asked_for(request: Request, capability: Capability) -> Organisation:
    """The club named by `club`; without one the only club where the asker may do this."""
    slug = request.query_params.get("club", "")
    if slug:
        return organisation_by_slug(slug=slug)
    return only_club(actor=actor_of(request), capability=capability)
