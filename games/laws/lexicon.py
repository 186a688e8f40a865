"""Reading of written squares on a variant's board, by number and by letter name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from games.rules import Variant

_TAKEN_FOR = str.maketrans("OoIlSBZ", "0011582")

Notation = Literal["as written", "rotated"]


class Lexicon(NamedTuple):
    """Reading of written squares on a variant's board."""

    bits: Mapping[int | str, int]
    squares: Mapping[int | str, int]


def smudged_square(written: str, words: Lexicon) -> int | None:
    """Return the square that a badly written one seems to be, letters read as digits; None if unclear."""
    digits = written.translate(_TAKEN_FOR)
    names = written.lower(), int(digits) if digits.isdecimal() else ""
    return next((words.squares[name] for name in names if name in words.squares), None)


@cache
def lexicon(variant: Variant, notation: Notation = "as written") -> Lexicon:
    """Return the squares of a variant by number and by letter name, seen from White's side or the other."""
    geometry = variant.geometry
    squares: dict[int | str, int] = {}
    for square in range(1, geometry.squares + 1):
        target = square if notation == "as written" else geometry.rotated(square)
        squares[square] = target
        squares[geometry.name_of(square)] = target
    bits = {name: geometry.bits[square] for name, square in squares.items()}
    return Lexicon(bits, squares)


ONE_DIGIT: Final = 1.0
SIMILAR: Final = 0.75
TURNED: Final = 1.2  # 13 for 31
DIGIT_LOST: Final = 1.4  # 1 for 11
OTHER: Final = 2.5

SIMILAR_DIGITS: Final = frozenset(
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
            return SIMILAR if frozenset(differing[0]) in SIMILAR_DIGITS else ONE_DIGIT
        return TURNED if written == meant[::-1] else OTHER
    longer, shorter = (written, meant) if len(written) > len(meant) else (meant, written)
    is_lost = any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    return DIGIT_LOST if is_lost else OTHER
