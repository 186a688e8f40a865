"""Captains' terms for results: reported by home team and guests, stored as an outcome of the two sides."""

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models import Outcome


class TeamOutcome(models.TextChoices):
    """Result of a board from the view of the home team (first) and the guests (second)."""

    FIRST = "first", pgettext_lazy("a board of a match", "home team won")
    DRAW = "draw", pgettext_lazy("a board of a match", "drawn")
    SECOND = "second", pgettext_lazy("a board of a match", "away team won")
    ADJOURNED = "adjourned", pgettext_lazy("a board of a match", "adjourned")
    FIRST_FORFEIT = "first_forfeit", pgettext_lazy("a board of a match", "home team won by forfeit")
    SECOND_FORFEIT = "second_forfeit", pgettext_lazy("a board of a match", "away team won by forfeit")
    BOTH_FORFEIT = "both_forfeit", pgettext_lazy("a board of a match", "double forfeit")


_LEVEL = {
    TeamOutcome.DRAW: Outcome.DRAW,
    TeamOutcome.ADJOURNED: Outcome.ADJOURNED,
    TeamOutcome.BOTH_FORFEIT: Outcome.DOUBLE_FORFEIT,
}
_HOME_HAS_WHITE = _LEVEL | {
    TeamOutcome.FIRST: Outcome.WHITE,
    TeamOutcome.SECOND: Outcome.BLACK,
    TeamOutcome.FIRST_FORFEIT: Outcome.WHITE_FORFEIT,
    TeamOutcome.SECOND_FORFEIT: Outcome.BLACK_FORFEIT,
}
_HOME_HAS_BLACK = _LEVEL | {
    TeamOutcome.FIRST: Outcome.BLACK,
    TeamOutcome.SECOND: Outcome.WHITE,
    TeamOutcome.FIRST_FORFEIT: Outcome.BLACK_FORFEIT,
    TeamOutcome.SECOND_FORFEIT: Outcome.WHITE_FORFEIT,
}


def outcome_of(said: str, board: int) -> Outcome | None:
    """Return the stored outcome; the home team has White on odd boards. None for an unknown term."""
    if said not in TeamOutcome.values:
        return None
    return (_HOME_HAS_WHITE if board % 2 else _HOME_HAS_BLACK)[TeamOutcome(said)]


def team_outcome_of(outcome: str, board: int) -> str:
    """Return the captains' term for an outcome; empty if captains have none for it."""
    told = _HOME_HAS_WHITE if board % 2 else _HOME_HAS_BLACK
    return next((said.value for said, kept in told.items() if kept == outcome), "")
