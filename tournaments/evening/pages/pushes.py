"""Notifications of a phone: turned on and off on the page of the player, renewed by its service worker."""

import base64
import hashlib
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from club.core.limits import limited
from club.core.pages.access import public
from club.core.pages.refusals import submit
from club.core.requests import speak_unless_chosen
from club.core.web_push import server_key
from tournaments.cases.pages.board_phone import device_of
from tournaments.evening.errors import NotFollowed
from tournaments.evening.selectors import entries_on_phone, subscription_of
from tournaments.evening.services.push_subscriptions import Browser, renew, subscribe, unsubscribe
from tournaments.models import Entry

POSTS: Final = 60  # a whole hall may share one address
SECONDS: Final = 60


def push_context(entry: Entry, device: str) -> dict[str, str]:
    """Return the key with which a browser subscribes, and a digest of the address that is subscribed."""
    row = subscription_of(entry, device)
    digest = hashlib.sha256(row.endpoint.encode()).digest() if row is not None else b""
    return {
        "push_key": server_key(),
        "push_told": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
    }


@require_POST
@never_cache
@public
@limited("tournaments.push", most=POSTS, seconds=SECONDS)
def push(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Turn the notifications of this phone about a player on, or off with `act`. Idempotent."""
    device = device_of(request)

    def act() -> None:
        entry = next((one for one in entries_on_phone(device) if one.pk == entry_id), None)
        if entry is None:
            raise NotFollowed
        speak_unless_chosen(request, entry.section.event.language)
        if request.POST.get("act") == "off":
            unsubscribe(entry_id=entry_id, device=device)
        else:
            subscribe(entry_id=entry_id, device=device, browser=_browser(request))

    return _answer(request, act)


@csrf_exempt  # the service worker has no form; the old address, which no other site knows, is the credential
@require_POST
@never_cache
@public
@limited("tournaments.push", most=POSTS, seconds=SECONDS)
def renew_push(request: HttpRequest) -> HttpResponse:
    """Replace the address of this phone that its browser has changed."""
    old, device = request.POST.get("old", ""), device_of(request)
    return _answer(request, lambda: renew(device=device, old=old, browser=_browser(request)))


def _browser(request: HttpRequest) -> Browser:
    return Browser(*(request.POST.get(name, "") for name in Browser._fields))


def _answer(request: HttpRequest, act: Callable[[], Any]) -> JsonResponse:
    sent = submit(request, None, act)
    return JsonResponse({"refusal": " ".join(map(str, sent.refusal or ()))}, status=sent.status)
