"""Public page of a club: next dates, venues, events, ladders, ratings and matches."""

from datetime import timedelta
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club.calendar.selectors import lines_of, sees_members_dates, venues_of
from club.core.pages.access import public
from club.core.requests import actor_of, speak_unless_chosen
from club.core.selectors import organisation_list
from club.joining.selectors import form_of
from tournaments.events.selectors.sections import public_events
from tournaments.ladders.selectors import public_ladders
from tournaments.leagues.selectors.fixtures import has_fixtures
from tournaments.ratings.selectors.rating_lists import public_lists

SHOWN_EVENTS: Final = 8
SHOWN_DATES: Final = 6
AHEAD: Final = timedelta(days=60)


@require_safe
@public
def clubs(request: HttpRequest) -> HttpResponse:
    """List every club of the site."""
    context = {"section": "events", "clubs": organisation_list()}
    return render(request, "tournaments/site/clubs.html", context)


@require_safe
@public
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club; its members see their own dates, too."""
    club = get_object_or_404(organisation_list(), slug=slug)
    speak_unless_chosen(request, club.language)
    today = timezone.localdate()
    sees = sees_members_dates(actor=actor_of(request), organisation_id=club.pk)
    dates = lines_of(organisation_id=club.pk, first=today, last=today + AHEAD, sees_members_dates=sees)
    events = public_events().filter(organisation=club)
    context = {
        "section": "events",
        "club": club,
        "dates": dates[:SHOWN_DATES],
        "events": events[:SHOWN_EVENTS],
        "ladders": public_ladders(club.pk),
        "lists": public_lists(club.pk),
        "venues": venues_of(organisation_id=club.pk).filter(is_used=True),
        "has_fixtures": has_fixtures(club.pk),
        "may_join": form_of(organisation_id=club.pk).is_open,
    }
    return render(request, "tournaments/site/club.html", context)
