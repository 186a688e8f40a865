"""Drawn openings: every deck as a list, every ballot with its position."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.live.published import published
from games.ballots import DECKS, Deck
from tournaments.core.openings import DECK_NAMES


def _constant_version(**_facts: object) -> object:
    """Return the version for HTTP caching: decks change with the program alone."""
    return "of this program"


def _channel(**_facts: object) -> str:
    return "openings"


def _deck(key: str) -> Deck:
    if key not in DECKS:
        raise Http404(key)
    return DECKS[key]


@require_safe
@public
@published(version=_constant_version, channel=_channel)
def deck(request: HttpRequest, deck: str) -> HttpResponse:
    """Show every opening of a deck by number, with the source of the deck."""
    context = {"section": "events", "deck": _deck(deck), "name": DECK_NAMES[deck]}
    return render(request, "tournaments/core/deck.html", context)


@require_safe
@public
def opening(request: HttpRequest, deck: str, number: int) -> HttpResponse:
    """One opening with its position; by htmx the position alone."""
    held = _deck(deck)
    if number not in held.by_number:
        raise Http404(number)
    context = {
        "section": "events",
        "deck": held,
        "name": DECK_NAMES[deck],
        "ballot": held.by_number[number],
        "variant": held.variants[0],
    }
    is_part = "HX-Request" in request.headers
    template = "tournaments/core/_drawn_opening.html" if is_part else "tournaments/core/opening.html"
    return render(request, template, context)
