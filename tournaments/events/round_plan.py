"""Number of rounds for a field of players, and the time that they take. Pure arithmetic."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

MOVES: Final = 50
"""Moves of a player in a game that is planned for; most games of draughts end before."""
BREAK: Final = 10
"""Minutes between two rounds: last results, pairing, walking to the boards."""
MIN_PLAYERS: Final = 2
CLOCK: Final = re.compile(r"\s*(\d{1,3})\s*(?:['m]|min)?\s*(?:\+\s*(\d{1,3})|$)")
ALL_MEET: Final = {"round_robin": 1, "team_round_robin": 1, "double_round_robin": 2}
SEASONS: Final = frozenset({"keizer", "club_night"})


class Limit(Enum):
    """Reason for a number of rounds."""

    FIELD = "field"  # enough for a clear winner, and a round or two more
    OPPONENTS = "opponents"  # nobody has another opponent left
    TABLE = "table"  # fixed by the table or the bracket
    TIME = "time"  # more do not fit into the time


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """Suggested number of rounds with its reason."""

    rounds: int
    limit: Limit
    clear: int
    """Rounds after which one player at most has won all games; the rounds of a table or a bracket."""
    minutes: int
    """Time of all rounds; 0 without a time control."""
    is_over_time: bool = False
    """True if a table or bracket takes longer than the time available."""


def minutes_of_round(clock: str, *, games: int = 1) -> int:
    """Return the minutes that a round takes, break included; 0 for a time control that cannot be read.

    A time control is "15+5", minutes for each player and seconds a move, or minutes alone.
    """
    found = CLOCK.match(clock)
    if found is None or not int(found[1]):
        return 0
    for_a_player = int(found[1]) + int(found[2] or 0) * MOVES / 60
    return round(2 * for_a_player * games) + BREAK


def suggested_rounds(
    *, system: str, players: int, games: int = 1, clock: str = "", minutes: int = 0
) -> RoundPlan | None:
    """Suggest the number of rounds for a system, its players (or teams) and the minutes available.

    None for a season and for fewer than two players. In a Swiss the field is halved until one player is left
    with all games won. Draws are frequent in draughts, so two rounds are added, or one if each round has
    several games.
    """
    if players < MIN_PLAYERS or system in SEASONS:
        return None
    halvings = (players - 1).bit_length()
    one = minutes_of_round(clock, games=games)
    fixed = _fixed_rounds(system, players, halvings)
    if fixed is not None:
        is_over = bool(minutes and one and fixed * one > minutes)
        return RoundPlan(fixed, Limit.TABLE, fixed, fixed * one, is_over_time=is_over)
    usual = halvings + (1 if games > 1 else 2)
    opponents = players - 1 if players % 2 == 0 else players
    rounds, limit = (usual, Limit.FIELD) if usual <= opponents else (opponents, Limit.OPPONENTS)
    fits = max(1, minutes // one) if minutes and one else rounds
    if fits < rounds:
        rounds, limit = fits, Limit.TIME
    return RoundPlan(rounds, limit, halvings, rounds * one)


def _fixed_rounds(system: str, players: int, halvings: int) -> int | None:
    if system in ALL_MEET:
        return ALL_MEET[system] * (players - 1 if players % 2 == 0 else players)
    if system == "knockout":
        return halvings
    if system == "double_elimination":
        return 2 * halvings + 1
    return (players + 1) // 2 if system == "scheveningen" else None
