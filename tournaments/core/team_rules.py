"""What the regulations of a team event settle, as a section keeps it in its options."""

from dataclasses import dataclass
from typing import Any, Final

from tournaments.models import Section
from tournaments.pairing.lexicographic.team_colours import PreferenceType

MOST_CYCLES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """Colour preferences, whether members may sit in any order, and how often everybody meets.

    `preference` is that of C.04.6 1.7; `first_by_second_score` whether the other score tells the first team
    of a pair with equal scores (4.2.2); `cycles` are those of a round robin.
    """

    preference: PreferenceType = PreferenceType.A
    first_by_second_score: bool = True
    free_order: bool = False
    cycles: int = 1


def team_rules(section: Section) -> TeamRules:
    """The rules of a section; what its options do not say, or say in no way known here, is as usual."""
    options: dict[str, Any] = section.options
    kinds = {kind.value: kind for kind in PreferenceType}
    cycles = options.get("cycles", 1)
    return TeamRules(
        preference=kinds.get(str(options.get("team_preference")), PreferenceType.A),
        first_by_second_score=options.get("first_by_second_score", True) is not False,
        free_order=options.get("free_board_order") is True,
        cycles=cycles if isinstance(cycles, int) and 1 <= cycles <= MOST_CYCLES else 1,
    )
