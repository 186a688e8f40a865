"""Tie-breaks of draughts bodies in addition to those of C.07, each with its source."""

from __future__ import annotations

from tournaments.standings.ranking.tiebreak import SWISS, Measure, Tiebreak
from tournaments.standings.ranking.tiebreaks import buchholz, draughts
from tournaments.standings.ranking.tiebreaks.participant_results import RoundCount

KNDB = "KNDB conditions of the Dutch championships 2010/2011"
DRAUGHTS_TIEBREAKS = (
    Tiebreak(
        "SOL",
        "Solkoff",
        "2",
        Measure.POINTS,
        buchholz.buchholz,
        edition="FMJD Swiss rules of 1986 with later changes (Kabekoodeks V)",
        fits=SWISS,
        modifiers="CMP",
    ),
    Tiebreak(
        "BALLOTS",
        "Ballots won",
        "",
        Measure.COUNT,
        RoundCount(draughts.ballots_won),
        edition="ACF Official Guide for Tournament Directors",
    ),
    Tiebreak(
        "PLUS", "Balance of plus draws", "", Measure.COUNT, RoundCount(draughts.plus_balance), edition=KNDB
    ),
    Tiebreak("PLUSDRAWS", "Plus draws", "", Measure.COUNT, RoundCount(draughts.plus_draws), edition=KNDB),
    Tiebreak(
        "STAGE",
        "Wins in the first stage (12-0, 5-0)",
        "",
        Measure.COUNT,
        RoundCount(draughts.first_stage_win),
        edition="FMJD World Cup Final 2017; World Title Match 2020",
    ),
    Tiebreak(
        "HONOR",
        "Honor points",
        "",
        Measure.POINTS,
        None,
        edition="ACF; the definition is not confirmed by any source at hand",
    ),
    Tiebreak("LOTS", "Drawing of lots", "4.2", Measure.PLACE, draughts.lots, higher_is_better=False),
)
