"""Pages of screens in the hall: a code to be typed at the desk, then the content of the family."""

from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club.core.limits import limited
from club.core.pages.access import public
from club.core.requests import actor_of, phone_uri, speak_unless_chosen
from club.live.selectors import last_number
from tournaments.models import Screen, ScreenFamily
from tournaments.screens.pages.slides import (
    FollowedChannel,
    followed_channels,
    live_html,
    slides_html,
)
from tournaments.screens.selectors import hall_content, screen_of_token
from tournaments.screens.services.screens import open_screen

GONE = 410
CODES_AN_HOUR = 30
SEEN_SECONDS = 90
"""A screen asks twice a minute; one that has not for so long is off, or without network."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("screens", most=CODES_AN_HOUR, seconds=3600)
@public
def start(request: HttpRequest) -> HttpResponse:
    """Page to open on a new screen; posting assigns its code."""
    if request.method == "POST":
        screen = open_screen(actor=actor_of(request))
        return redirect("tournaments:screen", screen.token)
    return render(request, "tournaments/screens/screen/start.html")


@require_safe
@never_cache
@public
def screen(request: HttpRequest, token: str) -> HttpResponse:
    """Current content of a screen: its code, its family's slides, or a note of its removal from the hall."""
    own = FollowedChannel(
        f"screen:{token}", last_number(f"screen:{token}")
    )  # first: later messages are received
    row = screen_of_token(token)
    if row is None:
        return render(request, "tournaments/screens/screen/over.html", status=GONE)
    cache.set(seen_key(row), timezone.now().timestamp(), SEEN_SECONDS)
    if row.event is None:
        return render(request, "tournaments/screens/screen/code.html", {"screen": row, "heard": [own]})
    speak_unless_chosen(request, row.event.language)
    hall = hall_content(row.event)
    clock = hall.clock_ends_at if hall else None
    context: dict[str, Any] = {
        "screen": row,
        "event": row.event,
        "hall": hall,
        "clock_ends": _milliseconds(clock) if clock else "",
        "now": _milliseconds(timezone.now()),
        "heard": [own],
    }
    if row.family is not None:
        context |= _family_context(request, row.family, own)
    return render(request, "tournaments/screens/screen/screen.html", context)


def _family_context(request: HttpRequest, family: ScreenFamily, own: FollowedChannel) -> dict[str, Any]:
    followed = followed_channels(family)
    address = phone_uri(request, reverse("tournaments:event", args=[family.event.slug]))
    return {
        "family": family,
        "since": _milliseconds(family.since),
        "slides": slides_html(family, followed, address),
        "boards": followed.boards if family.event.is_public else None,
        "live_slide": live_html(family, followed),
        "heard": [own, *followed.sections] if family.event.is_public else [own],
    }


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def seen_key(row: Screen) -> str:
    """Return the cache key of a screen's last request."""
    return f"screen-seen:{row.pk}"
