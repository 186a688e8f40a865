"""The tie-breaks of FIDE's C.07, in force from 1 March 2026 (article 5)."""

from __future__ import annotations

from tournaments.standings.ranking.tiebreak import (
    EVERYWHERE,
    ONLY_TEAMS,
    SINGLE,
    SWISS,
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


def _chain(code: str, name: str, *links: str) -> Tiebreak:
    """Define a form of direct encounter."""
    is_extended = len(links) > 1
    return Tiebreak(
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
    return Tiebreak(
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
    Tiebreak("PTS", "Points", "4", Measure.POINTS, participant_results.points),
    Tiebreak("MPTS", "Match points", "11.1", Measure.POINTS, participant_results.match_points),
    Tiebreak("GPTS", "Game points", "11.1", Measure.POINTS, participant_results.game_points),
    Tiebreak(
        "MPVGP",
        "Match or game points",
        "13.1",
        Measure.POINTS,
        participant_results.other_points,
        fits=ONLY_TEAMS,
    ),
    Tiebreak("WIN", "Number of wins", "7.1", Measure.COUNT, RoundCount(participant_results.round_won)),
    Tiebreak("WON", "Number of games won", "7.2", Measure.COUNT, RoundCount(participant_results.games_won)),
    Tiebreak(
        "BPG",
        "Games played with Black",
        "7.3",
        Measure.COUNT,
        RoundCount(participant_results.games_with_black),
    ),
    Tiebreak(
        "BWG", "Games won with Black", "7.4", Measure.COUNT, RoundCount(participant_results.wins_with_black)
    ),
    Tiebreak(
        "PS", "Progressive scores", "7.5", Measure.POINTS, participant_results.progressive, modifiers="C"
    ),
    Tiebreak(
        "REP",
        "Rounds one elected to play",
        "7.6",
        Measure.COUNT,
        RoundCount(participant_results.round_elected),
    ),
    Tiebreak(
        "STD", "Standard points", "7.7", Measure.HALVES, RoundCount(participant_results.standard_halves)
    ),
    Tiebreak(
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
    Tiebreak("BH", "Buchholz", "8.1", Measure.POINTS, buchholz.buchholz, fits=SWISS, modifiers="CMPF"),
    Tiebreak(
        "FB", "Fore Buchholz", "8.3", Measure.POINTS, buchholz.fore_buchholz, fits=SWISS, modifiers="CMP"
    ),
    Tiebreak(
        "AOB",
        "Average of opponents' Buchholz",
        "8.2",
        Measure.AVERAGE,
        buchholz.average_buchholz,
        fits=SWISS,
        modifiers="PF",
    ),
    Tiebreak("SB", "Sonneborn-Berger", "9.1", Measure.PRODUCT, buchholz.sonneborn_berger, modifiers="CMP"),
    Tiebreak(
        "KS", "Koya", "9.2", Measure.POINTS, koya.koya, fits=frozenset({Fit.ROUND_ROBIN}), modifiers="L"
    ),
)
RATINGS = (
    Tiebreak(
        "ARO",
        "Average rating of opponents",
        "10.1",
        Measure.RATING,
        performance.average_rating,
        fits=SINGLE,
        modifiers="CM",
    ),
    Tiebreak("TPR", "Performance rating", "10.2", Measure.RATING, performance.performance, fits=SINGLE),
    Tiebreak(
        "PTP", "Perfect performance", "10.3", Measure.RATING, performance.perfect_performance, fits=SINGLE
    ),
    Tiebreak(
        "APRO",
        "Average performance of opponents",
        "10.4",
        Measure.RATING,
        performance.average_performance,
        fits=SINGLE,
    ),
    Tiebreak(
        "APPO",
        "Average perfect performance of opponents",
        "10.5",
        Measure.RATING,
        performance.average_perfect_performance,
        fits=SINGLE,
    ),
    Tiebreak("RTNG", "Rating", "10.6", Measure.RATING, performance.rating, fits=SINGLE, modifiers="R"),
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
    return Tiebreak(code, name, article, Measure.PRODUCT, compute, fits=ONLY_TEAMS, modifiers="CMP")


TEAMS = (
    Tiebreak(
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
    Tiebreak(
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
