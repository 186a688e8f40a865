"""Which club and which place in it a desk page is about."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from club.accounts.selectors.grants import clubs_reached
from club.core.access import Scope
from club.core.capabilities import Capability
from club.core.errors import NoClubYet, NotAllowed
from club.core.requests import actor_of
from club.models import Organisation


@dataclass(frozen=True, slots=True)
class ChosenClub:
    """The club a page is about, and the others it could be about."""

    club: Organisation
    clubs: list[Organisation]


def chosen_club(request: HttpRequest, capability: Capability) -> ChosenClub:
    """The club named by `club`, else the first one where the actor may do this somewhere."""
    clubs = clubs_reached(actor=actor_of(request), capability=capability)
    named = request.POST.get("club") or request.GET.get("club") or ""
    found = next((club for club in clubs if named in {"", club.slug}), None)
    if not clubs:
        raise NoClubYet
    if found is None:
        raise NotAllowed(capability=capability.value, who=actor_of(request).label)
    return ChosenClub(found, clubs)


def club_given(request: HttpRequest, clubs: QuerySet[Organisation]) -> Organisation | None:
    """The club chosen for what is made, or the first of those there are."""
    return clubs.filter(slug=request.POST.get("club", "")).first() or clubs.first()


def number_of(club: Organisation | None) -> int:
    """The number of a club; raises NoClubYet where there is none."""
    if club is None:
        raise NoClubYet
    return club.pk


def place_name(scope: Scope) -> str:
    """A place in words."""
    if scope.event_id is None:
        return _("the whole club")
    if scope.section_id is None:
        return _("event %(event)s") % {"event": scope.event_id}
    return _("event %(event)s, section %(section)s") % {"event": scope.event_id, "section": scope.section_id}


def place_key(scope: Scope) -> str:
    """A place as the value of a choice: "", "3", "3-1"."""
    return "-".join(str(number) for number in (scope.event_id, scope.section_id) if number is not None)


def place_choices(places: list[Scope]) -> list[tuple[str, str]]:
    """Places to choose from."""
    return [(place_key(scope), place_name(scope)) for scope in places]


def end_of(day: date) -> datetime:
    """The end of a day."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
