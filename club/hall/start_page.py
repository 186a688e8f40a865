"""Events of the day on the page that a phone sees first: the one behind the code of the hall.

An app that has such events registers a finder in its registry.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple


class HallLink(NamedTuple):
    """Link to what a visitor does at an event."""

    address: str
    label: str


@dataclass(frozen=True, slots=True)
class HallEvent:
    """Event of the day: its name, its club, its page, and links to what a visitor does there."""

    name: str
    club: str
    address: str
    links: tuple[HallLink, ...] = ()


HallEventFinder = Callable[[], Iterable[HallEvent]]
"""Function without arguments: the page is the same for every phone that has scanned the code of the hall."""

HALL_EVENTS: list[HallEventFinder] = []
"""Finders of the events of the day."""


def add_hall_events(*finders: HallEventFinder) -> None:
    """Add finders of the events of the day."""
    HALL_EVENTS.extend(find for find in finders if find not in HALL_EVENTS)


def hall_events() -> list[HallEvent]:
    """Return the events of the day, in the order of their finders."""
    return list(chain.from_iterable(find() for find in HALL_EVENTS))
