"""Standings as the command writes them: tab-separated, or one JSON object with every sum in its parts."""

from collections.abc import Iterator
from typing import Any

from tournaments.exchange.trf import Report
from tournaments.exchange.trf.teams import teams_of
from tournaments.standings.ranking.display import format_value
from tournaments.standings.ranking.ranking import Column, Standing, Table
from tournaments.standings.ranking.values import BASIS_ARTICLES, Part


def tsv_lines(table: Table) -> Iterator[str]:
    """The pairing number and a column for each tie-break, by pairing number."""
    yield "\t".join(["TPN", *(column.code.text for column in table.columns)])
    for number in sorted(standing.number for standing in table.standings):
        texts = (format_value(column.values[number], column, table.results) for column in table.columns)
        yield "\t".join([str(number), *texts])


def table_object(path: str, report: Report, table: Table) -> dict[str, Any]:
    """Everything in the order of the standings."""
    ranked = teams_of(report) if report.is_of_teams else report.players
    names = {one.number: one.name for one in ranked}
    return {
        "file": path,
        "rounds": table.results.rounds,
        "tie_breaks": [_column_object(column) for column in table.columns],
        "standings": [_row_object(standing, table, names) for standing in table.standings],
    }


def _column_object(column: Column) -> dict[str, Any]:
    """Which tie-break by which rules."""
    tiebreak = column.tiebreak
    return {
        "code": column.code.text,
        "name": tiebreak.name,
        "article": tiebreak.article,
        "edition": tiebreak.edition,
    }


def _row_object(standing: Standing, table: Table, names: dict[int, str]) -> dict[str, Any]:
    """One row with its values and their sums."""
    decided = None if standing.decided_by is None else table.columns[standing.decided_by].code.text
    return {
        "rank": standing.rank,
        "number": standing.number,
        "name": names[standing.number],
        "decided_by": decided,
        "values": {
            column.code.text: format_value(value, column, table.results)
            for column, value in zip(table.columns, standing.values, strict=True)
        },
        "sums": {
            column.code.text: [_part_object(part) for part in value.parts]
            for column, value in zip(table.columns, standing.values, strict=True)
        },
    }


def _part_object(part: Part) -> dict[str, Any]:
    """One addend in the unit of the report, tenths; what is empty is left out."""
    facts = {
        "round": part.round,
        "opponent": part.opponent,
        "amount": part.amount,
        "basis": part.basis.value,
        "article": BASIS_ARTICLES.get(part.basis, ""),
        "score": part.score,
        "result": part.result,
        "cut": part.cut,
    }
    always = ("amount", "basis")
    return {name: fact for name, fact in facts.items() if fact or name in always}
