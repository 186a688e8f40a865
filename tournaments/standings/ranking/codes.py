"""Tie-break codes as reports write them: ``BH:MP/C1/P`` (FIDE, Mandatory Tie-Breaks of TRF26; C.07 14)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.standings.ranking.errors import UnknownTiebreak
from tournaments.standings.ranking.values import Score

MODIFIER = re.compile(
    r"C(?P<cut>\d+)|M(?P<median>\d+)|(?P<flag>[PFR])|L(?P<limit>[+-]\d+)|K(?P<factor>[1-9]\d*)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One entry of a section's list: the tie-break, the score it uses, and its modifiers."""

    name: str
    score: Score | None = None
    cut_low: int = 0
    cut_high: int = 0
    forfeits_as_played: bool = False
    is_fore: bool = False
    is_reversed: bool = False
    limit: int = 0
    factor: int = 0
    modifiers: str = ""
    text: str = ""

    @classmethod
    def read(cls, text: str) -> Code:
        """Parse a code; case does not matter, and a self-defined one may begin with OTHER_."""
        head, *modifiers = text.strip().upper().split("/")
        name, colon, score = head.removeprefix("OTHER_").partition(":")
        if not name or (colon and score not in {"MP", "GP"}):
            raise UnknownTiebreak(text=text)
        facts: dict[str, int | bool] = {}
        for modifier in modifiers:
            facts |= _facts(modifier, text)
        return cls(
            name=name,
            score=Score(score) if colon else None,
            modifiers="".join(sorted({modifier[0] for modifier in modifiers})),
            text=text.strip(),
            **facts,  # type: ignore[arg-type]  # the names and kinds are those of _facts
        )


def _facts(modifier: str, text: str) -> dict[str, int | bool]:
    """Parse one modifier (C.07 14.1-14.5)."""
    found = MODIFIER.fullmatch(modifier)
    if not found:
        raise UnknownTiebreak(text=text)
    if found["cut"]:
        return {"cut_low": int(found["cut"])}
    if found["median"]:
        return {"cut_low": int(found["median"]), "cut_high": int(found["median"])}
    if found["limit"]:
        return {"limit": int(found["limit"])}
    if found["factor"]:
        return {"factor": int(found["factor"])}
    return {{"P": "forfeits_as_played", "F": "is_fore", "R": "is_reversed"}[modifier]: True}
