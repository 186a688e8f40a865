"""Search of the desk: people, events, games, invoices and pages of the menu by name.

Each app's registry adds its finders. A finder returns what its reader may see, at most `MAX_HITS` rows.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.functional import Promise

from club.core.actor import Actor
from club.core.names import fold_name

MAX_HITS = 5  # of one kind
MIN_LENGTH, MAX_LENGTH = 2, 100
SHORT = 2  # letters of a word


@dataclass(frozen=True, slots=True)
class SearchKind:
    """Kind of found things: its name in the API, and its heading."""

    key: str
    label: str | Promise


class SearchHit(NamedTuple):
    """One found thing: its name, what tells it from others of this name, and its page."""

    kind: SearchKind
    text: str
    detail: str
    address: str


class HitGroup(NamedTuple):
    """Found things of one kind."""

    kind: SearchKind
    hits: list[SearchHit]


SearchFinder = Callable[[Actor, str], Iterable[SearchHit]]

SEARCH: dict[int, SearchFinder] = {}
"""Finders, by order."""


def add_search(found_by: Mapping[int, SearchFinder]) -> None:
    """Add finders of the search, sorted by `order`."""
    for order, find in found_by.items():
        if SEARCH.setdefault(order, find) is not find:
            raise ValueError(f"Two finders of the search have the order {order}.")


def clean_words(text: str) -> str:
    """Return the words of a search; empty if they are too short to find anything."""
    words = " ".join(text.replace("\0", " ").split())[:MAX_LENGTH]
    return words if len(words) >= MIN_LENGTH else ""


def search_for(actor: Actor, text: str) -> list[HitGroup]:
    """Find what the actor may see, by kind."""
    words = clean_words(text)
    if not words:
        return []
    hits = [hit for _order, find in sorted(SEARCH.items()) for hit in find(actor, words)]
    return [HitGroup(kind, list(found)) for kind, found in groupby(hits, key=lambda hit: hit.kind)]


def has_words(text: str, words: str) -> bool:
    """Check that every word of a search is in a text, whatever its accents and capitals.

    One or two letters have to begin a word: they are in the middle of too many.
    """
    folded = f" {fold_name(text)}"
    return all((word if len(word) > SHORT else f" {word}") in folded for word in fold_name(words).split())
