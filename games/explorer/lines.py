"""Positions of a stored game, from its line of moves and without judging it again."""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache
from typing import Final, NamedTuple

from games.explorer.position_keys import material_key, move_code, piece_keys
from games.house_rules.selectors import variant_if_known
from games.models import Game
from games.rules import Geometry, Position, Side, Variant, legal_moves, play

MOST_IN_ENDING: Final = 8
"""Pieces left in an ending; with more on the board the material is not indexed."""
MAX_PLY: Final = 30_000


class Step(NamedTuple):
    """A move of a stored line: its squares, and its code."""

    origin: int
    destination: int
    captured: tuple[int, ...]
    code: int


class Reached(NamedTuple):
    """A position of a game at its first occurrence; `move` is the code of the move played, 0 at the end."""

    key: int
    ply: int
    move: int


class Ending(NamedTuple):
    """Pieces left, from which half-move on, for how many, and whether the game ended with them."""

    material: int
    ply: int
    stood: int
    is_final: bool


class Line(NamedTuple):
    """What the index stores of a game."""

    positions: tuple[Reached, ...]
    endings: tuple[Ending, ...]


NOTHING: Final = Line((), ())


def has_line(game: Game) -> bool:
    """Check that the moves of a game connect its positions, or that it is a position without moves."""
    return game.line_key is not None or bool(not game.ply_count and game.start_fen)


def line_of(game: Game) -> Line:
    """Return the positions and endings of a stored game.

    Nothing for a record of unknown rules, for one without moves from the usual position, and for one in which
    positions were set up in mid game: its moves do not connect them.
    """
    variant = variant_if_known(game.variant)
    if variant is None or not has_line(game):
        return NOTHING
    board = Board.of_game(game, variant)
    steps = [step_of(text) for text in game.move_line.split()[:MAX_PLY]]
    codes = [*(step.code for step in steps), 0]
    first = {board.key: Reached(board.key, 0, codes[0])}
    materials = [(0, tuple(board.counts))]
    for ply, step in enumerate(steps, start=1):
        if board.play(step) and sum(board.counts) <= MOST_IN_ENDING:
            materials.append((ply, tuple(board.counts)))
        if board.key not in first:
            first[board.key] = Reached(board.key, ply, codes[ply])
    return Line(tuple(first.values()), tuple(_endings(materials, len(steps), variant)))


def _endings(
    materials: Sequence[tuple[int, tuple[int, ...]]], last: int, variant: Variant
) -> Iterator[Ending]:
    """Return the endings; material never comes back, because pieces are only taken and crowned."""
    for place, (ply, counts) in enumerate(materials):
        if sum(counts) <= MOST_IN_ENDING:
            is_final = place + 1 == len(materials)
            end = last if is_final else materials[place + 1][0]
            yield Ending(material_key(counts, variant), ply, end - ply, is_final)


@lru_cache(maxsize=50_000)
def step_of(text: str) -> Step:
    """Read one move of a stored line (`move_line`)."""
    if "-" in text:
        origin, destination = map(int, text.split("-"))
        return Step(origin, destination, (), move_code(origin, destination, ()))
    ends, _, taken = text.partition(":")
    origin, destination = map(int, ends.split("x"))
    captured = tuple(map(int, taken.split(",")))
    return Step(origin, destination, captured, move_code(origin, destination, captured))


_STARTS: Final[dict[str, "Board"]] = {}


class Board:
    """Board on which a stored line is played; it updates the key and the counts of pieces by each move."""

    def __init__(self, variant: Variant, side: Side) -> None:
        """Make an empty board."""
        self.variant = variant
        self.keys = piece_keys(variant)
        self.crowns: tuple[frozenset[int], ...] = ()
        self.squares = [-1] * (variant.geometry.squares + 1)
        self.counts = [0, 0, 0, 0]
        self.is_white_to_move = side is Side.WHITE
        self.key = self.keys.empty ^ (0 if self.is_white_to_move else self.keys.black_to_move)

    @classmethod
    def of(cls, position: Position, variant: Variant) -> "Board":
        """Set up a position."""
        board = cls(variant, position.side)
        board.crowns = tuple(_squares(sides.crown, variant.geometry) for sides in variant.tables.sides)
        for kind, squares in enumerate(position.placement(variant)):
            board.counts[kind] = len(squares)
            for square in squares:
                board.squares[square] = kind
                board.key ^= board.keys.pieces[kind][square]
        return board

    @classmethod
    def of_game(cls, game: Game, variant: Variant) -> "Board":
        """Set up the first position of a stored game."""
        if game.start_fen:
            return cls.of(Position.from_fen(game.start_fen, variant), variant)
        return cls.start(variant)

    @classmethod
    def start(cls, variant: Variant) -> "Board":
        """Set up the first position of a variant; the squares are numbered and copied once."""
        if variant.key not in _STARTS:
            _STARTS[variant.key] = cls.of(Position.start(variant), variant)
        board = copy(_STARTS[variant.key])
        board.squares, board.counts = [*board.squares], [*board.counts]
        return board

    def play(self, step: Step) -> bool:
        """Play a move; return True if it changed the counts of pieces."""
        squares, pieces = self.squares, self.keys.pieces
        kind = squares[step.origin]
        becomes = kind
        if not kind & 1:  # a man
            if step.destination in self.crowns[kind >> 1]:
                becomes = kind + 1
            elif len(step.captured) > 1 and self.variant.tables.crowned_at_once:
                becomes = self._crowned_on_the_way(step, kind)
        key = (
            self.key ^ self.keys.black_to_move ^ pieces[kind][step.origin] ^ pieces[becomes][step.destination]
        )
        squares[step.origin] = -1
        for square in step.captured:
            taken = squares[square]
            key ^= pieces[taken][square]
            squares[square] = -1
            self.counts[taken] -= 1
        squares[step.destination] = becomes
        self.key = key
        self.is_white_to_move = not self.is_white_to_move
        if becomes != kind:
            self.counts[kind] -= 1
            self.counts[becomes] += 1
        return bool(step.captured) or becomes != kind

    def position(self) -> Position:
        """Return the position on the board."""
        masks = [0, 0, 0, 0]
        bits = self.variant.geometry.bits
        for square, kind in enumerate(self.squares):
            if kind >= 0:
                masks[kind] |= bits[square]
        side = Side.WHITE if self.is_white_to_move else Side.BLACK
        return Position(masks[0], masks[1], masks[2], masks[3], side)

    def _crowned_on_the_way(self, step: Step, kind: int) -> int:
        """Return the piece after a capture that may have passed the king row: a stored line has no route."""
        before = self.position()
        for move in legal_moves(before, self.variant):
            if move.result == (step.origin, step.destination, step.captured):
                after = play(before, move, self.variant)
                kings = after.white_kings | after.black_kings
                return kind | bool(kings & self.variant.geometry.bits[step.destination])
        return kind


def _squares(mask: int, geometry: Geometry) -> frozenset[int]:
    return frozenset(square for square in range(1, geometry.squares + 1) if geometry.bits[square] & mask)
