"""A line of moves from a position, and every legal move at its end."""

import re
from dataclasses import dataclass
from typing import Final

from games.core.errors import LineUnreadable
from games.house_rules.selectors import variant_named
from games.judging.move_numbers import MoveNumbers
from games.judging.selectors.positions import read_position
from games.rules import (
    KingRows,
    Move,
    Position,
    Variant,
    fen_after,
    king_rows_of_fen,
    legal_moves_after,
    move_text,
    play,
    select_readings,
)

MAX_MOVES: Final = 300
SIGNS: Final = re.compile(r"[-x:]")


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move with its text, and the position after it."""

    move: Move
    text: str
    fen: str


@dataclass(frozen=True, slots=True)
class Walk:
    """A line that was played: every position, every move, and its text."""

    variant: Variant
    begun: KingRows
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    texts: tuple[str, ...]

    @property
    def position(self) -> Position:
        """The position at the end of the line."""
        return self.positions[-1]

    @property
    def fen(self) -> str:
        """The FEN of the position at the end of the line."""
        return fen_after(self.positions, self.moves, self.variant, len(self.moves), self.begun)

    @property
    def start_fen(self) -> str:
        """The FEN in which the line begins; empty for the usual position."""
        if self.positions[0] == Position.start(self.variant):
            return ""
        return fen_after(self.positions, self.moves, self.variant, 0, self.begun)

    @property
    def numbers(self) -> MoveNumbers:
        """The numbers of the moves as players count them."""
        return MoveNumbers.of_game(self.positions, self.variant)

    def legal(self) -> list[Move]:
        """Return the legal moves at the end of the line."""
        return legal_moves_after(self.positions, self.moves, self.variant, begun=self.begun)

    def choices(self) -> list[Choice]:
        """Return the legal moves, those of one text once, each with the position after it."""
        legal = self.legal()
        by_text = {move_text(move, self.variant, legal): move for move in reversed(legal)}
        return [Choice(move, text, self.after(move, text).fen) for text, move in reversed(by_text.items())]

    def after(self, move: Move, text: str) -> "Walk":
        """Return the line with a legal move added."""
        position = play(self.position, move, self.variant)
        return Walk(
            self.variant,
            self.begun,
            (*self.positions, position),
            (*self.moves, move),
            (*self.texts, text),
        )


def walk(*, variant: str, fen: str = "", moves: str = "") -> Walk:
    """Play the moves from a position, by default the first one; refuse what cannot be played."""
    rules = variant_named(variant)
    line = Walk(rules, king_rows_of_fen(fen, rules), (read_position(fen, rules),), (), ())
    for number, text in enumerate(moves.split()[:MAX_MOVES], start=1):
        legal = line.legal()
        meant = _meant(text, legal, rules)
        if meant is None:
            raise LineUnreadable(move=text[:20], number=number)
        line = line.after(meant, move_text(meant, rules, legal))
    return line


def _meant(text: str, legal: list[Move], variant: Variant) -> Move | None:
    """Return the legal move that a text names: the canonical text, or squares that only one move fits."""
    for move in legal:
        if move_text(move, variant, legal) == text:
            return move
    names = SIGNS.split(text.lower())
    squares = [int(name) if name.isdecimal() else variant.geometry.square_named(name) or 0 for name in names]
    if len(squares) < 2 or not all(squares):  # noqa: PLR2004 - two ends
        return None
    found = select_readings(legal, tuple(squares), variant.geometry)
    return found[0] if len(found) == 1 else None
