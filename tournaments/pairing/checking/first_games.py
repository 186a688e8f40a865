"""Start of a match: C.04.5 article 4.3 (in force from 1 Feb 2026), computed from two pasts."""

from tournaments.pairing.checking.colours import Allocation, Parities
from tournaments.pairing.checking.past import Past, other_colour
from tournaments.pairing.values import Colour, Snapshot


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
