"""Prizes of a section for display, and as input of `standings.ranking.prizes`."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.events.money import money_text
from tournaments.models import Entry, Prize, PrizeKind, Section
from tournaments.standings.ranking.prizes import Category, Sharing

MAIN_KEY = "main"


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


def sharing_of(section: Section) -> Sharing:
    """Return the sharing among tied players."""
    return Sharing(section.prize_sharing)


def money_categories(section: Section, entries: Sequence[Entry]) -> list[Category]:
    """Return places and classes with money for `standings.ranking.prizes.awards`: main, class:NAME.

    A prize of a board is not assigned by the table and is not among them.
    """
    found = []
    for group in prize_groups(section):
        amounts = {line.row.place: line.row.amount for line in group.lines}
        prizes = tuple(amounts.get(place, 0) for place in range(1, max(amounts) + 1))
        if group.kind == PrizeKind.BOARD or not any(prizes):
            continue
        if group.kind == PrizeKind.MAIN:
            found.append(Category(key=MAIN_KEY, prizes=prizes))
            continue
        members = frozenset(
            entry.number for entry in entries if entry.number is not None and entry.category == group.category
        )
        found.append(Category(key=f"class:{group.category}", prizes=prizes, members=members))
    return found
