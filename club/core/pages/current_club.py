"""Current club of a desk page, and a place in it."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from club.core.access import Scope
from club.core.capabilities import Capability
from club.core.errors import NoClubYet, NotAllowed, UnknownOrganisation
from club.core.requests import actor_of
from club.core.selectors import clubs_with_capability
from club.models import Organisation


@dataclass(frozen=True, slots=True)
class ChosenClub:
    """Club of a page, and the alternatives."""

    club: Organisation
    clubs: list[Organisation]


CLUB_KEY: Final = "desk_club"
"""Session key for the short name of the club that the account chose last."""


def chosen_club(request: HttpRequest, capability: Capability) -> ChosenClub:
    """Return the club named by `club`, else the one chosen last, else the first; the actor may do this there.

    A choice lasts for the session, so that the next page of the desk is about the same club.
    """
    clubs = clubs_with_capability(actor=actor_of(request), capability=capability)
    if not clubs:
        raise NoClubYet
    named = request.POST.get("club") or request.GET.get("club") or ""
    wanted = named or request.session.get(CLUB_KEY, "")
    found = next((club for club in clubs if club.slug == wanted), None if named else clubs[0])
    if found is None:
        raise NotAllowed(capability=capability.value, who=actor_of(request).label)
    if named and len(clubs) > 1 and request.session.get(CLUB_KEY) != named:
        request.session[CLUB_KEY] = named
    return ChosenClub(found, clubs)


def selected_club(request: HttpRequest, clubs: QuerySet[Organisation]) -> Organisation | None:
    """Return the club chosen for a new row, else the one chosen last at the desk, else the first.

    Raises UnknownOrganisation if the form names another club: the row must not land in the first one.
    """
    named = request.POST.get("club")
    wanted = named or request.GET.get("club") or request.session.get(CLUB_KEY, "")
    found = clubs.filter(slug=wanted).first()
    if named and found is None:
        raise UnknownOrganisation(slug=named)
    return found or clubs.first()


def number_of(club: Organisation | None) -> int:
    """Return the number of a club; raise NoClubYet if there is none."""
    if club is None:
        raise NoClubYet
    return club.pk


def place_name(scope: Scope) -> str:
    """Text of a place."""
    if scope.event_id is None:
        return _("the whole club")
    if scope.section_id is None:
        return _("event %(event)s") % {"event": scope.event_id}
    return _("event %(event)s, section %(section)s") % {"event": scope.event_id, "section": scope.section_id}


def place_key(scope: Scope) -> str:
    """Place as the value of a choice: "", "3", "3-1"."""
    return "-".join(str(number) for number in (scope.event_id, scope.section_id) if number is not None)


def place_choices(places: list[Scope]) -> list[tuple[str, str]]:
    """Choices of places."""
    return [(place_key(scope), place_name(scope)) for scope in places]


def end_of(day: date) -> datetime:
    """Midnight at the end of a day."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
