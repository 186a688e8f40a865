"""pydraughts 0.6.7, by its public board, move and reader."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.programs.serving import Answer, Task, serve

DRAUGHTS: Any = import_module("draughts")  # untyped, and a name that another program has too
READER: Any = import_module("draughts.PDN")
GAME: Any = import_module("draughts.core.game").Game
NAMES = {"international": "standard", "frysk": "frysk!"}


def _leaves(board: Any, depth: int) -> int:
    """Count with its public calls, the last ply by the length of its list as for the others."""
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += _leaves(board, depth - 1)
        board.pop()
    return total


def count_nodes(task: Task) -> Callable[[], Answer]:
    """Count the leaves below the first position."""
    variant = task["variant"]
    board = DRAUGHTS.Board(variant=NAMES.get(variant, variant))
    return lambda: {"work": _leaves(board, task["depth"])}


def _is_legal(text: str) -> bool:
    """Check that every move of a game is among the legal ones; an unknown one is a KeyError there."""
    board = DRAUGHTS.Board(variant="english")
    try:
        for move in READER.PDNReader(text).games[0].moves:
            board.push(DRAUGHTS.Move(board, pdn_move=move))
    except KeyError:
        return False
    return True


def replay(task: Task) -> Callable[[], Answer]:
    """Replay a sample of a file's games, spread evenly: it plays only a few a second."""
    games = re.split(r"\n\n(?=\[)", Path(task["file"]).read_text("utf-8"))
    sample = games[:: len(games) // task["sample"]]

    def work() -> Answer:
        verdicts = [_is_legal(text) for text in sample]
        return {"work": len(verdicts), "legal": sum(verdicts)}

    return work


def moves_of(variant: str, position: str) -> list[list[Any]]:
    """Return the legal moves of a position in the format of ``benchmarks.differential``."""
    moves, captures = GAME(NAMES.get(variant, variant), position).legal_moves()
    return [
        [move[0][0] - 1, move[-1][1] - 1, sorted(square - 1 for square in captured if square)]
        for move, captured in zip(moves, captures, strict=True)
    ]


def list_moves(task: Task) -> Callable[[], Answer]:
    """List the legal moves of many positions with its game class: its board only translates squares."""

    def work() -> Answer:
        listed = [moves_of(task["variant"], position) for position in task["positions"]]
        return {"work": len(listed), "moves": listed}

    return work


if __name__ == "__main__":
    serve({"perft": count_nodes, "replay": replay, "moves": list_moves})
