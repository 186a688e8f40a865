"""A round as it was given, whoever made it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.values import NOBODY, Pair, Proposal


@dataclass(frozen=True, slots=True)
class GivenRound:
    """Boards in order, and everybody who was given the allocated bye."""

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...] = ()

    @property
    def numbers(self) -> Iterator[int]:
        """Every number as often as it stands in the round."""
        for pair in self.pairs:
            yield pair.white
            yield pair.black
        yield from self.byes


def given_by(proposal: Proposal) -> GivenRound:
    """What an engine proposes, as a round to be checked."""
    return GivenRound(proposal.pairs, (proposal.bye,) if proposal.bye != NOBODY else ())
