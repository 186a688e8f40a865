"""Points of rounds of teams: match points and board points in tenths, as pairing systems see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.exchange.trf.matches import ALLOCATED, SIGNS, TeamMatch, TeamRoundReport, boards_of
from tournaments.exchange.trf.results import WITH_OPPONENT, WITHOUT_OPPONENT
from tournaments.exchange.trf.scoring import points_of
from tournaments.exchange.trf.teams import match_points, teams_of
from tournaments.exchange.trf.values import Report
from tournaments.pairing.values import ABSENT_ROUND, Colour, PlayerRound, RoundKind

BYE_SYMBOLS = {"F": ("TW", "W"), "H": ("TD", "D")}


@dataclass(frozen=True, slots=True)
class TeamBye:
    """Value of the allocated bye: match points, and points of each of its boards, in tenths."""

    match: int
    board: Fraction


def team_bye(report: Report) -> TeamBye:
    """Read record 320; without one a draw (C.04.6 1.4), or the value of the players' letters U if any."""
    has_letters = any(cell.result == ALLOCATED for player in report.players for cell in player.rounds)
    match, board = match_points(report)["TD"], Fraction(points_of(report, "P" if has_letters else "D"))
    for record in report.team_byes:
        if record.match_points is not None:
            match = record.match_points
        if record.game_points is not None:
            board = Fraction(record.game_points, boards_of(report))
    return TeamBye(match, board)


def team_histories(report: Report, rounds: Sequence[TeamRoundReport]) -> dict[int, list[PlayerRound]]:
    """Return every team's rounds by its number; points in tenths, those of the boards rounded down."""
    told: dict[int, list[PlayerRound]] = {team.number: [] for team in teams_of(report)}
    for one in rounds:
        met = {team: match for match in one.matches for team in (match.first, match.second)}
        for team, history in told.items():
            match = met.get(team)
            letter = one.idle.get(team, "")
            history.append(_idle(report, letter) if match is None else _match_round(report, match, team))
    return told


def _idle(report: Report, letter: str) -> PlayerRound:
    if letter == ALLOCATED:
        bye = team_bye(report)
        return PlayerRound(
            RoundKind.ALLOCATED_BYE, points=bye.match, game_points=int(bye.board * boards_of(report))
        )
    if letter in BYE_SYMBOLS:
        match, game = BYE_SYMBOLS[letter]
        return PlayerRound(
            WITHOUT_OPPONENT[letter][0],
            points=match_points(report)[match],
            game_points=points_of(report, game) * boards_of(report),
        )
    return ABSENT_ROUND


def board_points(report: Report, match: TeamMatch, *, is_first: bool) -> int:
    """The points of all boards of one side."""
    letters = (board.letters[0 if is_first else 1] for board in match.boards)
    return sum(points_of(report, WITH_OPPONENT[letter][1]) for letter in letters if letter)


def _match_round(report: Report, match: TeamMatch, team: int) -> PlayerRound:
    is_first = match.first == team
    opponent = match.second if is_first else match.first
    mine, theirs = (board_points(report, match, is_first=side) for side in (is_first, not is_first))
    symbol = "TD" if mine == theirs else "TW" if mine > theirs else "TL"
    points = 0 if match.is_open else match_points(report)[symbol]
    signs = {letter for board in match.boards for letter in board.letters}
    if signs and signs <= SIGNS:
        kind = RoundKind.FORFEIT_WIN if mine > theirs else RoundKind.FORFEIT_LOSS
        return PlayerRound(kind, opponent, None, points if mine or theirs else 0, mine)
    colour = Colour.WHITE if is_first else Colour.BLACK
    return PlayerRound(RoundKind.PLAYED, opponent, colour, points, mine)
