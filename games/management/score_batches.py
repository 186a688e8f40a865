"""Batches of games of a file, judged in this process or in a worker.

Neither this module nor a worker's code needs Django: a process that was not forked starts empty.

"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from games.laws.books import LAW_BOOKS
from games.laws.guess import VariantMemory
from games.laws.judge import judge
from games.laws.report import Summary, verdict_as_dict
from games.pdn import GameRecord
from games.rules import VARIANTS, Variant, derive_from_text

BATCH: Final = 100
_JSON: Final = json.JSONEncoder(ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Orders:
    """Options for judging games; plain values, so that they can be sent between processes."""

    law_book: str = ""  # "" is the book of each game's own variant
    variant: str = ""  # a key or house rules as text; "" is inferred from tags or moves
    as_lines: bool = True
    play_on: bool = False  # illegal moves that others follow are accepted as played

    @property
    def rules(self) -> Variant | None:
        """Return the rules to judge by; None to use each game's own."""
        if not self.variant:
            return None
        return VARIANTS.get(self.variant) or derive_from_text(self.variant)


@dataclass(slots=True)
class Judged:
    """A judged batch: a line of JSON or a plain object a game, and the counts."""

    games: list[Any] = field(default_factory=list)
    summary: Summary = field(default_factory=Summary)
    bytes_read: int = 0


def judge_batch(
    records: list[GameRecord], file: str, orders: Orders, memory: VariantMemory, before: int
) -> Judged:
    """Judge one batch of games, numbered from those before it; runs in a worker process or in this one."""
    book = LAW_BOOKS.get(orders.law_book)
    variant = orders.rules
    done = Judged()
    for number, record in enumerate(records, before + 1):
        record.index = number
        verdict = judge(record, book, variant=variant, memory=memory, play_on=orders.play_on)
        done.summary.add(verdict)
        data = verdict_as_dict(verdict, file=file)
        done.games.append(_JSON.encode(data) if orders.as_lines else data)
    return done


def renumbered(lines: list[str], file: str, before: int) -> list[str]:
    """Renumber lines of JSON that start at one."""
    start = _JSON.encode({"file": file, "game": 0}).removesuffix("0}")
    skipped = len(start)
    return [
        f"{start}{before + number}{line[skipped + len(str(number)) :]}"
        for number, line in enumerate(lines, 1)
    ]
