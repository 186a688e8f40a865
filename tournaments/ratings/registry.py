"""The registered rating systems; a system whose formula no source confirms has no way to compute it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.ratings import acf, elo, glicko2
from tournaments.ratings.values import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSystem:
    """A rating system: what it rates, by which edition, and the module that holds its formula."""

    key: str
    name: str
    edition: str
    source: str
    rates: Unit
    formula: object | None
    open_points: tuple[str, ...] = ()

    @property
    def is_confirmed(self) -> bool:
        """Whether a source says how it is computed."""
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
                rates=Unit.GAME,
                formula=elo,
                open_points=("rounding of half a point of change", "unrated rapid and blitz games"),
            ),
            RatingSystem(
                key="acf",
                name="ACF",
                edition="How ACF Ratings Are Calculated",
                source="American Checker Federation",
                rates=Unit.ROUND,
                formula=acf,
                open_points=("how an event is counted that the limit of 128 games cuts in two",),
            ),
            RatingSystem(
                key="glicko2",
                name="Glicko-2",
                edition="Example of the Glicko-2 system",
                source="Mark Glickman",
                rates=Unit.GAME,
                formula=glicko2,
            ),
            RatingSystem(
                key="wcdf",
                name="WCDF",
                edition="unconfirmed",
                source="ACF player-representative columns, 2006: a list twice a year",
                rates=Unit.GAME,
                formula=None,
                open_points=("formula",),
            ),
            RatingSystem(
                key="fmjd",
                name="FMJD",
                edition="Annex 9, revised after 2009",
                source="FMJD rating system and its application rules",
                rates=Unit.GAME,
                formula=None,
                open_points=("numeric development factor",),
            ),
            RatingSystem(
                key="fid",
                name="Elo-Rubele",
                edition="unconfirmed",
                source="Italian federation, technical annexes",
                rates=Unit.GAME,
                formula=None,
                open_points=("table of expected scores", "class thresholds"),
            ),
            RatingSystem(
                key="kndb",
                name="KNDB",
                edition="unconfirmed",
                source="Dordrecht blitz 2016: ratings between 600 and 1500",
                rates=Unit.GAME,
                formula=None,
                open_points=("formula",),
            ),
        )
    }
)
