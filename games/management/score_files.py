"""Reading score files one after another and judging them, in this process or in several.

Every process reads the whole file and judges its share of the batches: reading costs a fifth of
judging, and far less than sending games from process to process. What the first batch shows about the
rule set of a file is known to all later ones, so the answer does not depend on the number of processes.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from games.laws.books import LAW_BOOKS
from games.laws.guess import VariantMemory
from games.laws.judge import judge
from games.laws.report import Summary, verdict_as_dict
from games.pdn import GameRecord, NotPdn, read_games
from games.rules import VARIANTS

BATCH = 100
WORTH_SHARING = 1_000_000  # bytes; a smaller file is judged before the processes have started
SUFFIXES = frozenset({".pdn"})


@dataclass(frozen=True, slots=True)
class Orders:
    """How games are to be judged; plain values, so that they travel between processes."""

    law_book: str = ""  # "" is the book of each game's own variant
    variant: str = ""  # "" is found from tags or moves
    as_lines: bool = True


@dataclass(slots=True)
class Judged:
    """One batch judged: a line of JSON or a plain object a game, and the counts."""

    games: list[Any] = field(default_factory=list)
    summary: Summary = field(default_factory=Summary)
    bytes_read: int = 0


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


def judge_batch(records: list[GameRecord], file: str, orders: Orders, memory: VariantMemory) -> Judged:
    """Judge one batch; runs in a worker process or in this one."""
    book = LAW_BOOKS.get(orders.law_book)
    variant = VARIANTS.get(orders.variant)
    done = Judged()
    for record in records:
        verdict = judge(record, book, variant=variant, memory=memory)
        done.summary.add(verdict)
        told = verdict_as_dict(verdict, file=file)
        done.games.append(json.dumps(told, ensure_ascii=False) if orders.as_lines else told)
    return done


def judged_share(path: Path, orders: Orders, share: int, shares: int) -> Iterator[Judged]:
    """Judge every `shares`-th batch of a file, from batch number `share` on."""
    memory = VariantMemory()
    with path.open("rb") as stream:
        reader = read_games(stream)
        number = 0
        while batch := list(islice(reader, BATCH)):
            is_ours = number % shares == share
            if number == 0:  # every process learns from it what the rule set of the file is
                done = judge_batch(batch, str(path), orders, memory)
            elif is_ours:
                done = judge_batch(batch, str(path), orders, deepcopy(memory))
            if is_ours:
                done.bytes_read = stream.tell()
                yield done
            number += 1


def judged_games(path: Path, orders: Orders, workers: int) -> Iterator[Judged]:
    """Judge the games of one file in order, a batch at a time."""
    if workers == 1 or path.stat().st_size < WORTH_SHARING:
        yield from judged_share(path, orders, 0, 1)
        return
    processes, ends = [], []
    for share in range(workers):
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(
            target=send_share, args=(theirs, path, orders, share, workers), daemon=True
        )
        process.start()
        theirs.close()
        processes.append(process)
        ends.append(ours)
    try:
        yield from _in_turn(ends)
    finally:
        for process, end in zip(processes, ends, strict=True):
            end.close()
            process.terminate()
            process.join()


def _in_turn(ends: list[Connection]) -> Iterator[Judged]:
    """Take one batch from each process in turn; a full pipe makes a process wait."""
    for end in cycle(ends):
        sent: Judged | OSError | NotPdn | None = end.recv()
        if sent is None:  # the batches are dealt in turn, so nobody has one after this
            return
        if isinstance(sent, Exception):
            raise sent
        yield sent


def send_share(end: Connection, path: Path, orders: Orders, share: int, shares: int) -> None:
    """Send the batches of one share, then None; what stopped the reading is sent as it is."""
    try:
        for done in judged_share(path, orders, share, shares):
            end.send(done)
        end.send(None)
    except BrokenPipeError:  # nobody listens any more
        return
    except OSError as refusal:
        end.send(refusal)
    except NotPdn as refusal:
        end.send(refusal)
