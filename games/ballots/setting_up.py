"""Moves of men on a board of 32 squares as a ballot gives them; their legality is tested elsewhere."""

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

ROW: Final = 4
WHITE_MEN: Final = frozenset(range(21, 33))
BLACK_MEN: Final = frozenset(range(1, 13))


@dataclass(frozen=True, slots=True)
class Men:
    """Squares of the men, and the side to move."""

    white: frozenset[int] = WHITE_MEN
    black: frozenset[int] = BLACK_MEN
    white_to_move: bool = False

    def fen(self) -> str:
        """Return the position in square numbers, as PDN writes it."""
        white, black = (",".join(map(str, sorted(men))) for men in (self.white, self.black))
        return f"{'W' if self.white_to_move else 'B'}:W{white}:B{black}"

    def without(self, *squares: int) -> "Men":
        """Return the men that are left when some are taken off."""
        return replace(self, white=self.white - set(squares), black=self.black - set(squares))

    def after(self, text: str) -> "Men":
        """Return the men after a move or capture in square numbers; the man goes to the given square."""
        squares = [int(each) for each in re.split("[-x]", text)]
        taken = {between(one, other) for one, other in pairwise(squares)} if "x" in text else set()
        own, enemy = (self.white, self.black) if self.white_to_move else (self.black, self.white)
        own, enemy = own - {squares[0]} | {squares[-1]}, enemy - taken
        if self.white_to_move:
            return Men(own, enemy, white_to_move=False)
        return Men(enemy, own, white_to_move=True)


def cell(square: int) -> tuple[int, int]:
    """Row from the top and column of a square, from 0; the first row has its squares on the odd columns."""
    row, at = divmod(square - 1, ROW)
    return row, 2 * at + (row + 1) % 2


def between(one: int, other: int) -> int:
    """Return the square that is jumped."""
    (row, column), (to_row, to_column) = cell(one), cell(other)
    return (row + to_row) // 2 * ROW + (column + to_column) // 2 // 2 + 1
