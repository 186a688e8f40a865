"""Prizes of a section for display, and as input of `standings.ranking.prizes`."""

from collections.abc import Sequence

from tournaments.events.selectors.prize_groups import prize_groups
from tournaments.models import Entry, PrizeKind, Section
from tournaments.standings.ranking.prizes import Category, Sharing

MAIN_KEY = "main"


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
