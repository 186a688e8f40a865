"""Public page of a club: next dates, venues, events, ladders, ratings and matches."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import islice
from typing import Final
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club.calendar.selectors import lines_of, sees_members_dates, venues_of
from club.core.pages.access import public
from club.core.pages.front_page import FrontPage
from club.core.pages.responses import page_of
from club.core.requests import actor_of, speak_unless_chosen
from club.core.selectors import DEMO_CLUB, organisation_list
from club.hall.selectors import events_in_hall
from club.hall.start_page import HallEvent
from club.joining.selectors import form_of
from club.live.published import published
from club.models import Organisation
from club.organisations.selectors import branding_of
from games.archive.selectors.archive import GameFilters, game_list
from tournaments.entries.selectors.entries import hide_names_without_consent
from tournaments.events.selectors.event_cards import EventCard, event_cards
from tournaments.events.selectors.event_lists import (
    EventFilters,
    Phase,
    calendar_version,
    events_in,
    found_events,
)
from tournaments.ladders.selectors import public_ladders
from tournaments.leagues.selectors.fixtures import has_fixtures
from tournaments.models import RatedPlayer, RatingList
from tournaments.news.selectors import public_posts
from tournaments.ratings.selectors.rating_lists import players_by_rating, public_lists
from tournaments.site.pages.event_cards import club_preview
from tournaments.site.pages.event_home import latest_results

CLUBS_PER_PAGE: Final = 60
SHOWN_DATES: Final = 4
SHOWN_EVENTS: Final = 6
SHOWN_PAST: Final = 3
SHOWN_RESULTS: Final = 6
SHOWN_POSTS: Final = 3
SHOWN_GAMES: Final = 6
SHOWN_LISTS, SHOWN_RATED = 2, 5
AHEAD: Final = timedelta(days=60)


@require_safe
@public
@published(version=calendar_version, parameters=("q",))
def clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs of the site, by words of their name and address."""
    return _club_list(request)


def _club_list(request: HttpRequest, in_hall: Sequence[HallEvent] = ()) -> HttpResponse:
    text = request.GET.get("q", "")[:100]
    rows = organisation_list()
    for word in text.split():
        rows = rows.filter(Q(name__icontains=word) | Q(address__icontains=word))
    page = page_of(request, rows, CLUBS_PER_PAGE)
    context = {
        "section": "events",
        "page": page,
        "clubs": [branding_of(club) for club in page],
        "in_hall": in_hall,
        "text": text,
        "query": f"{urlencode({'q': text})}&" if text else "",
    }
    return render(request, "tournaments/site/clubs.html", context)


@require_safe
@public
@published(version=calendar_version)
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club; its members see their own dates, too."""
    return _club_home(request, get_object_or_404(organisation_list(), slug=slug))


def front_page(request: HttpRequest) -> HttpResponse | None:
    """Show the only club of the site, or the list of its clubs; None while there is none beside the demo."""
    clubs = list(organisation_list().exclude(slug=DEMO_CLUB)[:2])
    if not clubs:
        return None
    in_hall = events_in_hall()
    return _club_home(request, clubs[0], in_hall) if len(clubs) == 1 else _club_list(request, in_hall)


FRONT_PAGE: Final = FrontPage(calendar_version, front_page)


def _club_home(request: HttpRequest, club: Organisation, in_hall: Sequence[HallEvent] = ()) -> HttpResponse:
    speak_unless_chosen(request, club.language)
    today = timezone.localdate()
    sees = sees_members_dates(actor=actor_of(request), organisation_id=club.pk)
    dates = lines_of(organisation_id=club.pk, first=today, last=today + AHEAD, sees_members_dates=sees)
    cards = _cards(club)
    recent = [card.event.pk for card in (*cards[Phase.NOW], *cards[Phase.PAST])]
    context = {
        "section": "events",
        "club": club,
        "preview": club_preview(club, [one.event for one in (*cards[Phase.NOW], *cards[Phase.NEXT])]),
        "branding": branding_of(club),
        "in_hall": in_hall,
        "dates": dates[:SHOWN_DATES],
        "now": cards[Phase.NOW],
        "next": cards[Phase.NEXT],
        "past": cards[Phase.PAST],
        "results": latest_results(recent, number=SHOWN_RESULTS),
        "posts": public_posts(club.pk)[:SHOWN_POSTS],
        "ladders": public_ladders(club.pk),
        "lists": (lists := list(public_lists(club.pk))),
        "tops": _tops(lists[:SHOWN_LISTS]),
        "venues": venues_of(organisation_id=club.pk).filter(is_used=True),
        "has_fixtures": has_fixtures(club.pk),
        "may_join": form_of(organisation_id=club.pk).is_open,
        "games": game_list(GameFilters(club=club.slug))[:SHOWN_GAMES],
    }
    return render(request, "tournaments/site/club.html", context)


def _tops(lists: Sequence[RatingList]) -> list[tuple[RatingList, list[RatedPlayer]]]:
    """Return the players at the top of these lists; `has_page` tells which names are not withheld."""
    found = [(one, list(players_by_rating(one)[:SHOWN_RATED])) for one in lists]
    withheld = hide_names_without_consent(player.person for _list, players in found for player in players)
    for _list, players in found:
        for player in players:
            player.has_page = player.person_id not in withheld  # type: ignore[attr-defined]
    return [(one, players) for one, players in found if players]


def _cards(club: Organisation) -> dict[Phase, list[EventCard]]:
    """Return the events of a club by phase: all that are on or to come, and the last ones."""
    found = found_events(EventFilters(club=club.slug))
    shown = {Phase.NOW: SHOWN_EVENTS, Phase.NEXT: SHOWN_EVENTS, Phase.PAST: SHOWN_PAST}
    rows = {phase: list(events_in(found, phase)[:number]) for phase, number in shown.items()}
    cards = iter(event_cards([event for events in rows.values() for event in events]))
    return {phase: list(islice(cards, len(events))) for phase, events in rows.items()}
