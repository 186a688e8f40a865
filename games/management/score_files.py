"""Score files by name; their games are judged in this process or in several."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path

from games.management.score_batches import Judged, Orders
from games.management.score_bundles import Bundle, FileJudged, bundles_of, judge_bundle, judge_here
from games.management.score_parts import PartCoordinator

MIN_SHARED_SIZE = 1_000_000  # bytes, in all and in a file; less is judged before the processes have started
AHEAD = 3  # parts or bundles for each process that wait to be judged or reported
BUNDLES = 8  # for each process, so that none has much left when the others are done ...
MIN_BUNDLE, MAX_BUNDLE = 16_384, 262_144  # ... but within these sizes in bytes
SUFFIXES = frozenset({".pdn"})

FileBatches = tuple[Path, Iterator[Judged]]


def score_files(paths: Iterable[str]) -> Iterator[Path]:
    """List the files of paths, folders and patterns, each once, folders in order."""
    seen: set[Path] = set()
    for named in paths:
        for path in _expand(Path(named)):
            if path not in seen:
                seen.add(path)
                yield path


def _expand(path: Path) -> Iterable[Path]:
    if path.is_dir():
        return sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
    if not path.exists() and any(mark in path.name for mark in "*?["):
        return sorted(path.parent.glob(path.name)) or [path]
    return [path]


def size_of(path: Path) -> int:
    """Return the size of a file in bytes; 0 for other paths."""
    return path.stat().st_size if path.is_file() else 0


def judge_files(files: Sequence[Path], orders: Orders, workers: int) -> Iterator[FileBatches]:
    """Judge files in order; yield the games of a file in batches, then the error that stopped it.

    Several processes share the work: a large file by its parts, small ones in bundles given out ahead of
    their turn. Every file is judged by itself, so that the answer is the same for any number of processes.

    """
    sizes = [size_of(path) for path in files]
    if workers == 1 or sum(sizes) < MIN_SHARED_SIZE:
        for path in files:
            yield path, judge_here(path, orders)
        return
    size = max(MIN_BUNDLE, min(MAX_BUNDLE, sum(sizes) // (workers * BUNDLES)))
    bundles = bundles_of(zip(files, sizes, strict=True), alone_from=MIN_SHARED_SIZE, size=size)
    with multiprocessing.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from _Round([*bundles], orders, pool, workers * AHEAD).files()


class _Round:
    """Bundles of files on their way through some processes."""

    def __init__(self, bundles: list[Bundle], orders: Orders, pool: Pool, most: int) -> None:
        self.bundles, self.orders, self.pool, self.most = bundles, orders, pool, most
        self._next = 0  # the first bundle not yet handed out
        self._given: dict[int, AsyncResult[list[FileJudged]]] = {}

    def files(self) -> Iterator[FileBatches]:
        """Judge every file in order."""
        for number, bundle in enumerate(self.bundles):
            self._submit()
            if not bundle.is_shared:
                path = bundle.paths[0]
                yield path, self._by_parts(path)
                continue
            done = self._given.pop(number).get()
            self._submit()
            yield from ((path, one.told()) for path, one in zip(bundle.paths, done, strict=True))

    def _submit(self) -> None:
        """Hand out bundles while few enough wait; a file that is its own bundle is not handed out."""
        while self._next < len(self.bundles) and len(self._given) < self.most:
            bundle = self.bundles[self._next]
            if bundle.is_shared:
                self._given[self._next] = self.pool.apply_async(judge_bundle, (bundle.paths, self.orders))
            self._next += 1

    def _by_parts(self, path: Path) -> Iterator[Judged]:
        """Judge a large file by parts; one that cannot be cut or opened elsewhere is judged here."""
        with path.open("rb") as file:
            desk = PartCoordinator(path, file, self.orders)
            yield from desk.first_batch()
            if len(desk.parts) > 1:
                desk.share_with(self.pool, self.most)
            yield from desk.rest()
