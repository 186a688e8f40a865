"""Counting wrong guesses, so that a short code cannot be found by trying."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from club.errors import TooManyGuesses
from club.models import GuessCount

WINDOW = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(days=1)


@transaction.atomic
def count_guess(*, key: str, most: int, window: timedelta = WINDOW) -> None:
    """Count one guess; refuse it when there were more than `most` of this key in the window.

    Called in a transaction of its own before the guess is looked at: many at once count one by one.
    """
    now = timezone.now()
    GuessCount.objects.get_or_create(key=key, defaults={"since": now})
    counted = GuessCount.objects.select_for_update().get(key=key)
    if now - counted.since >= window:
        counted.since, counted.count = now, 0
    if counted.count >= most:
        raise TooManyGuesses(seconds=int((counted.since + window - now).total_seconds()) + 1)
    counted.count += 1
    counted.save(update_fields=["since", "count"])


def uncount_guess(*, key: str) -> None:
    """A guess that was right does not count."""
    GuessCount.objects.filter(key=key, count__gt=0).update(count=F("count") - 1)


def forget_old_guesses() -> int:
    """Drop counts that no longer slow anybody down."""
    return GuessCount.objects.filter(since__lt=timezone.now() - FORGOTTEN_AFTER).delete()[0]
