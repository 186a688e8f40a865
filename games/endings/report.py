"""Report on the ending of a game: the moves that gave value away, and those that preserved it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from games.endings.values import Value
from games.rules import Move, Position, Side, Variant, legal_moves, play


class ValueTable(Protocol):
    """Table methods that the report uses."""

    def value(self, position: Position) -> Value | None:
        """Return the value of a position for the side to move, None where the table does not reach."""


class Turn(NamedTuple):
    """A move that gave something away. Both values are those of the side that made it."""

    ply: int  # of the move, from 1
    side: Side
    move: Move
    before: Value
    after: Value
    keeping: tuple[Move, ...]  # every move that would have preserved the value


class EndingReport(NamedTuple):
    """Values of a game by the table: the first ply it has an answer before, the values, the turns."""

    from_ply: int | None
    values: tuple[Value | None, ...]  # of each position, for the side to move
    turns: tuple[Turn, ...]


def ending_report(
    positions: Sequence[Position], moves: Sequence[Move], variant: Variant, table: ValueTable
) -> EndingReport:
    """Follow a game through the endings that the table reaches.

    ``positions[i]`` is the one before ``moves[i]``. A position put on the board in mid game is judged as it
    is; no player is charged with the change.
    """
    values = tuple(table.value(one) for one in positions)
    from_ply = next((at + 1 for at, value in enumerate(values[: len(moves)]) if value is not None), None)
    if from_ply is None:
        return EndingReport(None, values, ())
    turns = (
        _turn(at, positions[at], moves[at], before, variant, table)
        for at, before in enumerate(values[: len(moves)])
        if before is not None
    )
    return EndingReport(from_ply, values, tuple(turn for turn in turns if turn is not None))


def _turn(
    at: int, position: Position, played: Move, before: Value, variant: Variant, table: ValueTable
) -> Turn | None:
    after = _after(position, played, variant, table)
    if after is None or after >= before:
        return None
    keeping = tuple(
        move for move in legal_moves(position, variant) if _after(position, move, variant, table) == before
    )
    return Turn(at + 1, position.side, played, before, after, keeping)


def _after(position: Position, move: Move, variant: Variant, table: ValueTable) -> Value | None:
    """Return the value after a move, for the side that makes it."""
    value = table.value(play(position, move, variant))
    return None if value is None else Value(-value)
