"""Data of an event's public page: the whole set-up, and the progress."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments.events.money import money_text
from tournaments.events.selectors.event_cards import SHOWN_IN_LISTS
from tournaments.models import (
    Event,
    Fee,
    Prize,
    PrizeKind,
    Round,
    RoundState,
    RoundTime,
    Section,
    SectionClass,
)


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


class FeeLine(NamedTuple):
    """A fee with its amount as text."""

    row: Fee
    money: str


class SectionLine(NamedTuple):
    """A section: public rounds, number of players, and its lists."""

    one: Section
    rounds: list[Round]
    players: int
    classes: list[SectionClass]
    schedule: list[RoundTime]
    fees: list[FeeLine]
    prizes: list[PrizeGroup]
    is_open: bool
    is_awarded: bool
    """True if prizes were awarded and published."""


def section_lines(event: Event) -> list[SectionLine]:
    """Return the sections of an event in their order, with a constant number of queries."""
    rows = (
        event.sections.select_related("admission", "prize_handout")
        .defer("prize_handout__lines")
        .annotate(players=Count("entries", filter=Q(entries__isnull=False) & SHOWN_IN_LISTS))
    )
    lists = ("classes", "round_times", "fees", "prizes", "round_rows")
    return [_line(section) for section in rows.prefetch_related(*lists)]


def _line(section: Section) -> SectionLine:
    rounds = [row for row in section.round_rows.all() if row.state != RoundState.DRAFT]
    return SectionLine(
        one=section,
        rounds=sorted(rounds, key=lambda row: row.number),
        players=section.players,  # type: ignore[attr-defined]  # counted above
        classes=list(section.classes.all()),
        schedule=list(section.round_times.all()),
        fees=[FeeLine(row, money_text(row.amount, row.currency)) for row in section.fees.all()],
        prizes=prize_groups(section),
        is_open=hasattr(section, "admission") and section.admission.takes_entries,
        is_awarded=hasattr(section, "prize_handout"),
    )
