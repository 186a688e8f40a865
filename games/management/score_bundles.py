"""Bundles of small files, each judged whole by a worker process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from games.management.score_batches import Judged, Orders
from games.management.score_parts import PartCoordinator
from games.pdn import NotPdn


@dataclass(slots=True)
class FileJudged:
    """The games of one file, and the error that stopped its reading."""

    batches: list[Judged] = field(default_factory=list)
    refusal: OSError | NotPdn | None = None

    def told(self) -> Iterator[Judged]:
        """Yield the games, then the error, in the order of a file judged in this process."""
        yield from self.batches
        if self.refusal is not None:
            raise self.refusal


def judge_here(path: Path, orders: Orders) -> Iterator[Judged]:
    """Judge the games of one file in order, in batches, in this process."""
    with path.open("rb") as file:
        desk = PartCoordinator(path, file, orders)
        yield from desk.first_batch()
        yield from desk.rest()


def judge_bundle(paths: tuple[Path, ...], orders: Orders) -> list[FileJudged]:
    """Judge some small files in a worker process; an unreadable file stops none of the others."""
    return [_judge_whole(path, orders) for path in paths]


def _judge_whole(path: Path, orders: Orders) -> FileJudged:
    done = FileJudged()
    try:
        done.batches.extend(judge_here(path, orders))
    except (OSError, NotPdn) as refusal:
        done.refusal = refusal
    return done


class Bundle(NamedTuple):
    """Consecutive files. A bundle that is not shared is a single file, judged in its own way."""

    paths: tuple[Path, ...]
    is_shared: bool


def bundles_of(files: Iterable[tuple[Path, int]], *, alone_from: int, size: int) -> Iterator[Bundle]:
    """Group consecutive files until a group has about `size` bytes, in their order.

    A file of ``alone_from`` bytes or more is its own bundle. So is one of no bytes: it is either empty,
    missing, or no file that another process could open.

    """
    gathered: list[Path] = []
    weight = 0
    for path, length in files:
        is_alone = not 0 < length < alone_from
        if gathered and (is_alone or weight + length > size):
            yield Bundle(tuple(gathered), is_shared=True)
            gathered, weight = [], 0
        if is_alone:
            yield Bundle((path,), is_shared=False)
        else:
            gathered.append(path)
            weight += length
    if gathered:
        yield Bundle(tuple(gathered), is_shared=True)
