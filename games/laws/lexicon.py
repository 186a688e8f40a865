"""How written squares are read on a variant's board, by number and by letter name."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from games.rules import Move, Variant
from games.rules.moves import quiet_move

Notation = Literal["as written", "rotated"]


class QuietEntry(NamedTuple):
    """A step to a neighbouring square, with the sides whose men may make it."""

    origin: int
    destination: int
    move: Move
    by_men: tuple[bool, bool]


class Lexicon(NamedTuple):
    """How written squares are read on a variant's board."""

    bits: Mapping[int | str, int]
    squares: Mapping[int | str, int]
    quiet: Mapping[tuple[int | str, ...], QuietEntry]


@cache
def lexicon(variant: Variant, notation: Notation = "as written") -> Lexicon:
    """The squares of a variant by number and by letter name, seen from White's side or the other."""
    geometry = variant.geometry
    squares: dict[int | str, int] = {}
    for square in range(1, geometry.squares + 1):
        target = square if notation == "as written" else geometry.rotated(square)
        squares[square] = target
        squares[geometry.name_of(square)] = target
    bits = {name: geometry.bits[square] for name, square in squares.items()}
    quiet: dict[tuple[int | str, ...], QuietEntry] = {}
    white, black = variant.tables.sides
    for start, origin in squares.items():
        for direction in geometry.directions(variant.moves_along):
            ray = geometry.ray(origin, direction)
            if not ray:
                continue
            bit, to = geometry.bits[origin], ray[0]
            by_men = tuple(
                any(bit << s == to for s in side.step_left) or any(bit >> s == to for s in side.step_right)
                for side in (white, black)
            )
            end = geometry.square_of[to]
            entry = QuietEntry(bit, to, quiet_move(origin, end), (by_men[0], by_men[1]))
            for name, square in squares.items():
                if square == end and type(name) is type(start):
                    quiet[start, name] = entry
    return Lexicon(bits, squares, quiet)
