"""Reports for the commands: read from files, and rounds and standings as the commands print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tournaments.exchange.selectors.trf_rounds import Difference, PairedRound, board_text
from tournaments.exchange.trf import FileRepair, Reading, Report, read_trf
from tournaments.exchange.trf.results import text_of
from tournaments.exchange.trf.teams import teams_of
from tournaments.pairing.explanation import BracketReasons
from tournaments.pairing.reasons import ByeReasons, Reason
from tournaments.pairing.values import NOBODY
from tournaments.site.messages import bracket_text, moved_down_text, moved_up_text, reason_text
from tournaments.standings.ranking.display import format_value
from tournaments.standings.ranking.ranking import Column, Standing, Table
from tournaments.standings.ranking.values import BASIS_ARTICLES, Part


def pair_lines(paired: PairedRound) -> Iterator[str]:
    """`round board white black` a line, 0 the bye; `round none` where no legal pairing exists."""
    number = paired.snapshot.round_number
    if not paired.is_possible:
        yield f"{number} none"
    for board in paired.boards:
        yield f"{number} {board.number} {board.white} {board.black}"


def explanation_lines(brackets: Iterable[BracketReasons]) -> Iterator[str]:
    """Bracket by bracket: the pairs with what decided, and who went down."""
    for bracket in brackets:
        yield f"# {bracket_text(text_of(bracket.score))}"
        for each in bracket.pairs:
            reasons = "; ".join(map(reason_text, (*each.meeting, each.colour)))
            yield f"#   {board_text(each.white, each.black)}  {reasons}"
        if bracket.up:
            yield f"#   {moved_up_text(bracket.up)}"
        if bracket.down:
            yield f"#   {moved_down_text(bracket.down)}"
        if bracket.bye is not None:
            reasons = "; ".join(map(reason_text, bracket.bye.reasons))
            yield f"#   {board_text(bracket.bye.player, NOBODY)}  {reasons}"


def round_object(
    path: str, paired: PairedRound, notes: Iterable[FileRepair], *, explain: bool
) -> dict[str, Any]:
    """The round as one JSON object."""
    system, snapshot = paired.choice.system, paired.snapshot
    said: dict[str, Any] = {
        "file": path,
        "round": snapshot.round_number,
        "rounds": snapshot.rounds,
        "system": system.key,
        "regulation": system.regulation,
        "in_force_from": system.in_force_from,
        "accelerated": any(any(player.virtual) for player in snapshot.players),
        "possible": paired.is_possible,
        "pairs": [
            {"board": board.number, "white": board.white, "black": board.black} for board in paired.boards
        ],
        "mended": [{"line": note.line, "code": note.code, "facts": note.facts} for note in notes],
    }
    if explain:
        said["brackets"] = [_bracket_object(bracket) for bracket in paired.brackets]
    return said


def _bracket_object(bracket: BracketReasons) -> dict[str, Any]:
    return {
        "score": text_of(bracket.score),
        "pairs": [
            {
                "white": each.white,
                "black": each.black,
                "meeting": _reason_objects(each.meeting),
                "colour": _reason_objects((each.colour,))[0],
            }
            for each in bracket.pairs
        ],
        "down": list(bracket.down),
        "up": list(bracket.up),
        "bye": None if bracket.bye is None else _bye_object(bracket.bye),
    }


def _bye_object(bye: ByeReasons) -> dict[str, Any]:
    return {"player": bye.player, "reasons": _reason_objects(bye.reasons)}


def _reason_objects(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    return [{"code": each.code.value, "rule": each.rule, "facts": dict(each.facts)} for each in reasons]


def difference_line(round_number: int, difference: Difference) -> str:
    """One pair of a report that the system does not make, and what it makes instead."""
    reported = board_text(difference.reported.white, difference.reported.black)
    boards = ",".join(board_text(board.white, board.black) for board in difference.boards)
    return f"  round={round_number} file={reported} system={boards or 'none'}"


def read_report_file(path: Path) -> Reading:
    """The report in a file; OSError or TrfError where it cannot be had."""
    return read_trf(path.read_bytes(), file=str(path))


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
