"""Counting wrong guesses, so that a short code cannot be found by trying."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.core.errors import TooManyGuesses
from club.models import GuessCount

WINDOW = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(days=1)


def count_guess(*, key: str, most: int, actor: Actor, window: timedelta = WINDOW) -> None:
    """Count one guess; refuse it when there were more than `most` of this key in the window.

    Called outside any transaction before the guess is looked at: many at once count one by one, and the
    entry of the first that is refused stays although it is refused.
    """
    seconds = _counted(key, most, actor, window)
    if seconds:
        raise TooManyGuesses(seconds=seconds)


@transaction.atomic
def _counted(key: str, most: int, actor: Actor, window: timedelta) -> int:
    """How many seconds to wait, 0 for a guess that may be looked at. The first to wait is on the trail."""
    now = timezone.now()
    GuessCount.objects.get_or_create(key=key, defaults={"since": now})
    counted = GuessCount.objects.select_for_update().get(key=key)
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


def uncount_guess(*, key: str) -> None:
    """A guess that was right does not count."""
    GuessCount.objects.filter(key=key, count__gt=0).update(count=F("count") - 1)


def forget_old_guesses() -> int:
    """Drop counts that no longer slow anybody down."""
    return GuessCount.objects.filter(since__lt=timezone.now() - FORGOTTEN_AFTER).delete()[0]
