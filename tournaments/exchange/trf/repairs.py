"""Checks of a whole report: contradictions, and traps that can be mended."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.exchange.trf.errors import OpponentsDisagree, OpponentUnknown
from tournaments.exchange.trf.results import text_of
from tournaments.exchange.trf.scoring import reported_points
from tournaments.exchange.trf.values import Cell, Edition, FileRepair, Report, ReportedPlayer

AGREEING = frozenset(
    {
        *(("1", "0"), ("0", "1"), ("=", "="), ("W", "L"), ("L", "W"), ("D", "D")),
        *(("+", "-"), ("-", "+"), ("-", "-"), ("X", "X"), ("", ""), ("0", "0"), ("L", "L")),
    }
)


def repair_report(report: Report, lines: Mapping[int, int], file: str) -> tuple[Report, list[FileRepair]]:
    """Mend known traps of a report; raise an error if two records contradict each other."""
    check_opponents(report, lines, file)
    mended: list[FileRepair] = []
    report = repair_byes(report, lines, mended)
    report = repair_scores(report, lines, mended)
    return report, mended


def check_opponents(report: Report, lines: Mapping[int, int], file: str) -> None:
    """Check that every game is recorded for both players, with two colours and matching results."""
    by_number = {player.number: player for player in report.players}
    for player in report.players:
        for number, cell in enumerate(player.rounds, start=1):
            if not cell.opponent:
                continue
            where = {"file": file, "line": lines[player.number], "column": 82 + 10 * number}
            facts = {"player": player.number, "round": number, "opponent": cell.opponent}
            other = by_number.get(cell.opponent)
            if other is None or other is player:
                raise OpponentUnknown(**where, **facts, found=str(cell.opponent))
            if not _agree(cell, player, other.cell(number)):
                raise OpponentsDisagree(**where, **facts, found=cell.result)


def _agree(cell: Cell, player: ReportedPlayer, theirs: Cell) -> bool:
    """Check that two records describe one game."""
    if theirs.opponent != player.number:
        return False
    if cell.colour is not None and cell.colour is theirs.colour:
        return False
    return (cell.result, theirs.result) in AGREEING


def repair_byes(report: Report, lines: Mapping[int, int], mended: list[FileRepair]) -> Report:
    """Replace F by U: programs of the older format wrote the allocated bye so.

    This applies only to a TRF16 without a single U, with at most one F in each round and for each player. XXS
    must not state the points of a full-point bye: a program that states them distinguishes the two.
    """
    byes = [
        (number, player.number)
        for player in report.players
        for number, cell in enumerate(player.rounds, start=1)
        if cell.result == "F"
    ]
    has_allocated = any(cell.result == "U" for player in report.players for cell in player.rounds)
    rounds, takers = {at for at, _who in byes}, {who for _at, who in byes}
    is_known = has_allocated or any(symbol == "F" for symbol, _points in report.score_table.stated)
    if report.edition is not Edition.TRF16 or is_known or not len(byes) == len(rounds) == len(takers):
        return report
    for at, who in byes:
        facts = {"player": who, "round": at, "found": "F", "meant": "U"}
        mended.append(FileRepair(lines[who], "bye_letter", facts))
    players = tuple(
        replace(
            player,
            rounds=tuple(replace(cell, result="U") if cell.result == "F" else cell for cell in player.rounds),
        )
        for player in report.players
    )
    return replace(report, players=players)


def repair_scores(report: Report, lines: Mapping[int, int], mended: list[FileRepair]) -> Report:
    """Replace points in columns 81 to 84 that contradict the results: the results count."""
    players = []
    for player in report.players:
        counted = reported_points(report, player)
        if player.points != counted:
            stated = "" if player.points is None else text_of(player.points)
            facts = {"player": player.number, "found": stated, "counted": text_of(counted)}
            code = "score_differs" if stated else "score_missing"
            mended.append(FileRepair(lines[player.number], code, facts))
        players.append(replace(player, points=counted))
    return replace(report, players=tuple(players))
