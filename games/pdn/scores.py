"""Detection of a ten-point score such as 4-6, which looks like a move."""

from __future__ import annotations

import re
from typing import Final

_SCORE: Final = re.compile(r"(\d{1,2})\s?[-\u2013\u2014:]\s?(\d{1,2})")
_SMALLEST_TOTAL: Final = 4  # below it the results are those every file knows


def is_score_of(text: str, result: str) -> bool:
    """Return True if a text that reads as a move is the score of the Result tag.

    It is when both are equal, or when the tag is a score out of the same total that no ordinary
    result has (4-6 with a tag 6-4).
    """
    written, tagged = _SCORE.fullmatch(text), _SCORE.match(result.strip())
    if written is None or tagged is None:
        return False
    if written.groups() == tagged.groups():
        return True
    total = int(written[1]) + int(written[2])
    return total == int(tagged[1]) + int(tagged[2]) and total > _SMALLEST_TOTAL
