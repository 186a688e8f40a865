"""Score groups in a line from the top, and the parts of the round that can be paired separately.

The squares of the score differences of a round come to at least the sum of the squared gaps with an odd
number below: each such gap is crossed, and a pair over several gaps costs more than all of them. A
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
        """Score groups of the stretch."""
        return range(self.first, self.last + 1)

    @property
    def gaps(self) -> range:
        """Gaps inside the stretch, by the group above."""
        return range(self.first, self.last)


@dataclass(slots=True)
class ScoreLine:
    """Score groups with the masks of possible opponents; the bye is in the group of its candidates."""

    lineup: Lineup
    pattern: Pattern
    adjacent: Sequence[int]
    bye: int | None
    ranked: list[list[int]]
    """Players of each group in the order of its pattern."""
    members: list[list[int]]
    gaps: list[int]
    is_odd: list[bool]
    """Parity of the players above the gap under each group: True if odd."""
    rank: list[int]
    """Place of each player in the group, from 0."""
    group_of: dict[int, int]

    @property
    def last(self) -> int:
        """Place of the lowest group."""
        return len(self.members) - 1

    def stretches(self) -> list[Stretch]:
        """List the parts between gaps that no pair needs to cross."""
        ends = [at for at, is_odd in enumerate(self.is_odd) if not is_odd]
        return [Stretch(before + 1, end) for before, end in pairwise([-1, *ends])]

    def vertices(self, stretch: Stretch) -> list[int]:
        """List all players of a stretch, and the bye if it is there."""
        return [vertex for at in stretch.groups for vertex in self.members[at]]

    def least_squares(self, stretch: Stretch) -> int:
        """Return the least sum of squared score differences in a stretch."""
        return sum(self.gaps[at] ** 2 for at in stretch.gaps if self.is_odd[at])

    def from_end(self, place: int) -> int:
        """Return the number of players of the group below a place."""
        return len(self.ranked[self.group_of[place]]) - 1 - self.rank[place]

    def candidates(self, stretch: Stretch) -> list[int]:
        """List the candidates for the bye, if it is in this stretch."""
        if self.bye is None or self.group_of[self.bye] not in stretch.groups:
            return []
        return [place for place in range(self.lineup.size) if self.adjacent[self.bye] >> place & 1]


def score_line(
    lineup: Lineup, options: MatchSwissOptions, adjacent: Sequence[int], bye: int | None
) -> ScoreLine:
    """Return the line of a round; all candidates for the bye have one score."""
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
