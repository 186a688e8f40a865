"""Registered rating systems; one whose formula no source confirms has no computation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.ratings.formulas.acf import AcfFormula
from tournaments.ratings.formulas.elo import FIDE, FIDE_RAPID, HOUSE, EloFormula
from tournaments.ratings.formulas.glicko2 import Glicko2Formula
from tournaments.ratings.formulas.values import Formula, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSystem:
    """A rating system: its unit, its edition, and its formula."""

    key: str
    name: str
    edition: str
    source: str
    rates: Unit = Unit.GAME
    formula: Formula | None = None
    open_points: tuple[str, ...] = ()

    @property
    def is_confirmed(self) -> bool:
        """True if a source defines the computation."""
        return self.formula is not None


RATING_SYSTEMS: Mapping[str, RatingSystem] = MappingProxyType(
    {
        system.key: system
        for system in (
            RatingSystem(
                key="fide",
                name="FIDE Elo",
                edition="B.02, 1 March 2024, amended 1 October 2025",
                source="FIDE Handbook B.02, tables 8.1.1 and 8.1.2",
                formula=EloFormula(FIDE),
                open_points=(
                    "rounding of half a point of change",
                    "what becomes of a rating that falls below the floor: it is kept here",
                ),
            ),
            RatingSystem(
                key="fide_rapid",
                name="FIDE Elo, rapid and blitz",
                edition="B.02, 1 March 2024, amended 1 October 2025",
                source="FIDE Handbook B.02; factors as for long games since 1 October 2022",
                formula=EloFormula(FIDE_RAPID),
                open_points=("rounding of half a point of change",),
            ),
            RatingSystem(
                key="elo",
                name="Elo, for a club",
                edition="1",
                source="Elo's logistic formula; factors 40 for the first 30 games, then 20, as a house rule",
                formula=EloFormula(HOUSE),
            ),
            RatingSystem(
                key="acf",
                name="ACF",
                edition="How ACF Ratings Are Calculated",
                source="American Checker Federation",
                rates=Unit.ROUND,
                formula=AcfFormula(),
                open_points=("how an event is counted that the limit of 128 games cuts in two",),
            ),
            RatingSystem(
                key="glicko2",
                name="Glicko-2",
                edition="Example of the Glicko-2 system",
                source="Mark Glickman",
                formula=Glicko2Formula(),
            ),
            RatingSystem(
                key="wcdf",
                name="WCDF",
                edition="unconfirmed",
                source="ACF player-representative columns, 2006: a list twice a year",
                open_points=("formula",),
            ),
            RatingSystem(
                key="fmjd",
                name="FMJD",
                edition="Annex 9, revised after 2009",
                source="FMJD rating system and its application rules",
                open_points=(
                    "numeric development factor; half of it at other times for thinking",
                    "first rating",
                ),
            ),
            RatingSystem(
                key="fid",
                name="Elo-Rubele",
                edition="unconfirmed",
                source="Italian federation, chapter VI and table 17, changed in 2021: 10 points added an "
                "event of Italian, 15 of international draughts; floor 500",
                open_points=("table of expected scores", "the coefficient S and its thresholds"),
            ),
            RatingSystem(
                key="kndb",
                name="KNDB",
                edition="unconfirmed",
                source="Rekenregels Rating KNDB, 2024, as discussed in public: Rn = Ro + K (WP - NP)",
                open_points=("K by the games played", "table of norm points", "limits of a new rating"),
            ),
        )
    }
)

COMPUTED: Mapping[str, RatingSystem] = MappingProxyType(
    {key: system for key, system in RATING_SYSTEMS.items() if system.is_confirmed}
)
"""Those a list can be kept by."""


def formula_of(key: str) -> Formula:
    """Return the formula of a system; raise KeyError if no source confirms one."""
    formula = RATING_SYSTEMS[key].formula
    if formula is None:
        raise KeyError(key)
    return formula
