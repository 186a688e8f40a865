"""Webhooks of an event: added, changed and removed at the desk."""

from collections.abc import Collection
from typing import Any, Final

from django.db import transaction

from club.audit import log as audit
from club.core.actor import Actor
from club.core.outgoing import is_public_url
from club.live.selectors import last_numbers
from tournaments.core.services.locks import locked_event
from tournaments.models import Webhook, WebhookKind
from tournaments.webhooks.errors import (
    TooManyWebhooks,
    UnknownWebhook,
    WebhookAddressRefused,
    WebhookExists,
    WebhookWithoutKinds,
)
from tournaments.webhooks.messages import new_secret
from tournaments.webhooks.selectors import event_channels

MAX_WEBHOOKS: Final = 5
MAX_URL: Final = 500


@transaction.atomic
def add_webhook(*, event_id: int, url: str, kinds: Collection[str], site: str, actor: Actor) -> Webhook:
    """Add a webhook that sends what happens from now on; `site` is the address of this site.

    Raises WebhookAddressRefused, WebhookWithoutKinds, WebhookExists and TooManyWebhooks.
    """
    event = locked_event(event_id, actor)
    address, chosen = url.strip(), _chosen(kinds)
    if len(address) > MAX_URL or not is_public_url(address):
        raise WebhookAddressRefused(url=address[:200])
    row = Webhook(event=event, url=address, secret=new_secret(), kinds=chosen, site=site)
    known = set(event.webhooks.values_list("url", flat=True))
    if address in known:
        raise WebhookExists(host=row.host)
    if len(known) >= MAX_WEBHOOKS:
        raise TooManyWebhooks(most=MAX_WEBHOOKS)
    row.cursors = _current(event_id, chosen)
    row.save(force_insert=True)
    # Not `log_event`: the settings of a webhook are no news for visitors, nor for the webhook itself.
    audit.record("tournaments.webhook.added", event, actor=actor, after=webhook_facts(row))
    return row


@transaction.atomic
def change_webhook(
    *, webhook_id: int, actor: Actor, kinds: Collection[str] | None = None, is_on: bool | None = None
) -> Webhook:
    """Choose what a webhook sends; turn it off, or on again.

    A webhook that is turned on first sends what it missed. A kind that is added begins now.
    """
    row = _locked(webhook_id, actor)
    before = webhook_facts(row)
    if kinds is not None:
        chosen = _chosen(kinds)
        fresh = set(chosen) - set(row.kinds)
        known = event_channels(row.event_id, chosen)
        row.cursors = {name: row.cursors[name] for name in known if name in row.cursors}
        row.cursors |= _current(row.event_id, fresh)
        row.kinds = chosen
    if is_on is not None:
        row.is_on = is_on
    if is_on:
        row.failures, row.next_at = 0, None
    row.save(update_fields=["kinds", "cursors", "is_on", "failures", "next_at"])
    if webhook_facts(row) != before:
        audit.record(
            "tournaments.webhook.changed", row.event, actor=actor, before=before, after=webhook_facts(row)
        )
    return row


@transaction.atomic
def remove_webhook(*, webhook_id: int, actor: Actor) -> None:
    """Remove a webhook with its secret."""
    row = _locked(webhook_id, actor)
    before, event = webhook_facts(row), row.event
    row.delete()
    audit.record("tournaments.webhook.removed", event, actor=actor, before=before)


def webhook_facts(row: Webhook) -> dict[str, Any]:
    """Return a webhook in the form of the audit log."""
    return {"host": row.host, "event_kinds": list(row.kinds), "is_sending": row.is_on}


def _chosen(kinds: Collection[str]) -> list[str]:
    chosen = [one.value for one in WebhookKind if one in kinds]
    if not chosen:
        raise WebhookWithoutKinds
    return chosen


def _current(event_id: int, kinds: Collection[str]) -> dict[str, int]:
    """Return the present numbers of all channels of kinds; a section made later begins at its first."""
    channels = event_channels(event_id, kinds)
    return dict.fromkeys(channels, 0) | last_numbers(channels)


def _locked(webhook_id: int, actor: Actor) -> Webhook:
    event_id = Webhook.objects.filter(pk=webhook_id).values_list("event_id", flat=True).first()
    if event_id is None:
        raise UnknownWebhook
    event = locked_event(event_id, actor)
    row = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id).first()
    if row is None:
        raise UnknownWebhook
    row.event = event
    return row
