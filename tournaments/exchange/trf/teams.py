"""Teams of a report: names, players, points of a match (records 310, 362, 013)."""

import re
from dataclasses import dataclass
from typing import Final

from tournaments.exchange.trf.results import tenths_of, text_of
from tournaments.exchange.trf.values import Report

USUAL_MATCH_POINTS: Final = {"TW": 20, "TD": 10, "TL": 0}
SYMBOL: Final = re.compile(r"(T[WDL])\s*(-?[0-9.,]+)", re.IGNORECASE)
USUAL_COLOURS: Final = "WB"


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team by its number, with its players in the order of boards; points as they are stated."""

    number: int
    name: str
    short_name: str = ""
    rating: int = 0
    players: tuple[int, ...] = ()
    match_points: int | None = None
    game_points: int | None = None


def teams_of(report: Report) -> tuple[Team, ...]:
    """Return the teams of records 310; without them those of records 013, numbered by their order."""
    if report.teams:
        return tuple(
            Team(
                number=one.number,
                name=one.name,
                short_name=one.short_name,
                rating=max(tenths_of(one.strength) or 0, 0) // 10,  # 0 if the strength is no number
                players=one.players,
                match_points=one.match_points,
                game_points=one.game_points,
            )
            for one in report.teams
        )
    return tuple(
        Team(number=at, name=one.name, players=one.players)
        for at, one in enumerate(report.old_teams, start=1)
    )


def match_points(report: Report) -> dict[str, int]:
    """Return the points of a match won, drawn and lost (TW TD TL) in tenths: record 362, or the default."""
    stated = {symbol.upper(): tenths_of(text) for symbol, text in SYMBOL.findall(report.team_score_table)}
    return USUAL_MATCH_POINTS | {symbol: points for symbol, points in stated.items() if points is not None}


def match_points_text(points: dict[str, int]) -> str:
    """Record 362: a symbol in columns 5 and 6 with its value in the next four, then every nine columns."""
    return "   ".join(f"{symbol}{text_of(points[symbol]):>4}" for symbol in USUAL_MATCH_POINTS)


def colours_text(boards: int) -> str:
    """Return record 352 if the sides change from board to board."""
    return (USUAL_COLOURS * boards)[:boards]
