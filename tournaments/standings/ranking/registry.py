"""The registered tie-breaks, by code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tournaments.standings.ranking.c07 import C07_TIEBREAKS
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.draughts_bodies import DRAUGHTS_TIEBREAKS
from tournaments.standings.ranking.errors import ModifierUnfit, TiebreakUnconfirmed, UnknownTiebreak
from tournaments.standings.ranking.tiebreak import Fit, Tiebreak

TIEBREAKS: Mapping[str, Tiebreak] = MappingProxyType(
    {each.code: each for each in (*C07_TIEBREAKS, *DRAUGHTS_TIEBREAKS)}
)


def unfit(codes: Sequence[Code], fit: Fit) -> tuple[Tiebreak, ...]:
    """The tie-breaks of a list that are not meant for such an event (C.07 8, 9.2, 10, 13)."""
    return tuple(each for code in codes if fit not in (each := tiebreak_of(code)).fits)


def tiebreak_of(code: Code) -> Tiebreak:
    """Return the registered tie-break of a code; refuse an unknown one, or an unknown modifier."""
    if code.name not in TIEBREAKS:
        raise UnknownTiebreak(text=code.text)
    tiebreak = TIEBREAKS[code.name]
    if not tiebreak.is_confirmed:
        raise TiebreakUnconfirmed(text=code.text)
    if not set(code.modifiers) <= set(tiebreak.modifiers):
        raise ModifierUnfit(text=code.text, allowed="".join(sorted(tiebreak.modifiers)))
    return tiebreak
