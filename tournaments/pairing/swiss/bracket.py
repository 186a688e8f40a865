"""Bracket and its pairing (C.04.3 articles 1.5 and 1.8, in force from 1 Feb 2026).

Players are named by their place in the field; a pair names the higher ranked first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import bits, mask_of

PlacePair = tuple[int, int]
Likeness = tuple[int, ...]

NO_VERTEX = -1


class UnsolvedBracket(RuntimeError):
    """Broken promise: the round can be completed, and yet this bracket has no pairing."""

    code = "unsolved_bracket"


@dataclass(frozen=True, slots=True)
class Bracket:
    """Moved-down players and residents in order; as masks the next score group and all lower players."""

    movers: tuple[int, ...]
    residents: tuple[int, ...]
    following: int
    lower: int
    bye_candidates: int
    """Players still to pair who may have the bye by C2 and C5."""

    @property
    def players(self) -> tuple[int, ...]:
        """All players of the bracket, by bracket number."""
        return self.movers + self.residents

    @property
    def is_last(self) -> bool:
        """True if no player is below."""
        return not self.following and not self.lower


@dataclass(frozen=True, slots=True)
class Solution:
    """Pairs of a bracket, higher ranked first, and the players who go down."""

    pairs: tuple[PlacePair, ...]
    floaters: tuple[int, ...]


def solution_of(bracket: Bracket, pairs: Iterable[PlacePair]) -> Solution:
    """Return these pairs as a solution; a player in none of them goes down."""
    made = tuple(sorted(pairs))
    paired = {place for pair in made for place in pair}
    return Solution(made, tuple(place for place in bracket.players if place not in paired))


class BracketGraph:
    """Bracket with as much of the players below as must be considered.

    `vertices` are places, and with an odd field one more for the bye. Where all players below are included
    (`is_whole`), all must be paired (C4); those moved down together meet each other nowhere (3.2).
    """

    def __init__(
        self, field: Field, bracket: Bracket, *, outside: int, has_bye: bool, is_whole: bool
    ) -> None:
        self.field, self.bracket = field, bracket
        self.bye = field.size if has_bye else NO_VERTEX
        self.members = frozenset(bracket.players)
        self.movers = frozenset(bracket.movers)
        self.residents = frozenset(bracket.residents)
        self.next = frozenset(bits(bracket.following & outside))
        self.vertices = [*bracket.players, *bits(outside), *([self.bye] if has_bye else [])]
        self.must_be_perfect = is_whole

    def pairs(self) -> Iterator[PlacePair]:
        """Yield every pair allowed by C1 to C3, the higher ranked first; the bye as the last vertex."""
        present = mask_of(vertex for vertex in self.vertices if vertex != self.bye)
        movers = mask_of(self.movers)
        for one in bits(present):
            apart = movers if one in self.movers else 0
            for other in bits(self.field.meets[one] & ~apart & present >> (one + 1) << (one + 1)):
                if self.must_be_perfect or self.is_inside(one, other) or self.is_next(one, other):
                    yield one, other
            if self.bye != NO_VERTEX and self.bracket.bye_candidates >> one & 1:
                yield one, self.bye

    def is_inside(self, one: int, other: int) -> bool:
        """Return whether a pair is made in this bracket; moved-down players do not meet each other (3.2)."""
        members, movers = self.members, self.movers
        return one in members and other in members and not (one in movers and other in movers)

    def is_next(self, one: int, other: int) -> bool:
        """Return whether a pair is made in the next bracket."""
        return other in self.next and (one in self.next or one in self.members)

    def likeness(self, one: int, other: int) -> Likeness | None:
        """Return the features of a pair that the criteria see; None where they look closer."""
        if other == self.bye:
            return None
        if self.is_inside(one, other):
            kinds = self.kind[one], self.kind[other]
            return None if NO_VERTEX in kinds else kinds
        return one if one in self.members else NO_VERTEX, one in self.next, other in self.next

    @cached_property
    def kind(self) -> dict[int, int]:
        """Number of each member; members alike to the criteria share one, topscorers have none."""
        field, kinds = self.field, {}
        numbers: dict[object, int] = {}
        for place in self.members:
            colours = field.colours[place]
            score = field.score[place] if place in self.movers else None
            seen = score, colours.preferred, colours.strength, *field.floats[place]
            kinds[place] = NO_VERTEX if field.is_topscorer[place] else numbers.setdefault(seen, len(numbers))
        return kinds

    def likeness_down(self, one: int, other: int) -> Likeness:
        """Return the features of a pair for C4 to C8: the higher ranked, and the bracket of the pair."""
        if one in self.members:
            return one, self.is_inside(one, other), other in self.next
        return NO_VERTEX, one in self.next, other in self.next

    def inside(self, pairs: Iterable[PlacePair]) -> list[PlacePair]:
        """List the pairs that are made in this bracket."""
        return [pair for pair in pairs if self.is_inside(*pair)]

    @property
    def has_all_bye_candidates(self) -> bool:
        """True if all candidates for the bye are in this bracket."""
        return all(place in self.members for place in bits(self.bracket.bye_candidates))
