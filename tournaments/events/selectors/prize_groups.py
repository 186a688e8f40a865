"""Prizes of a section in groups: kind, class or board, with their money as text."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.events.money import money_text
from tournaments.models import Prize, PrizeKind, Section


class PrizeLine(NamedTuple):
    """A prize with its money as text."""

    row: Prize
    money: str


class PrizeGroup(NamedTuple):
    """The prizes of one kind, class or board, first place first."""

    kind: PrizeKind
    category: str
    board_number: int | None
    lines: tuple[PrizeLine, ...]


def prize_groups(section: Section) -> list[PrizeGroup]:
    """Return all prizes of a section in groups, in the order of first mention."""
    found: dict[tuple[str, str, int | None], list[Prize]] = {}
    for row in section.prizes.all():
        found.setdefault((row.kind, row.category, row.board_number), []).append(row)
    return [
        PrizeGroup(PrizeKind(kind), category, board, _lines(rows, section.currency))
        for (kind, category, board), rows in found.items()
    ]


def _lines(rows: Sequence[Prize], currency: str) -> tuple[PrizeLine, ...]:
    by_place = sorted(rows, key=lambda row: row.place)
    return tuple(PrizeLine(row, money_text(row.amount, currency) if row.amount else "") for row in by_place)
