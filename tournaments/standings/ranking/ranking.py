"""The table in order: one tie-break after the other, each only among those still tied (C.07 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.registry import tiebreak_of
from tournaments.standings.ranking.tiebreak import Compute, Tiebreak
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Amount, Results, Value

Group = tuple[int, ...]
NOTHING_TO_BREAK = Value(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One tie-break of the list with the values of all entries."""

    code: Code
    tiebreak: Tiebreak
    values: dict[int, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row: equal ranks are tied to the end of the list.

    `decided_by` is the index of the tie-break that separates the row from the one above; None if none does.
    """

    rank: int
    number: int
    values: tuple[Value, ...]
    decided_by: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Standings with their tie-breaks, in order."""

    results: Results
    columns: tuple[Column, ...]
    standings: tuple[Standing, ...]


def codes_of(texts: Iterable[str]) -> tuple[Code, ...]:
    """Parse a published list of tie-breaks; refuse an unknown one."""
    codes = tuple(Code.read(text) for text in texts)
    for code in codes:
        tiebreak_of(code)
    return codes


def standings(results: Results, codes: Sequence[Code]) -> Table:
    """Rank all entries; those tied to the end share the rank and are listed by pairing number."""
    reckoning = TiebreakContext(results)
    groups: list[Group] = [tuple(sorted(reckoning.numbers))]
    parted: dict[int, int] = {}
    columns = []
    for index, code in enumerate(codes):
        column = _column(reckoning, code, groups)
        groups = _split_groups(groups, column, parted, index)
        columns.append(column)
    return Table(results=results, columns=tuple(columns), standings=_rows(groups, columns, parted))


def _column(reckoning: TiebreakContext, code: Code, groups: Sequence[Group]) -> Column:
    """Compute a column; tied entries are computed for each remaining group."""
    tiebreak = tiebreak_of(code)
    compute: Compute = tiebreak.compute  # type: ignore[assignment]  # tiebreak_of refuses where it is None
    if not tiebreak.is_among_tied:
        return Column(code=code, tiebreak=tiebreak, values=compute(reckoning, code, reckoning.numbers))
    values = dict.fromkeys(reckoning.numbers, NOTHING_TO_BREAK)
    for group in groups:
        if len(group) > 1:
            values |= compute(reckoning, code, group)
    return Column(code=code, tiebreak=tiebreak, values=values)


def _split_groups(groups: Sequence[Group], column: Column, parted: dict[int, int], index: int) -> list[Group]:
    """Split the tied groups by a column; the first of each new part records the column."""
    refined: list[Group] = []
    downward = column.tiebreak.higher_is_better is not column.code.is_reversed
    for group in groups:
        if len(group) == 1:
            refined.append(group)
            continue
        levels: dict[Amount | None, list[int]] = {}
        for number in group:
            levels.setdefault(column.values[number].amount, []).append(number)
        known = sorted((level for level in levels if level is not None), reverse=downward)
        parts = [tuple(levels[level]) for level in [*known, *([None] if None in levels else [])]]
        for part in parts[1:]:
            for number in part:
                parted[number] = index
        refined.extend(parts)
    return refined


def _rows(groups: Sequence[Group], columns: Sequence[Column], parted: dict[int, int]) -> tuple[Standing, ...]:
    """The rows of the table."""
    rows: list[Standing] = []
    for group in groups:
        rank = len(rows) + 1
        rows.extend(
            Standing(
                rank=rank,
                number=number,
                values=tuple(column.values[number] for column in columns),
                decided_by=parted.get(number) if number == group[0] and rank > 1 else None,
            )
            for number in group
        )
    return tuple(rows)
