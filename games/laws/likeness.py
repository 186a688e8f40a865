"""Likeness of written squares: digits that look alike cost least."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

ONE_DIGIT: Final = 1.0
ALIKE: Final = 0.75
TURNED: Final = 1.2  # 13 for 31
DIGIT_LOST: Final = 1.4  # 1 for 11
OTHER: Final = 2.5

LOOK_ALIKE: Final = frozenset(
    frozenset(pair)
    for pair in (
        *("17", "14", "27", "38", "35", "36", "49", "47", "56", "60", "68", "80", "89", "90"),
        *("ce", "bd", "bh", "fh", "eg", "dh"),
    )
)


@lru_cache(maxsize=8192)
def square_distance(written: str, meant: str) -> float:
    """Return the cost of reading one square as the other: 0 for equal ones, at most `OTHER`."""
    if written == meant:
        return 0.0
    if len(written) == len(meant):
        differing = [pair for pair in zip(written, meant, strict=True) if pair[0] != pair[1]]
        if len(differing) == 1:
            return ALIKE if frozenset(differing[0]) in LOOK_ALIKE else ONE_DIGIT
        return TURNED if written == meant[::-1] else OTHER
    longer, shorter = (written, meant) if len(written) > len(meant) else (meant, written)
    is_lost = any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    return DIGIT_LOST if is_lost else OTHER
