"""Virtual points of some numbers in some rounds (C.04.7), stored in a section's options."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from tournaments.models import Section

OPTION: Final = "lent_points"
NAMES: Final = ("points", "first_round", "last_round", "first_number", "last_number")
MAX_POINTS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LentPoints:
    """Virtual points, in the section's own unit, for a range of numbers in a range of rounds."""

    points: int
    first_round: int
    last_round: int
    first_number: int
    last_number: int

    def covers(self, number: int, round_number: int) -> bool:
        """Check that the record applies to a number in a round."""
        return (
            self.first_round <= round_number <= self.last_round
            and self.first_number <= number <= self.last_number
        )


def lent_points_of(section: Section) -> tuple[LentPoints, ...]:
    """Return the virtual points of a section, in the order of their records."""
    return tuple(LentPoints(**record) for record in section.options.get(OPTION, ()))


def lent_record(records: Iterable[LentPoints]) -> dict[str, Any]:
    """Return the stored form of the option; empty without virtual points."""
    found = [asdict(record) for record in records]
    return {OPTION: found} if found else {}


def virtual_points(records: Iterable[LentPoints], number: int, *, until: int) -> tuple[int, ...]:
    """Return the virtual points of a number in each round, with that of `until`; the last record counts."""
    known = tuple(records)
    if not known:
        return ()
    return tuple(
        next((one.points for one in reversed(known) if one.covers(number, at)), 0)
        for at in range(1, until + 1)
    )


def is_lent_record(value: Any) -> bool:
    """Check that an imported option is a list of such records."""
    return isinstance(value, list) and all(
        isinstance(one, dict)
        and set(one) == set(NAMES)
        and all(
            isinstance(each, int) and not isinstance(each, bool) and 0 <= each < MAX_POINTS
            for each in one.values()
        )
        for one in value
    )
