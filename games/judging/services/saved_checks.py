"""Keeping a checked record under an unlisted link for some days; extending and deleting it by its owner."""

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from games.core.errors import SavedChecksFull, TextTooLong
from games.judging.selectors.saved_checks import hash_of
from games.models import SavedCheck

SECRET_BYTES: Final = 16
MAX_BYTES: Final = 100_000
MAX_KEPT: Final = 2_000  # of the site: with MAX_BYTES the limit of what strangers can store
DAYS: Final = (1, 7, 30, 90)
DEFAULT_DAYS: Final = 30


class NewLinks(NamedTuple):
    """Secrets of a new saved check, which are not stored: of the link, and of its owner."""

    secret: str
    owner: str


class CheckFacts(NamedTuple):
    """A text with the choices it was judged by, and the verdicts on its games in one word each."""

    text: str
    law_book: str
    variant: str
    play_on: bool
    first_result: str
    verdicts: list[str]


@transaction.atomic
def keep_check(facts: CheckFacts, *, days: int) -> NewLinks:
    """Store a checked text for so many days. Raises TextTooLong, SavedChecksFull."""
    size = len(facts.text.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        raise TextTooLong(size=size, limit=MAX_BYTES)
    delete_expired_checks()
    if SavedCheck.objects.count() >= MAX_KEPT:
        raise SavedChecksFull
    links = NewLinks(secrets.token_urlsafe(SECRET_BYTES), secrets.token_urlsafe(SECRET_BYTES))
    SavedCheck.objects.create(
        secret_hash=hash_of(links.secret),
        owner_hash=hash_of(links.owner),
        expires_at=_end(days),
        **facts._asdict(),
    )
    return links


def extend_check(row: SavedCheck, *, days: int) -> None:
    """Set the day on which a saved check expires, counted from now."""
    row.expires_at = _end(days)
    row.save(update_fields=["expires_at"])


def delete_check(row: SavedCheck) -> None:
    """Delete a saved check."""
    row.delete()


def delete_expired_checks() -> int:
    """Delete the saved checks whose days are over; return the count."""
    return SavedCheck.objects.filter(expires_at__lte=timezone.now()).delete()[0]


def redact_check(row: SavedCheck, *, without: Callable[[Any], Any]) -> None:
    """Replace the name of a person in a kept text. The caller writes the audit entry."""
    row.text = without(row.text)
    row.save(update_fields=["text"])


def _end(days: int) -> Any:
    if days not in DAYS:
        raise ValueError(days)
    return timezone.now() + timedelta(days=days)
