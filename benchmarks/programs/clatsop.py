"""clatsop 0.1.0: a rule table of American checkers on 32-bit masks, without notation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from clatsop import Ruleset, Turn

from benchmarks.programs.serving import Answer, Task, serve
from games.pdn import GameRecord, read_games

RULES: Any = Ruleset.american()
START: Any = Turn.initial()


def _leaves(state: int, depth: int) -> int:
    """Count with its fastest public call: trusted packed states."""
    following = RULES.expand_packed_unchecked(state)[0]
    if depth == 1:
        return len(following)
    return sum(_leaves(one, depth - 1) for one in following)


def count_nodes(task: Task) -> Callable[[], Answer]:
    """Count the leaves below the first position."""
    return lambda: {"work": _leaves(START.packed, task["depth"])}


def _squares(path: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares of a rule path: the origin, then every square reached."""
    rules = [RULES[index] for index in path]
    masks = [rules[0].mover, *(rule.is_empty for rule in rules)]
    return tuple(mask.bit_length() for mask in masks)


PATHS: dict[tuple[int, ...], tuple[int, ...]] = {}


def _squares_of(path: tuple[int, ...]) -> tuple[int, ...]:
    known = PATHS.get(path)
    if known is None:
        known = PATHS[path] = _squares(path)
    return known


def _is_legal(record: GameRecord) -> bool:
    """Check that clatsop has a move for every written one; of several that fit, the first is played."""
    state = START.packed
    for move in record.moves:
        written = move.squares
        for path, following in RULES.expand_packed_edges(state)[0]:
            squares = _squares_of(path)
            if squares == written or (len(written) == 2 and (squares[0], squares[-1]) == written):
                state = following
                break
        else:
            return False
    return True


def replay(task: Task) -> Callable[[], Answer]:
    """Replay games of a file: our reader parses them, clatsop checks their moves."""
    data = Path(task["file"]).read_bytes()

    def work() -> Answer:
        verdicts = [_is_legal(record) for record in read_games(data)]
        return {"work": len(verdicts), "legal": sum(verdicts)}

    return work


if __name__ == "__main__":
    serve({"perft": count_nodes, "replay": replay})
