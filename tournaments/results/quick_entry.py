"""Lines of the quick field: a board number, and a key for each game."""

import re
from typing import Final, NamedTuple

from tournaments.models import Outcome
from tournaments.results.errors import QuickUnreadable

FIRST, DRAWN, SECOND, CLEAR = "1", "2", "3", "0"
KEYS: Final = {"1": FIRST, "2": DRAWN, "=": DRAWN, "3": SECOND, "0": CLEAR}
"""What is typed, and the key of the table of results that it stands for."""
MAX_LENGTH: Final = 60
LINE: Final = re.compile(r"(\d{1,4})[\s:.,-]+([0-3=](?:[\s,]*[0-3=])*)")


class QuickLine(NamedTuple):
    """A board, and the keys of its games; one key alone is for the first game without a result."""

    board: int
    keys: tuple[str, ...]


def read_quick(text: str) -> QuickLine:
    """Parse a line such as “14 1”, “14 =” or, for two games, “14 1 3”. Raises QuickUnreadable."""
    found = LINE.fullmatch(text.strip())
    if found is None:
        raise QuickUnreadable(text=text.strip()[:MAX_LENGTH])
    return QuickLine(int(found[1]), tuple(KEYS[key] for key in found[2] if key in KEYS))


def outcome_of(key: str, *, first_is_white: bool) -> Outcome:
    """Return the result of a key; keys speak of the first player of a board, whatever the colour."""
    if key in {CLEAR, DRAWN}:
        return Outcome.PENDING if key == CLEAR else Outcome.DRAW
    return Outcome.WHITE if (key == FIRST) == first_is_white else Outcome.BLACK
