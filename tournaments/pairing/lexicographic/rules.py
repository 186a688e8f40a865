"""Differences of the two systems, as facts with their articles; both texts are in force from 1 Feb 2026."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.pairing.criteria import Criterion
from tournaments.pairing.lineup import Lineup


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicographicRules:
    """System that pairs by upfloaters and identifiers.

    `rounds_without_float_rules`: number of rounds at the end in which earlier floats do not count.
    `pair_criteria` are those of the system between C7 and the criterion about upfloaters'
    opponents.
    """

    chapter: str
    rounds_without_float_rules: int
    pair_criteria: Callable[[Lineup], Sequence[Criterion]]

    def asks_for_floats(self, lineup: Lineup) -> bool:
        """Return whether repeated floats count in this round."""
        snapshot = lineup.snapshot
        return snapshot.round_number <= snapshot.rounds - self.rounds_without_float_rules
