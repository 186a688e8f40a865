"""Speed of a game by its clock: the time for sixty moves of one player, in FIDE's classes."""

from __future__ import annotations

import re
from enum import Enum

MOVES, SECONDS = 60, 60
RAPID_FROM, STANDARD_FROM = 10, 60  # minutes: more than ten is rapid, sixty or more is standard
CLOCK = re.compile(
    r"^\s*(?:(?P<hours>\d{1,2})\s*(?:h|:)\s*)?(?P<minutes>\d{1,3})?\s*(?:min\w*\.?|m|[\'\u2032])?"
    r"(?:\s*\+\s*(?P<more>\d{1,3})\s*(?P<unit>min\w*|m|[\'\u2032](?!\')|s\w*|\"|\'\'|\u2033)?)?",
    re.IGNORECASE,
)


class Speed(Enum):
    """Speed class of a game."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


def speed_of(clock: str) -> Speed | None:
    """Return the speed of a clock such as 5+3, 80 min + 1 min or 1h30; None if unknown."""
    found = CLOCK.match(clock)
    if found is None or not (found["hours"] or found["minutes"]):
        return None
    more = int(found["more"] or 0)
    if (found["unit"] or "s")[0] in "mM'\u2032" and found["unit"] not in {None, "''"}:
        more *= SECONDS
    minutes = 60 * int(found["hours"] or 0) + int(found["minutes"] or 0) + more * MOVES / SECONDS
    if minutes >= STANDARD_FROM:
        return Speed.STANDARD
    return Speed.RAPID if minutes > RAPID_FROM else Speed.BLITZ
