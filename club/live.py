"""Telling listeners what happened: a row in the transaction of what it tells, a wake-up after the commit."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from club.models import LiveChannel, LiveEvent

_WAKERS: list[Callable[[str], None]] = []


def publish(channel: str, kind: str, data: Mapping[str, Any] | None = None) -> LiveEvent:
    """Add an event to a channel inside the current transaction; listeners are woken when it commits.

    The channel's row stays locked until then: numbers count from 1 and become visible in order.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A live event belongs inside the transaction of what it tells about.")
    LiveChannel.objects.get_or_create(name=channel)
    row = LiveChannel.objects.select_for_update().get(name=channel)
    row.last_number += 1
    row.save(update_fields=["last_number"])
    event = LiveEvent.objects.create(channel=row, number=row.last_number, kind=kind, data=dict(data or {}))
    transaction.on_commit(lambda: wake(channel))
    return event


def wake(channel: str) -> None:
    """Tell whoever streams in this process or beside it that a channel has something new."""
    for waker in _WAKERS:
        waker(channel)


def woken_by(waker: Callable[[str], None]) -> None:
    """Have `waker` called with the channel's name after each commit that added an event."""
    if waker not in _WAKERS:
        _WAKERS.append(waker)
