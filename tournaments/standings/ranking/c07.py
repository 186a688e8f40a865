"""The tie-breaks of FIDE's C.07, in force from 1 March 2026 (article 5)."""

from __future__ import annotations

from tournaments.standings.ranking.tiebreak import (
    C07,
    EVERYWHERE,
    ONLY_TEAMS,
    SINGLE,
    SWISS,
    Compute,
    Fit,
    Measure,
    Tiebreak,
)
from tournaments.standings.ranking.tiebreaks import (
    boards,
    buchholz,
    draughts,
    koya,
    participant_results,
    performance,
)
from tournaments.standings.ranking.tiebreaks.encounter import Encounter
from tournaments.standings.ranking.tiebreaks.participant_results import RoundCount
from tournaments.standings.ranking.values import Score


def _c07(  # noqa: PLR0913 - a row of the table below
    code: str,
    name: str,
    article: str,
    measure: Measure,
    compute: Compute,
    *,
    fits: frozenset[Fit] = EVERYWHERE,
    modifiers: str = "",
    higher_is_better: bool = True,
    is_among_tied: bool = False,
) -> Tiebreak:
    """Define a tie-break of C.07."""
    return Tiebreak(
        code=code,
        name=name,
        article=article,
        edition=C07,
        measure=measure,
        compute=compute,
        fits=fits,
        modifiers=modifiers,
        higher_is_better=higher_is_better,
        is_among_tied=is_among_tied,
    )


def _chain(code: str, name: str, *links: str) -> Tiebreak:
    """Define a form of direct encounter."""
    is_extended = len(links) > 1
    return _c07(
        code,
        name,
        "13.3" if is_extended else "6",
        Measure.PLACE,
        Encounter(*links),
        fits=ONLY_TEAMS if is_extended else EVERYWHERE,
        modifiers="P",
        higher_is_better=False,
        is_among_tied=True,
    )


def _boards(code: str, name: str, article: str, link: str) -> Tiebreak:
    """Define a comparison of team boards in turn."""
    return _c07(
        code,
        name,
        article,
        Measure.PLACE,
        boards.Elimination(link),
        fits=ONLY_TEAMS,
        higher_is_better=False,
        is_among_tied=True,
    )


OWN = (
    _c07("PTS", "Points", "4", Measure.POINTS, participant_results.points),
    _c07("MPTS", "Match points", "11.1", Measure.POINTS, participant_results.match_points),
    _c07("GPTS", "Game points", "11.1", Measure.POINTS, participant_results.game_points),
    _c07(
        "MPVGP",
        "Match or game points",
        "13.1",
        Measure.POINTS,
        participant_results.other_points,
        fits=ONLY_TEAMS,
    ),
    _c07("WIN", "Number of wins", "7.1", Measure.COUNT, RoundCount(participant_results.round_won)),
    _c07("WON", "Number of games won", "7.2", Measure.COUNT, RoundCount(participant_results.games_won)),
    _c07(
        "BPG",
        "Games played with Black",
        "7.3",
        Measure.COUNT,
        RoundCount(participant_results.games_with_black),
    ),
    _c07(
        "BWG", "Games won with Black", "7.4", Measure.COUNT, RoundCount(participant_results.wins_with_black)
    ),
    _c07("PS", "Progressive scores", "7.5", Measure.POINTS, participant_results.progressive, modifiers="C"),
    _c07(
        "REP",
        "Rounds one elected to play",
        "7.6",
        Measure.COUNT,
        RoundCount(participant_results.round_elected),
    ),
    _c07("STD", "Standard points", "7.7", Measure.HALVES, RoundCount(participant_results.standard_halves)),
    _c07(
        "TPN",
        "Tournament pairing number",
        "7.8",
        Measure.COUNT,
        draughts.pairing_number,
        modifiers="R",
        higher_is_better=False,
    ),
)
OPPONENTS = (
    _c07("BH", "Buchholz", "8.1", Measure.POINTS, buchholz.buchholz, fits=SWISS, modifiers="CMPF"),
    _c07("FB", "Fore Buchholz", "8.3", Measure.POINTS, buchholz.fore_buchholz, fits=SWISS, modifiers="CMP"),
    _c07(
        "AOB",
        "Average of opponents' Buchholz",
        "8.2",
        Measure.AVERAGE,
        buchholz.average_buchholz,
        fits=SWISS,
        modifiers="PF",
    ),
    _c07("SB", "Sonneborn-Berger", "9.1", Measure.PRODUCT, buchholz.sonneborn_berger, modifiers="CMP"),
    _c07("KS", "Koya", "9.2", Measure.POINTS, koya.koya, fits=frozenset({Fit.ROUND_ROBIN}), modifiers="L"),
)
RATINGS = (
    _c07(
        "ARO",
        "Average rating of opponents",
        "10.1",
        Measure.RATING,
        performance.average_rating,
        fits=SINGLE,
        modifiers="CM",
    ),
    _c07("TPR", "Performance rating", "10.2", Measure.RATING, performance.performance, fits=SINGLE),
    _c07("PTP", "Perfect performance", "10.3", Measure.RATING, performance.perfect_performance, fits=SINGLE),
    _c07(
        "APRO",
        "Average performance of opponents",
        "10.4",
        Measure.RATING,
        performance.average_performance,
        fits=SINGLE,
    ),
    _c07(
        "APPO",
        "Average perfect performance of opponents",
        "10.5",
        Measure.RATING,
        performance.average_perfect_performance,
        fits=SINGLE,
    ),
    _c07("RTNG", "Rating", "10.6", Measure.RATING, performance.rating, fits=SINGLE, modifiers="R"),
)
TIED = (
    _chain("DE", "Direct encounter", "primary"),
    _chain("EDE", "Extended direct encounter", "primary", "secondary"),
    _chain("EDET", "Extended direct encounter, top board", "primary", "secondary", "top"),
    _chain("EDEB", "Extended direct encounter, bottom boards", "primary", "secondary", "bottom"),
    _chain("EDEBT", "Extended direct encounter, count, top board", "primary", "secondary", "count", "top"),
    _chain(
        "EDEBB", "Extended direct encounter, count, bottom boards", "primary", "secondary", "count", "bottom"
    ),
    _boards("TBR", "Top board results", "12.2", "top"),
    _boards("BBE", "Bottom board elimination", "12.3", "bottom"),
)


def _extended_sonneborn_berger(
    code: str, article: str, opponents: Score | None, own: Score | None
) -> Tiebreak:
    """Define a form of the extended Sonneborn-Berger."""
    compute = buchholz.Extended(opponents, own)
    name = "Extended Sonneborn-Berger"
    return _c07(code, name, article, Measure.PRODUCT, compute, fits=ONLY_TEAMS, modifiers="CMP")


TEAMS = (
    _c07(
        "BC",
        "Board count",
        "12.1",
        Measure.BOARDS,
        boards.board_count,
        fits=ONLY_TEAMS,
        higher_is_better=False,
    ),
    _extended_sonneborn_berger("ESB", "13.2", None, None),
    _extended_sonneborn_berger("EMMSB", "13.2.1", Score.MATCH, Score.MATCH),
    _extended_sonneborn_berger("EMGSB", "13.2.2", Score.MATCH, Score.GAME),
    _extended_sonneborn_berger("EGMSB", "13.2.3", Score.GAME, Score.MATCH),
    _extended_sonneborn_berger("EGGSB", "13.2.4", Score.GAME, Score.GAME),
    _c07(
        "SSSC",
        "Scores and schedule strength",
        "13.4",
        Measure.COMBINED,
        boards.strength_combination,
        fits=ONLY_TEAMS,
        modifiers="KFP",
    ),
)
C07_TIEBREAKS = (*OWN, *OPPONENTS, *RATINGS, *TIED, *TEAMS)
