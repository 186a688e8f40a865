"""Prizes by the standings in force, with the derivation of each amount."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from tournaments.events.selectors.event_page import prize_groups
from tournaments.models import Entry, Prize, PrizeHandout, PrizeKind, Section, StandingsSnapshot
from tournaments.standings.ranking.prizes import Award, Category, Contender, Sharing, awards
from tournaments.standings.selectors.snapshots import snapshot_in_force, table_of
from tournaments.standings.selectors.system_standings import StandingRow, has_own_ranking

MAIN_KEY: Final = "main"
CLASS_KEY: Final = "class:"


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
        found.append(Category(key=f"{CLASS_KEY}{group.category}", prizes=prizes, members=members))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeAward:
    """One prize of one player.

    `place` is that in the section or in the class; `shared_with` are the others in the pool. `passed` are
    higher in the class and have another prize. A thing has no amount and is not shared.
    """

    number: int
    name: str
    rank: int
    category: str
    place: int
    amount: int = 0
    place_prize: int = 0
    pool: int = 0
    shared_with: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    thing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeAwards:
    """All prizes: the round, the sharing, the winners; and prizes without a winner."""

    snapshot: int = 0
    round_number: int
    currency: str
    sharing: str
    lines: list[PrizeAward]
    left: int = 0

    @property
    def total(self) -> int:
        """Total of the awarded money."""
        return sum(line.amount for line in self.lines)


def compute_awards(section: Section) -> PrizeAwards | None:
    """Compute the prizes by the standings in force; None before standings are published."""
    snapshot = snapshot_in_force(section)
    if snapshot is None:
        return None
    made = _Sharing(section, snapshot)
    lines = sorted([*made.money(), *made.things()], key=lambda line: (line.rank, line.number))
    total = sum(sum(category.prizes) for category in made.categories)
    return PrizeAwards(
        snapshot=snapshot.pk,
        round_number=snapshot.round_number,
        currency=section.currency,
        sharing=made.sharing.value,
        lines=lines,
        left=total - sum(line.amount for line in lines),
    )


def published_awards(section: Section) -> PrizeAwards | None:
    """Return the published prizes; None if there are none."""
    row = PrizeHandout.objects.filter(section=section).first()
    if row is None:
        return None
    lines = [PrizeAward(**line) for line in row.lines]
    return PrizeAwards(round_number=row.round_number, currency=row.currency, sharing=row.sharing, lines=lines)


def line_records(lines: Sequence[PrizeAward]) -> list[dict[str, Any]]:
    """Return the lines in stored form."""
    return [asdict(line) for line in lines]


class _Sharing:
    """Prize list of a section over the rows of a table; a player without a game wins nothing."""

    def __init__(self, section: Section, snapshot: StandingsSnapshot) -> None:
        self.section, self.sharing = section, sharing_of(section)
        self.rows: list[StandingRow] = [row for row in table_of(snapshot, section).rows if row.played]
        self.by_number = {row.entry.number or 0: row for row in self.rows}
        is_scored = not has_own_ranking(section)
        self.scores = {
            number: row.points if is_scored else -row.rank for number, row in self.by_number.items()
        }
        self.classes = dict(section.entries.filter(number__isnull=False).values_list("number", "category"))
        self.categories = money_categories(section, list(section.entries.all()))

    def money(self) -> list[PrizeAward]:
        """Return all amounts of money."""
        contenders = [Contender(number, score) for number, score in self.scores.items()]
        found = awards(contenders, self.categories, self.sharing)
        by_key = {category.key: category for category in self.categories}
        won = {award.number: award for award in found}
        return [self._line(award, by_key[award.category], won) for award in found]

    def _line(self, award: Award, category: Category, won: dict[int, Award]) -> PrizeAward:
        row = self.by_number[award.number]
        order = [number for number in self.by_number if category.admits(number)]
        level = [
            number
            for number in order
            if number != award.number
            and number in won
            and won[number].category == category.key
            and self.scores[number] == self.scores[award.number]
        ]
        above = order[: order.index(award.number)]
        passed = [number for number in above if number in won and won[number].category != category.key]
        is_shared = award.shared_by > 1
        return PrizeAward(
            number=award.number,
            name=row.entry.name,
            rank=row.rank,
            category="" if category.key == MAIN_KEY else category.key.removeprefix(CLASS_KEY),
            place=order.index(award.number) + 1,
            amount=award.amount,
            place_prize=award.place_prize,
            pool=award.pool,
            shared_with=[self.by_number[number].entry.name for number in level] if is_shared else [],
            passed=[self.by_number[number].entry.name for number in passed],
        )

    def things(self) -> list[PrizeAward]:
        """Return cups and books: by place in the section or the class, in addition to any money."""
        found = []
        for group in prize_groups(self.section):
            if group.kind == PrizeKind.BOARD:
                continue
            rows = [
                row
                for row in self.rows
                if not group.category or self.classes.get(row.entry.number) == group.category
            ]
            found += [
                self._thing(rows[line.row.place - 1], group.category, line.row)
                for line in group.lines
                if line.row.thing and line.row.place <= len(rows)
            ]
        return found

    def _thing(self, row: StandingRow, category: str, prize: Prize) -> PrizeAward:
        return PrizeAward(
            number=row.entry.number or 0,
            name=row.entry.name,
            rank=row.rank,
            category=category,
            place=prize.place,
            thing=prize.thing,
        )


def board_prizes(section: Section) -> bool:
    """Check that there are prizes for boards, which no table of players assigns."""
    return section.prizes.filter(kind=PrizeKind.BOARD).exists()
