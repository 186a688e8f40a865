"""The score groups in a line from the top, and where the round falls into parts that are paired apart.

The squares of the score differences of a round come to at least the sum of the squared gaps under which an
odd number stands: each such gap is crossed, and a pair over several gaps costs more than all of them. A
round that reaches this sum crosses each of these gaps once and the others never, so that the groups between
two others (a stretch) are paired among themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from tournaments.pairing.lineup import Lineup
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Pattern
from tournaments.pairing.match_swiss.quality import drawn_pattern, places_in_groups


@dataclass(frozen=True, slots=True)
class Stretch:
    """Score groups that follow each other, by their places in the line."""

    first: int
    last: int

    @property
    def groups(self) -> range:
        """Its score groups."""
        return range(self.first, self.last + 1)

    @property
    def gaps(self) -> range:
        """The gaps inside it, by the group above."""
        return range(self.first, self.last)


@dataclass(slots=True)
class ScoreLine:
    """The score groups with the masks of who may meet; the bye stands among those who may have it."""

    lineup: Lineup
    pattern: Pattern
    adjacent: Sequence[int]
    bye: int | None
    ranked: list[list[int]]
    """The players of each group in the order of its pattern."""
    members: list[list[int]]
    gaps: list[int]
    is_odd: list[bool]
    """Whether an odd number stands above the gap under each group."""
    rank: list[int]
    """The place of each player in the group, from 0."""
    group_of: dict[int, int]

    @property
    def last(self) -> int:
        """The place of the lowest group."""
        return len(self.members) - 1

    def stretches(self) -> list[Stretch]:
        """The parts between gaps that nobody need cross."""
        ends = [at for at, is_odd in enumerate(self.is_odd) if not is_odd]
        return [Stretch(before + 1, end) for before, end in pairwise([-1, *ends])]

    def vertices(self, stretch: Stretch) -> list[int]:
        """Everybody in a stretch, and the bye if it is there."""
        return [vertex for at in stretch.groups for vertex in self.members[at]]

    def least_squares(self, stretch: Stretch) -> int:
        """What the score differences in a stretch come to at least."""
        return sum(self.gaps[at] ** 2 for at in stretch.gaps if self.is_odd[at])

    def from_end(self, place: int) -> int:
        """How many players of the group stand below one of it."""
        return len(self.ranked[self.group_of[place]]) - 1 - self.rank[place]

    def candidates(self, stretch: Stretch) -> list[int]:
        """Who may have the bye, if it is in this stretch."""
        if self.bye is None or self.group_of[self.bye] not in stretch.groups:
            return []
        return [place for place in range(self.lineup.size) if self.adjacent[self.bye] >> place & 1]


def score_line(
    lineup: Lineup, options: MatchSwissOptions, adjacent: Sequence[int], bye: int | None
) -> ScoreLine:
    """The line of a round; who may have the bye has one score."""
    pattern, seed = drawn_pattern(lineup, options)
    rank, _ = places_in_groups(lineup, pattern, seed)
    groups = lineup.groups()
    members = [list(group) for group in groups]
    group_of = {place: at for at, group in enumerate(groups) for place in group}
    if bye is not None:
        group_of[bye] = group_of[adjacent[bye].bit_length() - 1]
        members[group_of[bye]].append(bye)
    scores = [lineup.score[group[0]] for group in groups]
    return ScoreLine(
        lineup=lineup,
        pattern=pattern,
        adjacent=adjacent,
        bye=bye,
        ranked=[sorted(group, key=rank.__getitem__) for group in groups],
        members=members,
        gaps=[upper - lower for upper, lower in pairwise(scores)],
        is_odd=[many % 2 == 1 for many in accumulate(map(len, members))],
        rank=rank,
        group_of=group_of,
    )
