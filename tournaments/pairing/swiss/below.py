"""Players below a bracket, cut down to the pairs that the best rounds are made of by C4 and C8.

A player left over by a largest matching of some players needs one from above. Players left over by any of
the largest matchings form odd groups, and each group sends out one of its players at most, any of them
(the decomposition of Gallai and Edmonds). So as long as no more come from above than are needed, a group is
as good as one player, and no player from above meets those who are paired in every largest matching.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tournaments.pairing.swiss.bracket import Bracket, BracketGraph, PlacePair
from tournaments.pairing.swiss.completion import Completion
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import Matching, bits, is_perfect, mask_of


@dataclass(frozen=True, slots=True)
class Exits:
    """Exits of a bracket: `many` players go, each to a vertex of `alive` that is next to them.

    All of `alive` must be paired, with those who go or with each other.
    """

    adjacent: list[int]
    alive: int
    many: int

    @classmethod
    def single(cls, size: int, leavers: int, *, many: int) -> "Exits":
        """Return one more vertex that one of the leavers is paired with; none if none goes."""
        adjacent = [0] * (size + 1)
        if not many:
            return cls(adjacent, 0, 0)
        for place in bits(leavers):
            adjacent[place] = 1 << size
        adjacent[size] = leavers
        return cls(adjacent, 1 << size, 1)


class Below:
    """Players of the next score group and lower, with the bye, next to those of a bracket."""

    def __init__(self, completion: Completion, bracket: Bracket) -> None:
        self.bracket = bracket
        self.members = mask_of(bracket.players)
        self.adjacent, self.lower = completion.graph_of(bracket.lower, bracket.following)
        self.following = bracket.following

    @property
    def size(self) -> int:
        """Number of players, the bye included."""
        return (self.following | self.lower).bit_count()

    @cached_property
    def many(self) -> int:
        """Number of players the bracket must send down at least, so that all below can be paired (C4)."""
        return Matching(self.adjacent, self.following | self.lower).largest().bit_count()

    @cached_property
    def exits(self) -> Exits | None:
        """Return the ways to send down as few as can be (C6), so that C8 leaves nothing to improve.

        None if they cannot all be had.
        """
        adjacent, alive = self._best_for_next(self.many)
        matching = Matching(adjacent, alive)
        if matching.largest().bit_count() != self.many:
            return None
        adjacent, alive = _reduce_pairs(adjacent, matching, alive, self.members)
        return Exits(adjacent, alive, self.many)

    def leave_no_wish(self, floaters: int) -> bool:
        """Return whether nothing better is possible by C4 and C8 than sending these down."""
        adjacent, alive = self._best_for_next(floaters.bit_count())
        return is_perfect(adjacent, alive | floaters)

    def _best_for_next(self, many: int) -> tuple[list[int], int]:
        """Return pairs and players of the rounds in which that many go down, none below the next score group.

        As many pairs as possible are made in the next bracket: either just as many go on from there as must
        come to those lower, or as go without partners in the next bracket whichever players come down.
        """
        adjacent = list(self.adjacent)
        for place in bits(self.members):
            adjacent[place] &= self.following
        for place in bits(self.lower):
            adjacent[place] &= ~self.members
        lower, following = Matching(adjacent, self.lower), Matching(adjacent, self.following)
        needed, spare = lower.largest().bit_count(), following.largest().bit_count()
        if needed >= spare - many:
            adjacent, rest = _reduce_pairs(adjacent, lower, self.lower, self.following)
            return adjacent, self.following | rest
        adjacent, rest = _reduce_pairs(adjacent, following, self.following, self.members | self.lower)
        return adjacent, rest | self.lower


class ExitGraph(BracketGraph):
    """Bracket whose residents may leave by exits that are best by C4 to C8; all are paired."""

    def __init__(self, field: Field, bracket: Bracket, exits: Exits) -> None:
        super().__init__(field, bracket, outside=exits.alive, has_bye=False, is_whole=True)
        self.exits = exits
        self.next = frozenset()

    @cached_property
    def adjacent(self) -> list[int]:
        """Masks of the possible partners."""
        meets, exits = self.field.meets, self.exits
        movers, residents = mask_of(self.movers), mask_of(self.residents)
        adjacent = [0] * len(exits.adjacent)
        for place in self.bracket.movers:
            adjacent[place] = meets[place] & residents
        for place in self.bracket.residents:
            adjacent[place] = meets[place] & (movers | residents) | exits.adjacent[place] & exits.alive
        for place in bits(exits.alive):
            adjacent[place] = exits.adjacent[place] & (residents | exits.alive)
        return adjacent

    @property
    def is_passable(self) -> bool:
        """Return whether all can be paired."""
        return is_perfect(self.adjacent, mask_of(self.vertices))

    def pairs(self) -> Iterator[PlacePair]:
        """Yield every pair that may be made, the higher ranked first."""
        for one in self.vertices:
            yield from ((one, other) for other in bits(self.adjacent[one] >> (one + 1) << (one + 1)))


def _reduce_pairs(adjacent: list[int], largest: Matching, alive: int, above: int) -> tuple[list[int], int]:
    """Return the pairs of perfect matchings in which as few of `above` as possible meet one of `alive`.

    Also the remaining vertices of those alive, one for each group.
    """
    spare = largest.spare
    near = _next_to(adjacent, spare) & alive & ~spare
    adjacent = list(adjacent)
    for place in bits(above):
        adjacent[place] &= ~alive | spare
    for place in bits(near):
        adjacent[place] &= spare
    first_of_group = spare
    for place in bits(spare):
        if first_of_group >> place & 1:
            group = _group_of(adjacent, place, spare)
            _contract(adjacent, group, near | above)
            first_of_group &= ~group | 1 << place
    return adjacent, near | first_of_group


def _next_to(adjacent: list[int], some: int) -> int:
    near = 0
    for place in bits(some):
        near |= adjacent[place]
    return near


def _group_of(adjacent: list[int], place: int, spare: int) -> int:
    """Return all vertices of `spare` that are connected with one of them."""
    group = fresh = 1 << place
    while fresh:
        fresh = _next_to(adjacent, fresh) & spare & ~group
        group |= fresh
    return group


def _contract(adjacent: list[int], group: int, others: int) -> None:
    """Contract a group to its first vertex."""
    first = group & -group
    outside = _next_to(adjacent, group) & others
    adjacent[first.bit_length() - 1] = outside
    for place in bits(outside):
        adjacent[place] = adjacent[place] & ~group | first
