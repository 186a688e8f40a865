"""py-draughts 1.10.1, in an environment of its own.

It plays American games with captures optional and White to move first. The count starts from the
same squares with Black to move; its leaves are its own. Games get a FEN tag in front, the only way
to let Black begin in its reader.

"""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.programs.serving import Answer, Task, serve

DRAUGHTS: Any = import_module("draughts")  # untyped, and a name that another program has too
AMERICAN_START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
BOARDS: dict[str, Any] = {
    "english": DRAUGHTS.AmericanBoard,
    "international": DRAUGHTS.StandardBoard,
    "russian": DRAUGHTS.RussianBoard,
    "brazilian": DRAUGHTS.BrazilianBoard,
    "frisian": DRAUGHTS.FrisianBoard,
    "frysk": DRAUGHTS.FryskBoard,
    "breakthrough": DRAUGHTS.BreakthroughBoard,
    "antidraughts": DRAUGHTS.AntidraughtsBoard,
}


def _leaves(board: Any, depth: int) -> int:
    """Count with its public calls, the last ply by the length of its list as for the others."""
    moves = board.legal_moves
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
    kind = BOARDS[task["variant"]]
    board = kind.from_fen(AMERICAN_START) if task["variant"] == "english" else kind()
    return lambda: {"work": _leaves(board, task["depth"])}


def _is_legal(text: str) -> bool:
    try:
        DRAUGHTS.AmericanBoard.from_pdn(f'[FEN "{AMERICAN_START}"]\n{text}')
    except ValueError:
        return False
    return True


def replay(task: Task) -> Callable[[], Answer]:
    """Replay games of a file, split at their first tags, each read and played by ``Board.from_pdn``."""
    data = Path(task["file"]).read_text("utf-8")

    def work() -> Answer:
        verdicts = [_is_legal(text) for text in re.split(r"\n\n(?=\[)", data)]
        return {"work": len(verdicts), "legal": sum(verdicts)}

    return work


def moves_of(board: Any, position: str) -> list[list[Any]]:
    """Return the legal moves of a position in the format of ``benchmarks.differential``."""
    squares = position[1:]
    board.white_men, board.white_kings, board.black_men, board.black_kings = (
        sum(1 << square for square, piece in enumerate(squares) if piece == wanted) for wanted in "wWbB"
    )
    board.turn = DRAUGHTS.Color.WHITE if position[0] == "W" else DRAUGHTS.Color.BLACK
    return [
        [move.square_list[0], move.square_list[-1], sorted(move.captured_list)] for move in board.legal_moves
    ]


def list_moves(task: Task) -> Callable[[], Answer]:
    """List the legal moves of many positions, put on one board."""
    import_module("loguru").logger.disable("draughts")  # it would tell of every board
    board = BOARDS[task["variant"]]()

    def work() -> Answer:
        listed = [moves_of(board, position) for position in task["positions"]]
        return {"work": len(listed), "moves": listed}

    return work


if __name__ == "__main__":
    serve({"perft": count_nodes, "replay": replay, "moves": list_moves})
