"""Messages of webhooks, signed as the Standard Webhooks specification asks.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse

from club.core.outgoing import Post
from tournaments.models import Webhook

SECRET_MARK: Final = "whsec_"  # noqa: S105 - begins every secret, and is none
SECRET_BYTES: Final = 32


def new_secret() -> str:
    """Return a random secret."""
    return SECRET_MARK + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def batch_id(row: Webhook, cursors: Mapping[str, int]) -> str:
    """Return the id of the message that moves the cursors; a retry of the same events has the same id."""
    moved = json.dumps([row.pk, row.cursors, cursors], sort_keys=True)
    return f"msg_{hashlib.sha256(moved.encode()).hexdigest()[:32]}"


def random_id() -> str:
    """Return the id of a test message."""
    return f"msg_{secrets.token_hex(16)}"


def payload_of(
    row: Webhook,
    message_id: str,
    *,
    events: Sequence[Mapping[str, Any]] = (),
    is_reset: bool = False,
    is_test: bool = False,
) -> dict[str, Any]:
    """Return the content of a message."""
    event = row.event
    address = f"{row.site}{reverse('tournaments:event', args=[event.slug])}"
    return {
        "id": message_id,
        "event": {"id": event.pk, "slug": event.slug, "url": address},
        "is_test": is_test,
        "is_reset": is_reset,
        "events": list(events),
    }


def signed_post(row: Webhook, payload: Mapping[str, Any], *, at: datetime) -> Post:
    """Return the request with a message, signed at a moment; a retry is signed anew."""
    text = json.dumps(payload, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    body, stamp = text.encode(), str(int(at.timestamp()))
    key = base64.b64decode(row.secret.removeprefix(SECRET_MARK))
    signed = f"{payload['id']}.{stamp}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "draughts-webhooks",
        "webhook-id": str(payload["id"]),
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{signature}",
    }
    return Post(row.url, headers, body)
