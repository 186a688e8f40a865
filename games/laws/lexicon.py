"""Reading of written squares on a variant's board, by number and by letter name."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

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
