"""Teams and line-ups as a report has them: each player by a number of the report."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.core.translate import FORFEITS
from tournaments.exchange.selectors.trf_section import LETTERS
from tournaments.models import Entry, GameResult, Outcome, TeamMember

WHOLE_FORFEITS: Final = {
    frozenset({"+-"}): "+-",
    frozenset({"-+"}): "-+",
    frozenset({"--"}): "--",
}


@dataclass
class TeamRow:
    """A team with its number, and its players by their numbers in the report."""

    number: int
    entry: Entry
    members: list[TeamMember]
    numbers: dict[int, int] = field(default_factory=dict)
    """Members by their keys."""
    stand_ins: list[int] = field(default_factory=list)
    """Numbers of its boards where it plays without names."""

    @property
    def players(self) -> tuple[int, ...]:
        """All players in the order of boards."""
        return (*self.numbers.values(), *self.stand_ins)


def whole_forfeit(results: Sequence[GameResult]) -> str:
    """The signs of a match that was forfeited as a whole, of the team named first and of the other."""
    signs = set()
    for result in results:
        if result.outcome not in {*FORFEITS, Outcome.UNPLAYED}:
            return ""
        white, black = LETTERS[Outcome(result.outcome)]
        signs.add(white + black if result.number % 2 else black + white)
    return WHOLE_FORFEITS.get(frozenset(signs), "")


def usual(seats: Sequence[int]) -> list[int]:
    """Return the same people in the order of the list, if every board has a player."""
    return sorted(player for player in seats if player)
