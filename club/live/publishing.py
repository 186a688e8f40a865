"""Publication of live events: a row in the caller's transaction, a wake-up after the commit.

A channel is named by its kind and its subject ("import:12"). Each kind registers its own permission check.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import transaction

from club.core.actor import Actor
from club.core.errors import UnknownChannel
from club.models import LiveChannel, LiveEvent

_SUBSCRIBERS: list[Callable[[str], None]] = []


class ChannelPermission(Protocol):
    """Permission check of a subject; raises NotAllowed or UnknownChannel."""

    def __call__(self, *, actor: Actor, subject: str) -> None:
        """Require the permission."""


@dataclass(frozen=True, slots=True)
class ChannelKind:
    """A kind of channel.

    The permission for a public one is not checked again while a listener is connected.
    """

    name: str
    doorkeeper: ChannelPermission
    is_public: bool


_KINDS: dict[str, ChannelKind] = {}


def channel_kind(name: str, *, is_public: bool = False) -> Callable[[ChannelPermission], ChannelPermission]:
    """Register the decorated function as the only permission check of channels called "name:..."."""

    def register(doorkeeper: ChannelPermission) -> ChannelPermission:
        if _KINDS.setdefault(name, ChannelKind(name, doorkeeper, is_public)).doorkeeper is not doorkeeper:
            raise ValueError(f"The kind of channel {name} has two doorkeepers.")
        return doorkeeper

    return register


def require_listening(channel: str, *, actor: Actor) -> ChannelKind:
    """Require the permission to listen; return the channel's kind, or raise UnknownChannel or NotAllowed."""
    name, _colon, subject = channel.partition(":")
    kind = _KINDS.get(name)
    if kind is None:
        raise UnknownChannel(channel=channel)
    kind.doorkeeper(actor=actor, subject=subject)
    return kind


def publish(channel: str, kind: str, data: Mapping[str, Any] | None = None) -> LiveEvent:
    """Add an event to a channel in the current transaction; listeners are woken at the commit.

    The channel's row stays locked until then: numbers count from 1 and become visible in order.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A live event belongs inside the transaction of what it tells about.")
    row, _is_new = LiveChannel.objects.select_for_update(no_key=True).get_or_create(name=channel)
    row.last_number += 1
    row.save(update_fields=["last_number"])
    event = LiveEvent.objects.create(channel=row, number=row.last_number, kind=kind, data=dict(data or {}))
    transaction.on_commit(lambda: wake(channel))
    return event


def wake(channel: str) -> None:
    """Notify the hubs of this and other processes that a channel has a new event."""
    for waker in _SUBSCRIBERS:
        waker(channel)


def subscribe(waker: Callable[[str], None]) -> None:
    """Register `waker`, called with the channel's name after each commit that added an event."""
    if waker not in _SUBSCRIBERS:
        _SUBSCRIBERS.append(waker)


def unsubscribe(waker: Callable[[str], None]) -> None:
    """Unregister `waker`."""
    if waker in _SUBSCRIBERS:
        _SUBSCRIBERS.remove(waker)
