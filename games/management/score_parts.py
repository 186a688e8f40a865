"""Parts of one large file, judged by several processes and merged in order.

The games of a part do not depend on those of another, except for the rule set, which the first batch of
the file shows and all parts receive. Where parts begin depends on the file alone, so that the answer is the
same for any number of processes. A part that turns out to begin in the middle of a record is judged again.

"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path
from typing import BinaryIO

from games.laws.guess import VariantMemory
from games.management.score_batches import BATCH, Judged, Orders, judge_batch, renumbered
from games.pdn import GameReader, GameRecord, Part, parts_of, read_games, read_part

PART = 262_144  # bytes


@dataclass(slots=True)
class PartJudged:
    """The games of one part, numbered from one, and line and column of the record after it."""

    judged: Judged
    place: tuple[int, int]


def judge_part(path: Path, part: Part, orders: Orders, memory: VariantMemory) -> PartJudged:
    """Judge one part of a file in a worker process."""
    done = Judged()
    with path.open("rb") as file:
        reader = read_part(file, part)
        while batch := list(islice(reader, BATCH)):
            one = judge_batch(batch, str(path), orders, deepcopy(memory), len(done.games))
            done.games += one.games
            done.summary.merge(one.summary)
    return PartJudged(done, reader.place)


class PartCoordinator:
    """Coordinator that judges the parts of one file, or has them judged, and merges them in order."""

    def __init__(self, path: Path, file: BinaryIO, orders: Orders) -> None:
        """Cut the file into parts and start before its first game."""
        self.path, self.file, self.orders = path, file, orders
        self.parts = parts_of(file, PART)
        self.memory = VariantMemory()
        self.games = 0
        self._begun = 0  # the last part so far that began at a record
        self._reader: GameReader | None = read_part(file, self.parts[0])
        self._place = (1, 1)  # of the record after all reported games
        self._pool: Pool | None = None
        self._most = 0
        self._next = 1  # the first part not yet handed out
        self._given: deque[tuple[int, AsyncResult[PartJudged]]] = deque()

    def first_batch(self) -> Iterator[Judged]:
        """Judge the batch that shows the rule set of the file."""
        assert self._reader is not None  # noqa: S101 - made with the desk
        if batch := list(islice(self._reader, BATCH)):
            yield self._here(batch, self.memory)

    def share_with(self, pool: Pool, most: int) -> None:
        """Let processes judge the parts after the first, with at most `most` of them waiting."""
        self._pool, self._most = pool, most
        self._submit()

    def rest(self) -> Iterator[Judged]:
        """Judge the rest of the first part, and all others."""
        yield from self._read_on()
        for number, part in enumerate(self.parts[1:], 1):
            if self._place == (part.line, 1):
                yield from self._part(number)
            else:
                yield from self._past(number)
        if not self.games:
            self.file.seek(0)
            next(read_games(self.file))  # raises the error of a file without a game

    def _part(self, number: int) -> Iterator[Judged]:
        """Judge a part that begins with a record."""
        self._begun = number
        if self._pool is None:
            self._reader = read_part(self.file, self.parts[number])
            yield from self._read_on()
            return
        while self._given and self._given[0][0] < number:  # began in mid-record: judged in vain
            self._given.popleft()
        self._next = max(self._next, number)
        self._submit()
        done = self._given.popleft()[1].get()
        self._submit()
        self._place = done.place
        yield self._renumber(done.judged, self.parts[number])
        self._reader = None

    def _past(self, number: int) -> Iterator[Judged]:
        """Judge from the end of the part before: this one begins in the middle of a record."""
        if self._reader is None:  # another process has read up to here
            self._reader = read_part(self.file, self.parts[self._begun])
            for _ in self._reader:
                pass
        self._reader.until = self.parts[number].until
        yield from self._read_on()

    def _read_on(self) -> Iterator[Judged]:
        assert self._reader is not None  # noqa: S101 - the callers have seen to it
        while batch := list(islice(self._reader, BATCH)):
            yield self._here(batch, deepcopy(self.memory))
        self._place = self._reader.place

    def _here(self, batch: list[GameRecord], memory: VariantMemory) -> Judged:
        done = judge_batch(batch, str(self.path), self.orders, memory, self.games)
        self.games += len(batch)
        done.bytes_read = self.file.tell()
        return done

    def _submit(self) -> None:
        """Hand out parts while few enough wait."""
        while self._pool is not None and len(self._given) < self._most and self._next < len(self.parts):
            orders = (self.path, self.parts[self._next], self.orders, self.memory)
            self._given.append((self._next, self._pool.apply_async(judge_part, orders)))
            self._next += 1

    def _renumber(self, judged: Judged, part: Part) -> Judged:
        """Number the games of a part after those before it."""
        if self.orders.as_lines:
            judged.games = renumbered(judged.games, str(self.path), self.games)
        else:
            for game in judged.games:
                game["game"] += self.games
        self.games += len(judged.games)
        judged.bytes_read = part.begin
        return judged
