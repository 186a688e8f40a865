"""Consequences of a ruling. Law books name sanctions; an arbiter has a few more."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.laws import Sanction


class Consequence(StrEnum):
    """Consequence for the player of a ruling, the lightest first."""

    NONE = "none"
    REMINDER = "reminder"
    OPPONENT_CHOOSES = "opponent_chooses"
    CAUTION = "caution"
    WARNING = "warning"
    TIME_PENALTY = "time_penalty"
    POINTS_DEDUCTED = "points_deducted"
    GAME_LOST = "game_lost"
    BOTH_LOST = "both_lost"
    EXCLUDED = "excluded"


_OF_SANCTIONS: Final = {
    Sanction.CAUTION: Consequence.CAUTION,
    Sanction.WARNING: Consequence.WARNING,
    Sanction.FORFEIT: Consequence.GAME_LOST,
    Sanction.OPPONENT_CHOOSES: Consequence.OPPONENT_CHOOSES,
}


LIGHT: Final = frozenset({Consequence.NONE, Consequence.REMINDER, Consequence.CAUTION, Consequence.WARNING})
"""Consequences that need no reason where the law book leaves the choice open."""


def deviates(consequence: Consequence, wanted: Consequence | None) -> bool:
    """Return whether a decision differs from the law book; where the book is silent, whether it is grave."""
    return consequence is not wanted and (wanted is not None or consequence not in LIGHT)


def consequence_of(sanction: Sanction) -> Consequence | None:
    """Return what a rung of a ladder asks for; None where the law book leaves it to the arbiter."""
    return _OF_SANCTIONS.get(sanction)
