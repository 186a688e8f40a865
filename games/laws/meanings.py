"""Possible meanings of a written half-move on a board in any position; computed once for all games."""

from collections.abc import Hashable
from functools import cache
from typing import TypeAlias

from games.laws.lexicon import Lexicon, Notation, lexicon
from games.pdn.plain import squares_of_word
from games.rules import Move, Variant
from games.rules.moves import quiet_move

MAX_WORDS = 20_000

# Origin and destination, noughts for a square that the board has not; what a flying king passes between
# them; the sides whose men may step so (1 White, 2 Black); the step, or None where no step leads there;
# the whole path where more than two squares are written, with noughts as above.
Meaning: TypeAlias = tuple[int, int, int, int, Move | None, tuple[int, ...] | None]


class Meanings(dict[Hashable, Meaning | None]):
    """Meanings of words of a plain score, or of a half-move's squares, in a rule set; None is a number.

    It fills itself, and is emptied when it has grown large.
    """

    def __init__(self, variant: Variant, words: Lexicon) -> None:
        """Know the board; nothing is read yet."""
        super().__init__()
        self.variant = variant
        self.lexicon = words

    def __missing__(self, written: Hashable) -> Meaning | None:
        """Read what is met for the first time."""
        if len(self) >= MAX_WORDS:
            self.clear()
        if isinstance(written, str):
            squares = squares_of_word(written)
            meaning = self._meaning(squares) if squares else None
        else:
            assert isinstance(written, tuple)  # noqa: S101 - squares, as the reader gives them
            meaning = self._meaning(written)
        self[written] = meaning
        return meaning

    def _meaning(self, squares: tuple[int | str, ...]) -> Meaning:
        bits = self.lexicon.bits
        if not squares or squares[0] not in bits or squares[-1] not in bits:
            return 0, 0, 0, 0, None, None
        origin, destination = bits[squares[0]], bits[squares[-1]]
        if len(squares) > 2:  # noqa: PLR2004 - more than the two ends
            route = tuple(self.lexicon.squares.get(name, 0) for name in squares)
            return origin, destination, 0, 0, None, route
        return self._step(origin, destination) or (origin, destination, 0, 0, None, None)

    def _step(self, origin: int, destination: int) -> Meaning | None:
        """Return the step between two squares, if men or kings can make one on an empty board."""
        geometry, tables = self.variant.geometry, self.variant.tables
        start, end = geometry.square_of[origin], geometry.square_of[destination]
        for direction in geometry.directions(self.variant.moves_along):
            ray = geometry.ray(start, direction)
            if destination not in ray[: None if tables.king_flies else 1]:
                continue
            by_men = sum(
                1 << index
                for index, side in enumerate(tables.sides)
                if any(origin << shift == destination for shift in side.step_left)
                or any(origin >> shift == destination for shift in side.step_right)
            )
            between = sum(ray[: ray.index(destination)])
            return origin, destination, between, by_men, quiet_move(start, end), None
        return None


@cache
def meanings(variant: Variant, notation: Notation = "as written") -> Meanings:
    """Return the meanings of written half-moves under a rule set; shared by all games."""
    return Meanings(variant, lexicon(variant, notation))
