"""Allocation of White by article 5.2 of C.04.3, computed from two pasts."""

from dataclasses import dataclass

from tournaments.pairing.checking.past import Past, other_colour
from tournaments.pairing.values import Colour, Snapshot


@dataclass(frozen=True, slots=True)
class Allocation:
    """Number of the player with White, and the article that decided."""

    white: int
    article: str


class Parities:
    """Parity of the numbers: True if odd, skipping players who were never there (5.2.5)."""

    def __init__(self, snapshot: Snapshot, pasts: dict[int, Past]) -> None:
        counted = sorted(number for number, past in pasts.items() if past.is_present or past.was_there)
        self.odd = frozenset(counted[::2])
        self.initial = "W" if snapshot.initial_colour is Colour.WHITE else "B"

    def initial_of(self, number: int) -> str:
        """Colour of the first game: odd numbers have the initial colour."""
        return self.initial if number in self.odd else other_colour(self.initial)


def by_rank(one: Past, other: Past) -> tuple[Past, Past]:
    """Return the higher ranked first: by score, then by number."""
    return (one, other) if (-one.score, one.number) < (-other.score, other.number) else (other, one)


def allocation(one: Past, other: Past, parities: Parities) -> Allocation:
    """Allocate the colours of a pair ranked by score and number."""
    return allocation_in_order(*by_rank(one, other), parities)


def allocation_in_order(first: Past, second: Past, parities: Parities) -> Allocation:
    """Allocate the colours of a pair whose higher ranked is named first."""
    colour, article = _first_colour(first, second, parities)
    return Allocation(first.number if colour == "W" else second.number, article)


def _first_colour(first: Past, second: Past, parities: Parities) -> tuple[str, str]:
    """Colour of the higher ranked: both wishes, the stronger, the last difference, rank, parity."""
    if not first.wish and not second.wish:
        return parities.initial_of(first.number), "5.2.5"
    if first.wish != second.wish:
        return first.wish or other_colour(second.wish), "5.2.1"
    if (mine := _urgency(first)) != (theirs := _urgency(second)):
        return (first.wish if mine > theirs else other_colour(first.wish)), "5.2.2"
    for back in range(1, min(len(first.colours), len(second.colours)) + 1):
        if first.colours[-back] != second.colours[-back]:
            return second.colours[-back], "5.2.3"
    return first.wish, "5.2.4"


def _urgency(past: Past) -> tuple[bool, bool, int]:
    """Sort key: absolute before strong before mild; of two absolute ones the wider difference."""
    return past.is_absolute, past.is_strong, abs(past.difference) if past.is_absolute else 0


class FirstGames:
    """First colours of a round; `starting_side` moves first in the game that is played."""

    def __init__(self, snapshot: Snapshot, pasts: dict[int, Past], starting_side: Colour) -> None:
        self.parities = Parities(snapshot, pasts)
        self.starts = "W" if starting_side is Colour.WHITE else "B"

    def due(self, first: Past, second: Past) -> Allocation:
        """Return who has White in the first game; the higher ranked is named first."""
        colour, article = self._first_colour(first, second)
        return Allocation(first.number if colour == "W" else second.number, article)

    def _first_colour(self, first: Past, second: Past) -> tuple[str, str]:
        """Decide by parity; fewer starts; last difference; higher ranked alternates, or else the other."""
        mine, theirs = first.colours, second.colours
        if not mine and not theirs:
            return self.parities.initial_of(first.number), "C.04.5 4.3.1"
        if (one := mine.count(self.starts)) != (other := theirs.count(self.starts)):
            return (self.starts if one < other else other_colour(self.starts)), "C.04.5 4.3.2"
        for back in range(1, min(len(mine), len(theirs)) + 1):
            if mine[-back] != theirs[-back]:
                return theirs[-back], "C.04.5 4.3.3"
        if mine:
            return other_colour(mine[-1]), "C.04.5 4.3.4"
        return theirs[-1], "C.04.5 4.3.5"
