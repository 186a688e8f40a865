"""The standings of a reported tournament."""

from collections.abc import Iterator, Sequence

from tournaments.exchange.selectors.trf_parts import TENTHS
from tournaments.exchange.selectors.trf_teams import team_results
from tournaments.exchange.trf import FileRepair, Report
from tournaments.exchange.trf.scoring import player_round, points_of, reported_points
from tournaments.exchange.trf.values import ReportedPlayer
from tournaments.pairing.registry import TABLE_IN_KIND
from tournaments.pairing.values import Player
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.errors import NoTiebreaks
from tournaments.standings.ranking.ranking import Table, codes_of, standings, unfit
from tournaments.standings.ranking.tiebreak import Fit
from tournaments.standings.ranking.values import Entrant, Results, Scale, entrants_of


def results_of(report: Report) -> Results:
    """Return a report's results after its last finished round; the unit of points is a tenth."""
    if report.is_of_teams:
        return team_results(report)
    rounds = finished_rounds(report)
    scale = Scale(
        win=points_of(report, "W"),
        draw=points_of(report, "D"),
        loss=points_of(report, "L"),
        unit=TENTHS,
        decimals=1,
    )
    return Results(
        entrants=tuple(_entrant(report, player, rounds) for player in report.players),
        rounds=rounds,
        scale=scale,
        is_round_robin=is_round_robin(report),
    )


def _entrant(report: Report, player: ReportedPlayer, rounds: int) -> Entrant:
    """Return a player with the rounds, and the correction of the final table by record 299."""
    history = tuple(player_round(report, player, number) for number in range(1, rounds + 1))
    known = Player(number=player.number, rating=player.rating or 0, rounds=history)
    counted = sum(
        player_round(report, player, number).points
        for number in range(1, len(player.rounds) + 1)
        if not player.cell(number).is_blank
    )
    (entrant,) = entrants_of([known])
    return Entrant(
        number=entrant.number,
        outcomes=entrant.outcomes,
        rating=entrant.rating,
        correction=reported_points(report, player) - counted,
    )


def finished_rounds(report: Report) -> int:
    """The last round before which, itself included, every pairing has its result."""
    for number in range(1, report.paired_rounds + 1):
        cells = (player.cell(number) for player in report.players)
        if any(cell.opponent and not cell.result for cell in cells):
            return number - 1
    return report.paired_rounds


def is_round_robin(report: Report) -> bool:
    """Check that record 192, or without it record 092, names a round robin, single or double."""
    return TABLE_IN_KIND.search((report.type_code or report.kind).upper()) is not None


def listed_codes(report: Report, texts: Sequence[str] = ()) -> tuple[Code, ...]:
    """Return the requested list, or the report's own (record 212, or points and record 202)."""
    if not texts:
        own = report.standings_order or (f"PTS,{report.tie_breaks}" if report.tie_breaks else "")
        texts = [text for text in own.split(",") if text.strip()]
    if not texts:
        raise NoTiebreaks
    return codes_of(texts)


def reported_table(report: Report, codes: Sequence[Code]) -> Table:
    """The standings of a report by a list of tie-breaks."""
    return standings(results_of(report), codes)


def notes_on_codes(report: Report, codes: Sequence[Code]) -> Iterator[FileRepair]:
    """Note tie-breaks that are not meant for an event of this kind."""
    fit = Fit.TEAMS if report.is_of_teams else Fit.ROUND_ROBIN if is_round_robin(report) else Fit.SWISS
    for each in unfit(codes, fit):
        yield FileRepair(0, "tiebreak_unfit", {"text": each.code, "article": each.article})
