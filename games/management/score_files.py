"""Score files by name, and their games judged in this process or in several."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

from games.management.score_batches import Judged, Orders
from games.management.score_parts import Desk

WORTH_SHARING = 1_000_000  # bytes; a smaller file is judged before the processes have started
AHEAD = 3  # parts for each process that wait to be judged or told
SUFFIXES = frozenset({".pdn"})


def score_files(paths: Iterable[str]) -> Iterator[Path]:
    """Give the files that paths, folders and patterns name, each once, folders in order."""
    seen: set[Path] = set()
    for named in paths:
        for path in _expanded(Path(named)):
            if path not in seen:
                seen.add(path)
                yield path


def _expanded(path: Path) -> Iterable[Path]:
    if path.is_dir():
        return sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
    if not path.exists() and any(mark in path.name for mark in "*?["):
        return sorted(path.parent.glob(path.name)) or [path]
    return [path]


def judged_games(path: Path, orders: Orders, workers: int) -> Iterator[Judged]:
    """Judge the games of one file in order, some at a time."""
    with path.open("rb") as file:
        desk = Desk(path, file, orders)
        yield from desk.first_batch()
        if workers == 1 or len(desk.parts) == 1 or path.stat().st_size < WORTH_SHARING:
            yield from desk.rest()
            return
        with multiprocessing.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            desk.share_with(pool, workers * AHEAD)
            yield from desk.rest()
