"""Telling listeners what happened: a row in the transaction of what it tells, a wake-up after the commit.

A channel is named by its kind and its subject ("import:12"). Whoever publishes a kind says who may listen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import transaction

from club.core.actor import Actor
from club.core.errors import UnknownChannel
from club.models import LiveChannel, LiveEvent

_WAKERS: list[Callable[[str], None]] = []


class Doorkeeper(Protocol):
    """Lets somebody listen to a subject, or raises NotAllowed, or UnknownChannel."""

    def __call__(self, *, actor: Actor, subject: str) -> None:
        """Insist on what it takes."""


@dataclass(frozen=True, slots=True)
class ChannelKind:
    """A kind of channel. One that is public is not asked about again while somebody listens."""

    name: str
    doorkeeper: Doorkeeper
    is_public: bool


_KINDS: dict[str, ChannelKind] = {}


def channel_kind(name: str, *, is_public: bool = False) -> Callable[[Doorkeeper], Doorkeeper]:
    """Register the function below as the doorkeeper of channels called "name:...", and a kind has one."""

    def register(doorkeeper: Doorkeeper) -> Doorkeeper:
        if _KINDS.setdefault(name, ChannelKind(name, doorkeeper, is_public)).doorkeeper is not doorkeeper:
            raise ValueError(f"The kind of channel {name} has two doorkeepers.")
        return doorkeeper

    return register


def insist_on_listening(channel: str, *, actor: Actor) -> ChannelKind:
    """Tell the channel's kind, or raise UnknownChannel or NotAllowed."""
    name, _colon, subject = channel.partition(":")
    kind = _KINDS.get(name)
    if kind is None:
        raise UnknownChannel(channel=channel)
    kind.doorkeeper(actor=actor, subject=subject)
    return kind


def publish(channel: str, kind: str, data: Mapping[str, Any] | None = None) -> LiveEvent:
    """Add an event to a channel inside the current transaction; listeners are woken when it commits.

    The channel's row stays locked until then: numbers count from 1 and become visible in order.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A live event belongs inside the transaction of what it tells about.")
    row, _is_new = LiveChannel.objects.select_for_update().get_or_create(name=channel)
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


def no_longer_woken(waker: Callable[[str], None]) -> None:
    """Call `waker` no more."""
    if waker in _WAKERS:
        _WAKERS.remove(waker)
