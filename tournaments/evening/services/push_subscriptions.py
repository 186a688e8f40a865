"""Subscribing phones to the notification that their player is paired, and unsubscribing them.

The audit log has the connection of a phone; what it is told is the player's own setting.
"""

from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import get_language

from club.core.actor import Actor
from club.core.outgoing import is_public_url
from club.core.site_secrets import keyed_hashes
from club.core.web_push import is_receiver_key, server_key
from tournaments.evening.errors import NotFollowed, PushRefused, TooManySubscriptions
from tournaments.evening.selectors import live_phones
from tournaments.evening.services.phones import connect_by_link, leave_phone
from tournaments.models import PlayerPhone, PushSubscription

MAX_A_PLAYER: Final = 6


class Browser(NamedTuple):
    """What a browser tells of its subscription."""

    endpoint: str
    p256dh: str
    auth: str


@transaction.atomic
def subscribe(*, entry_id: int, device: str, browser: Browser) -> PushSubscription:
    """Notify a connected phone when its player is paired, in the language of the request.

    Again it replaces the subscription. Raises NotFollowed, PushRefused, TooManySubscriptions.
    """
    phones = PlayerPhone.objects.select_for_update(no_key=True).filter(entry=entry_id).order_by("pk")
    keys = [one.pk for one in phones]  # all are locked: they share a limit
    live = live_phones().filter(pk__in=keys, device=device).select_related("entry")
    phone = live.first() if device else None
    if phone is None:
        raise NotFollowed
    _validate(browser)
    if PushSubscription.objects.filter(phone__in=keys).exclude(phone=phone).count() >= MAX_A_PLAYER:
        raise TooManySubscriptions(name=phone.entry.name, most=MAX_A_PLAYER)
    facts = browser._asdict() | {"server_key": server_key(), "language": get_language() or ""}
    return PushSubscription.objects.update_or_create(phone=phone, defaults=facts)[0]


def _validate(browser: Browser) -> None:
    if not is_public_url(browser.endpoint) or not is_receiver_key(browser.p256dh, browser.auth):
        raise PushRefused


@transaction.atomic
def unsubscribe(*, entry_id: int, device: str) -> None:
    """Stop notifying a phone. Idempotent."""
    PushSubscription.objects.filter(phone__entry=entry_id, phone__device=device).delete()


@transaction.atomic
def renew(*, device: str, old: str, browser: Browser) -> int:
    """Replace the address of a phone that its browser changed, for all of its players; return their number.

    The old address is the proof: browser, push service and site alone have it.
    """
    _validate(browser)
    rows = PushSubscription.objects.filter(phone__in=live_phones().filter(device=device), endpoint=old)
    return rows.update(**browser._asdict(), server_key=server_key()) if device and old else 0


@transaction.atomic
def subscribe_by_link(*, secret: str, browser: Browser, actor: Actor) -> PushSubscription:
    """Notify an app that has the link of the entry: it counts as a phone, which the desk can remove."""
    _validate(browser)
    device = _device_of(browser.endpoint)
    phone = connect_by_link(secret=secret, device=device, actor=actor)
    return subscribe(entry_id=phone.entry_id, device=device, browser=browser)


@transaction.atomic
def unsubscribe_app(*, entry_id: int, subscription_id: int, actor: Actor) -> None:
    """Stop notifying an app, and remove it from the phones. Raises NotFollowed for other subscriptions."""
    row = PushSubscription.objects.filter(pk=subscription_id, phone__entry=entry_id).first()
    device = _device_of(row.endpoint) if row is not None else ""
    if not PlayerPhone.objects.filter(entry=entry_id, device=device, removed_at=None).exists():
        raise NotFollowed
    leave_phone(entry_id=entry_id, device=device, actor=actor)


def _device_of(endpoint: str) -> str:
    """Derive the device of an app, which has no cookie: from the key of the site, so no cookie has it.

    That of an earlier key if a phone has it already.
    """
    devices = keyed_hashes("tournaments.push_app", endpoint)
    known = (
        PlayerPhone.objects.filter(device__in=devices).order_by("pk").values_list("device", flat=True).first()
    )
    return known or devices[0]
