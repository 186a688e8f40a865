"""Counters of wrong guesses, against brute force on short codes."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from club.accounts.errors import TooManyGuesses
from club.audit import log as audit
from club.core.actor import Actor
from club.models import GuessCount

WINDOW = timedelta(minutes=15)
RETENTION_PERIOD = timedelta(days=1)


def count_failed_attempt(*, key: str, most: int, actor: Actor, window: timedelta = WINDOW) -> None:
    """Count one guess; refuse it above `most` guesses of this key in the window.

    Call it outside any transaction, before the guess is checked. Concurrent guesses are then counted one by
    one, and the audit entry of the first refused guess is not rolled back.
    """
    seconds = _count(key, most, actor, window)
    if seconds:
        raise TooManyGuesses(seconds=seconds)


@transaction.atomic
def _count(key: str, most: int, actor: Actor, window: timedelta) -> int:
    """Return the seconds to wait, 0 if the guess may be checked. Audit the first refusal."""
    now = timezone.now()
    GuessCount.objects.get_or_create(key=key, defaults={"since": now})
    counted = GuessCount.objects.select_for_update(no_key=True).get(key=key)
    if now - counted.since >= window:
        counted.since, counted.count = now, 0
    wait = int((counted.since + window - now).total_seconds()) + 1
    if counted.count > most:
        return wait
    counted.count += 1
    counted.save(update_fields=["since", "count"])
    if counted.count <= most:
        return 0
    audit.record("club.pass.guesses_stopped", counted, actor=actor, after={"guesses": most})
    return wait


def uncount_attempt(*, key: str) -> None:
    """Uncount a guess that was right."""
    GuessCount.objects.filter(key=key, count__gt=0).update(count=F("count") - 1)


def delete_old_attempts() -> int:
    """Delete counters older than `RETENTION_PERIOD`."""
    return GuessCount.objects.filter(since__lt=timezone.now() - RETENTION_PERIOD).delete()[0]
