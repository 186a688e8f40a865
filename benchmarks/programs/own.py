"""This program's own kernel, reader and judge."""

from collections.abc import Callable
from pathlib import Path

from benchmarks.programs.serving import Answer, Task, serve
from games.laws import VariantMemory, judge
from games.pdn import read_games
from games.rules import VARIANTS, Position, perft


def count_nodes(task: Task) -> Callable[[], Answer]:
    """Count the leaves below the first position."""
    variant = VARIANTS[task["variant"]]
    start, depth = Position.start(variant), task["depth"]
    return lambda: {"work": perft(start, variant, depth)}


def read(task: Task) -> Callable[[], Answer]:
    """Read the games of a file; each half-move is tokenised and parsed, not judged."""
    data = Path(task["file"]).read_bytes()
    return lambda: {"work": sum(1 for record in read_games(data) if record.moves)}


def read_and_judge(task: Task) -> Callable[[], Answer]:
    """Read and judge the games of a file: findings, draw claims, result."""
    data = Path(task["file"]).read_bytes()

    def work() -> Answer:
        memory = VariantMemory()
        verdicts = [judge(record, memory=memory).is_legal for record in read_games(data)]
        return {"work": len(verdicts), "legal": sum(verdicts)}

    return work


if __name__ == "__main__":
    serve({"perft": count_nodes, "read": read, "replay": read_and_judge})
