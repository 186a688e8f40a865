"""Small files that lie together, judged whole by a worker process in one go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from games.management.score_batches import Judged, Orders
from games.management.score_parts import Desk
from games.pdn import NotPdn


@dataclass(slots=True)
class FileJudged:
    """The games of one file, and what stopped its reading."""

    batches: list[Judged] = field(default_factory=list)
    refusal: OSError | NotPdn | None = None

    def told(self) -> Iterator[Judged]:
        """The games, and then the refusal, as they come where a file is judged in this process."""
        yield from self.batches
        if self.refusal is not None:
            raise self.refusal


def judged_here(path: Path, orders: Orders) -> Iterator[Judged]:
    """Judge the games of one file in order, some at a time, in this process."""
    with path.open("rb") as file:
        desk = Desk(path, file, orders)
        yield from desk.first_batch()
        yield from desk.rest()


def judge_bundle(paths: tuple[Path, ...], orders: Orders) -> list[FileJudged]:
    """Judge some small files in a worker process; one that cannot be read stops none of the others."""
    return [_judged_whole(path, orders) for path in paths]


def _judged_whole(path: Path, orders: Orders) -> FileJudged:
    done = FileJudged()
    try:
        done.batches.extend(judged_here(path, orders))
    except (OSError, NotPdn) as refusal:
        done.refusal = refusal
    return done


class Bundle(NamedTuple):
    """Files that follow each other. One that is not shared is a single file, judged in its own way."""

    paths: tuple[Path, ...]
    is_shared: bool


def bundles_of(files: Iterable[tuple[Path, int]], *, alone_from: int, size: int) -> Iterator[Bundle]:
    """Put files that follow each other together until they have about that many bytes, in their order.

    A file of ``alone_from`` bytes or more stands alone, and so does one of no bytes: that is either empty,
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
