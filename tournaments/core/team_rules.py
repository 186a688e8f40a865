"""Rules of a team event, as stored in the options of its section."""

from dataclasses import dataclass
from typing import Any, Final

from tournaments.models import Section
from tournaments.pairing.lexicographic.team_colours import PreferenceType

MOST_CYCLES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """Colour preferences, board order of members, and the number of cycles.

    `preference` is that of C.04.6 1.7; `first_by_second_score` means that the other score decides the first
    team of a pair with equal scores (4.2.2); `cycles` are those of a round robin.
    """

    preference: PreferenceType = PreferenceType.A
    first_by_second_score: bool = True
    free_order: bool = False
    cycles: int = 1


def team_rules(section: Section) -> TeamRules:
    """Return the rules of a section; missing or unknown values get their defaults."""
    options: dict[str, Any] = section.options
    kinds = {kind.value: kind for kind in PreferenceType}
    cycles = options.get("cycles", 1)
    return TeamRules(
        preference=kinds.get(str(options.get("team_preference")), PreferenceType.A),
        first_by_second_score=options.get("first_by_second_score", True) is not False,
        free_order=options.get("free_board_order") is True,
        cycles=cycles if isinstance(cycles, int) and 1 <= cycles <= MOST_CYCLES else 1,
    )
