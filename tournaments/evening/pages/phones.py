"""Connecting players' phones by poster, card and link, and removing them, on the phone and at the desk."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.capabilities import Capability
from club.core.limits import limited
from club.core.pages.access import needs, public
from club.core.pages.refusals import Refusals, add_refusal_message
from club.core.requests import actor_of, key_in
from tournaments.cases.pages.board_phone import device_of, give_device, set_device_cookie
from tournaments.core.scopes import of_section
from tournaments.evening.errors import PhoneTaken, TooManyPlayers
from tournaments.evening.selectors import phones_of
from tournaments.evening.services.phones import (
    connect_by_card,
    connect_by_link,
    connect_by_poster,
    leave_phone,
    release_door_device,
    remove_phones,
)
from tournaments.models import Entry, Section

POSTS, POST_SECONDS = 60, 60  # a whole hall may share one address


@require_POST
@never_cache
@public
def leave(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Remove the player from this phone."""
    leave_phone(entry_id=entry_id, device=device_of(request), actor=actor_of(request))
    return redirect("tournaments:evenings")


@require_POST
@never_cache
@public
@limited("tournaments.evening", most=POSTS, seconds=POST_SECONDS)
def connect(request: HttpRequest) -> HttpResponse:
    """Connect this phone by the link of an entry, or by the card at the player's board."""
    device, actor = give_device(request), actor_of(request)
    link, entry_id = request.POST.get("link", ""), key_in(request.POST.get("entry", ""))
    if link:
        entry_id = connect_by_link(secret=link, device=device, actor=actor).entry_id
    else:
        connect_by_card(token=request.POST.get("card", ""), entry_id=entry_id, device=device, actor=actor)
    return set_device_cookie(request, redirect("tournaments:evening", entry_id))


def open_after_check_in(request: HttpRequest, entry: Entry, secret: str) -> HttpResponse | None:
    """Connect a phone that has checked a player in, and open the evening; None for a device at the door."""
    facts: dict[str, Any] = {"section_id": entry.section_id, "device": give_device(request)}
    facts["actor"] = actor_of(request)
    try:
        connect_by_poster(entry_id=entry.pk, secret=secret, **facts)
    except PhoneTaken as refusal:
        add_refusal_message(request, refusal)
        return None
    except TooManyPlayers:
        release_door_device(**facts)
        return None
    return set_device_cookie(request, redirect("tournaments:evening", entry.pk))


# ---- at the desk ----


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_section)
def phones(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the players whose evening is on a phone."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    context = {"section": "desk", "one": row, "tab": "check_in", "entries": list(phones_of(row))}
    return render(request, "tournaments/evening/desk/phones.html", context)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def remove(request: HttpRequest, section_id: int) -> HttpResponse:
    """Remove the phones of one player, or of all."""
    entry_id = None if "all" in request.POST else key_in(request.POST.get("entry", ""))
    with Refusals(request):
        done = remove_phones(section_id=section_id, entry_id=entry_id, actor=actor_of(request))
        told = ngettext("%(count)s phone removed.", "%(count)s phones removed.", done)
        messages.success(request, told % {"count": done})
    return redirect("tournaments:desk_phones", section_id)
