"""Perfect matchings in graphs as bit masks: check that all players can still be paired with each other.

Vertices are small whole numbers, `adjacent[v]` is the mask of the vertices that v may be paired with. The
search is Edmonds' (Paths, trees, and flowers, 1965); masks make one step of it a few operations on integers.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

FREE = -1
DIGITS = bytes.maketrans(b"01", b"\0\1")


def bits(mask: int) -> Iterator[int]:
    """Yield the vertices of a mask, the lowest first."""
    if 4 * mask.bit_count() > mask.bit_length():
        yield from compress(range(mask.bit_length()), bin(mask)[:1:-1].encode().translate(DIGITS))
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(vertices: Iterable[int]) -> int:
    """Return these vertices as a mask."""
    return sum(1 << vertex for vertex in set(vertices))


class Matching:
    """Matching of the vertices of `alive`, grown step by step; pairs can be fixed for good.

    `spare` are the vertices that one of the largest matchings leaves alone, as found by failed searches
    for a partner; a vertex next to them is always matched with one of them.
    """

    def __init__(self, adjacent: Sequence[int], alive: int) -> None:
        self.adjacent = adjacent
        self.alive = alive
        self.spare = 0
        self.mate = [FREE] * len(adjacent)
        self.free = alive

    def is_perfect(self) -> bool:
        """Match as many as possible; return whether no vertex is left alone."""
        self._begin()
        return all(self.mate[root] != FREE or self._augment(root) for root in bits(self.free))

    def largest(self) -> int:
        """Match as many as possible; return the mask of the vertices left alone."""
        self._begin()
        left = 0
        for root in bits(self.free):
            if self.mate[root] == FREE and not self._augment(root):
                left |= 1 << root
        return left

    def fix(self, one: int, other: int) -> bool:
        """Take a pair out of the graph if the others can still all be matched; else leave all unchanged."""
        mate = self.mate
        was_one, was_other = mate[one], mate[other]
        both = 1 << one | 1 << other
        if was_one == other:
            self.alive &= ~both
            return True
        for vertex in (one, other, was_one, was_other):
            mate[vertex] = FREE
        alive = self.alive
        self.alive &= ~both
        self.free = 1 << was_one | 1 << was_other
        if self._augment(was_one):
            return True
        self.alive = alive
        self.free = 0
        mate[one], mate[was_one], mate[other], mate[was_other] = was_one, one, was_other, other
        return False

    def _begin(self) -> None:
        """Match greedily every vertex with a free neighbour."""
        mate, adjacent = self.mate, self.adjacent
        for vertex in bits(self.free):
            if mate[vertex] != FREE:
                continue
            choice = adjacent[vertex] & self.free & ~(1 << vertex)
            if choice:
                other = (choice & -choice).bit_length() - 1
                mate[vertex], mate[other] = other, vertex
                self.free &= ~(1 << vertex | 1 << other)

    def _augment(self, root: int) -> bool:
        """Grow an alternating tree from a free vertex until it reaches another free one.

        If it reaches none, no other vertex can reach one through it: it is left out from then on.
        """
        mate, adjacent = self.mate, self.adjacent
        alive = self.alive
        parent: dict[int, int] = {}
        base: dict[int, int] = {}
        within: dict[int, int] = {}
        outer = 1 << root
        untouched = alive & ~outer
        queue, looked_back = [root], 0
        for vertex in queue:
            near = adjacent[vertex] & alive
            goal = near & self.free & untouched
            if goal:
                other = (goal & -goal).bit_length() - 1
                self._flip(other, vertex, parent)
                self.free &= ~(1 << root | 1 << other)
                return True
            for other in bits(near & untouched):
                partner = mate[other]
                parent[other] = vertex
                untouched &= ~(1 << other | 1 << partner)
                outer |= 1 << partner
                queue.append(partner)
            while vertex == queue[-1] and looked_back < len(queue):
                back = queue[looked_back]
                looked_back += 1
                near = adjacent[back] & outer
                while odd := near & ~within.get(base.get(back, back), 1 << back):
                    other = (odd & -odd).bit_length() - 1
                    shrunk = self._shrink(back, other, parent, base, within)
                    queue += bits(shrunk & ~outer)
                    outer |= shrunk
        self.spare |= outer
        self.alive = untouched
        self.free &= ~(1 << root)
        return False

    def _shrink(
        self, one: int, other: int, parent: dict[int, int], base: dict[int, int], within: dict[int, int]
    ) -> int:
        """Shrink the odd cycle that two outer vertices close to one vertex; return its new members."""
        top = self._meeting(one, other, parent, base)
        members: set[int] = set()
        self._mark(one, top, other, parent, base, members)
        self._mark(other, top, one, parent, base, members)
        shrunk = 0
        for vertex in members:
            shrunk |= within.get(vertex, 1 << vertex)
        within[top] = within.get(top, 1 << top) | shrunk
        for vertex in bits(shrunk):
            base[vertex] = top
        return shrunk

    def _flip(self, end: int, before: int, parent: dict[int, int]) -> None:
        """Flip the path that ends in a free vertex: matched edges become free, free ones matched."""
        mate = self.mate
        vertex, other = before, end
        while True:
            after = mate[vertex]
            mate[vertex], mate[other] = other, vertex
            if after == FREE:
                return
            other, vertex = after, parent[after]

    def _meeting(self, one: int, other: int, parent: dict[int, int], base: dict[int, int]) -> int:
        """Return the nearest common base of two outer vertices."""
        mate = self.mate
        seen = set()
        vertex = one
        while True:
            vertex = base.get(vertex, vertex)
            seen.add(vertex)
            if mate[vertex] == FREE:
                break
            vertex = parent[mate[vertex]]
        vertex = other
        while True:
            vertex = base.get(vertex, vertex)
            if vertex in seen:
                return vertex
            vertex = parent[mate[vertex]]

    def _mark(
        self,
        vertex: int,
        top: int,
        child: int,
        parent: dict[int, int],
        base: dict[int, int],
        members: set[int],
    ) -> None:
        """Mark one half of a blossom, with the way back through it."""
        mate = self.mate
        while base.get(vertex, vertex) != top:
            members.add(base.get(vertex, vertex))
            members.add(base.get(mate[vertex], mate[vertex]))
            parent[vertex] = child
            child = mate[vertex]
            vertex = parent[mate[vertex]]


def is_perfect(adjacent: Sequence[int], alive: int) -> bool:
    """Return whether the vertices of a mask can all be matched with each other."""
    return alive.bit_count() % 2 == 0 and Matching(adjacent, alive).is_perfect()
