"""A given round, independent of its origin."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.values import NOBODY, Pair, Proposal


@dataclass(frozen=True, slots=True)
class GivenRound:
    """Boards in order, and all players with the allocated bye."""

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...] = ()

    @property
    def numbers(self) -> Iterator[int]:
        """Yield every number as often as it occurs in the round."""
        for pair in self.pairs:
            yield pair.white
            yield pair.black
        yield from self.byes


def given_by(proposal: Proposal) -> GivenRound:
    """Convert an engine's proposal into a round to be checked."""
    return GivenRound(proposal.pairs, (proposal.bye,) if proposal.bye != NOBODY else ())
