"""A report's rounds for pairing: kind, opponent, colour and points in tenths."""

from tournaments.exchange.trf.results import WITH_OPPONENT, WITHOUT_OPPONENT
from tournaments.exchange.trf.values import AbnormalPoints, Cell, Report, ReportedPlayer
from tournaments.pairing.values import NOBODY, PlayerRound, RoundKind

NOT_FOR_PAIRING = 999  # record 299 with this round corrects the final table only


def points_of(report: Report, symbol: str) -> int:
    """Return the points of a symbol: record 299 without round and players comes before the table."""
    for record in () if report.is_of_teams else report.abnormal_points:
        if record.letter == symbol and not record.round_number and not record.players:
            return record.game_points or 0
    return report.score_table.points(symbol)


def player_round(report: Report, player: ReportedPlayer, round_number: int) -> PlayerRound:
    """Return one round of a player; blank ones are read from record 240, else absence."""
    cell = player.cell(round_number)
    if cell.is_blank:
        announced = "" if report.is_of_teams else announced_bye(report, player.number, round_number)
        cell = Cell(result=announced or "Z")
    if not cell.result:  # not finished: callers must check before
        return PlayerRound(RoundKind.PLAYED, cell.opponent, cell.colour)
    kind, symbol = (WITH_OPPONENT if cell.opponent else WITHOUT_OPPONENT)[cell.result]
    points = points_of(report, symbol)
    for record in () if report.is_of_teams else report.abnormal_points:
        points = _apply_correction(record, player.number, round_number, points)
    colour = cell.colour if kind is RoundKind.PLAYED else None
    return PlayerRound(kind, cell.opponent or NOBODY, colour, points)


def _apply_correction(record: AbnormalPoints, number: int, round_number: int, points: int) -> int:
    """Record 299 with players: another value for the round, or a correction that counts from it on."""
    if number not in record.players or record.round_number != round_number:
        return points
    value = record.game_points or 0
    return value if record.letter else points + value


def announced_bye(report: Report, number: int, round_number: int) -> str:
    """The letter of record 240 for a player in a round."""
    for record in report.byes:
        if record.round_number == round_number and number in record.players:
            return record.letter
    return ""


def reported_points(report: Report, player: ReportedPlayer) -> int:
    """Sum the points of the line's rounds, and corrections of the final table."""
    rounds = sum(
        player_round(report, player, number).points
        for number, cell in enumerate(player.rounds, start=1)
        if not cell.is_blank
    )
    return rounds + sum(
        record.game_points or 0
        for record in (() if report.is_of_teams else report.abnormal_points)
        if record.round_number == NOT_FOR_PAIRING and player.number in record.players
    )


def lent_points(report: Report, number: int, round_number: int, *, by_match: bool | None = None) -> int:
    """The virtual points of a number in a round by record 250; the last record that covers both counts.

    `by_match`: in a report of teams, whether match points pair.
    """
    lent = 0
    for record in report.accelerations:
        is_covered = record.first_round <= round_number <= record.last_round
        if is_covered and record.first_player <= number <= record.last_player:
            lent = record.points_that_pair(by_match=by_match)
    return lent
