"""Moves as players number them: "12 (Black)" for a half-move counted from the start of the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from games.judging.finding_messages import SIDES
from games.rules import Side

if TYPE_CHECKING:
    from games.rules import Position, Variant


class MoveNumbers(NamedTuple):
    """Numbering of a record: the side that begins under its rules, and whether it moves second here.

    `sides` has the sides of the first half-moves, where they are known. A position that is set up in the
    middle of a game may break the alternation.
    """

    first: Side | None = Side.WHITE  # None: unknown, and no label names a side
    begins_second: bool = False
    sides: Sequence[Side] = ()

    @classmethod
    def of_game(cls, positions: Sequence[Position], variant: Variant) -> Self:
        """Return the numbering of a game by its positions, the start first."""
        sides = tuple(position.side for position in positions)
        return cls(variant.first_to_move, sides[0] is not variant.first_to_move, sides)

    @classmethod
    def of_fen(cls, fen: str, variant: Variant | None, *, ply: int = 0) -> Self:
        """Return the numbering of a game by its position after so many half-moves; blank: the usual start.

        If the rules are unknown, the side that begins this game is taken for the one that begins any; without
        a position, the side is unknown.
        """
        text = fen.strip()
        if not text:
            return cls(variant.first_to_move if variant else None)
        side = Side.BLACK if text[0].upper() == "B" else Side.WHITE
        start = side.opponent if ply % 2 else side
        first = variant.first_to_move if variant else start
        return cls(first, start is not first)

    def number(self, ply: int) -> int:
        """Return the number of a half-move on the score sheet, which has one for a move of each side."""
        return (ply + self.begins_second + 1) // 2

    def side(self, ply: int) -> Side | None:
        """Return the side that makes a half-move; None if it is unknown."""
        if 0 < ply <= len(self.sides):
            return self.sides[ply - 1]
        if self.first is None or (ply + self.begins_second) % 2:
            return self.first
        return self.first.opponent

    def label(self, ply: int) -> str:
        """Return a half-move as "12 (Black)"; 0 is the start."""
        if ply < 1:
            return "0"
        side = self.side(ply)
        if side is None:
            return str(self.number(ply))
        return f"{self.number(ply)} ({SIDES[side.key]})"

    def listed(self, plies: Sequence[int]) -> str:
        """Return half-moves as a list of labels."""
        return ", ".join(map(self.label, plies)) or "\N{EN DASH}"

    def span(self, plies: Sequence[int]) -> str:
        """Return the first and the last of these half-moves."""
        return f"{self.label(plies[0])}\N{EN DASH}{self.label(plies[-1])}" if plies else "\N{EN DASH}"


WHITE_BEGINS: Final = MoveNumbers()


def move_count(plies: int) -> int:
    """Return the number of moves that players count for so many half-moves."""
    return (plies + 1) // 2
