"""Tie-breaks of draughts bodies in addition to those of C.07, each with its source."""

from __future__ import annotations

from tournaments.standings.ranking.tiebreak import C07, EVERYWHERE, SWISS, Measure, Tiebreak
from tournaments.standings.ranking.tiebreaks import buchholz, draughts
from tournaments.standings.ranking.tiebreaks.participant_results import RoundCount

DRAUGHTS_TIEBREAKS = (
    Tiebreak(
        code="SOL",
        name="Solkoff",
        article="2",
        edition="FMJD Swiss rules of 1986 with later changes (Kabekoodeks V)",
        measure=Measure.POINTS,
        compute=buchholz.buchholz,
        fits=SWISS,
        modifiers="CMP",
    ),
    Tiebreak(
        code="BALLOTS",
        name="Ballots won",
        article="",
        edition="ACF Official Guide for Tournament Directors",
        measure=Measure.COUNT,
        compute=RoundCount(draughts.ballots_won),
        fits=EVERYWHERE,
    ),
    Tiebreak(
        code="PLUS",
        name="Balance of plus draws",
        article="",
        edition="KNDB conditions of the Dutch championships 2010/2011",
        measure=Measure.COUNT,
        compute=RoundCount(draughts.plus_balance),
        fits=EVERYWHERE,
    ),
    Tiebreak(
        code="PLUSDRAWS",
        name="Plus draws",
        article="",
        edition="KNDB conditions of the Dutch championships 2010/2011",
        measure=Measure.COUNT,
        compute=RoundCount(draughts.plus_draws),
        fits=EVERYWHERE,
    ),
    Tiebreak(
        code="STAGE",
        name="Wins in the first stage (12-0, 5-0)",
        article="",
        edition="FMJD World Cup Final 2017; World Title Match 2020",
        measure=Measure.COUNT,
        compute=RoundCount(draughts.first_stage_win),
        fits=EVERYWHERE,
    ),
    Tiebreak(
        code="HONOR",
        name="Honor points",
        article="",
        edition="ACF; the definition is not confirmed by any source at hand",
        measure=Measure.POINTS,
        compute=None,
        fits=EVERYWHERE,
    ),
    Tiebreak(
        code="LOTS",
        name="Drawing of lots",
        article="4.2",
        edition=C07,
        measure=Measure.PLACE,
        compute=draughts.lots,
        fits=EVERYWHERE,
        higher_is_better=False,
    ),
)
