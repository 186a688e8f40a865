"""Rows that several features read, and the orders of rows."""

from typing import Final

from django.db.models import F, OrderBy, QuerySet

from tournaments.models import Ruling


def rulings_in_force() -> QuerySet[Ruling]:
    """Return the rulings that are not superseded."""
    return Ruling.objects.filter(superseded_by__isnull=True)


PAIRINGS_BY_ROUND: Final = ("round__number", F("board_number").asc(nulls_last=True), "pk")
"""Pairings of one section: by round and board, byes last."""

GAMES_BY_BOARD: Final = (F("pairing__board_number").asc(nulls_last=True), "pairing_id", "number")
"""Games of one round: by board, then by game."""


def sections_by_event(path: str = "") -> tuple[str, ...]:
    """Return the order of sections of several events, the latest event first; `path` leads to the section."""
    names = ("event__starts_on", "event_id", "position")
    return (f"-{path}{names[0]}", f"-{path}{names[1]}", f"{path}{names[2]}", f"{path}pk")


def boards_by_event(path: str = "") -> tuple[str | OrderBy, ...]:
    """Return the order of pairings of several events, byes last; `path` leads to the pairing."""
    rounds = (*sections_by_event(f"{path}round__section__"), f"{path}round__number")
    return (*rounds, F(f"{path}board_number").asc(nulls_last=True), f"{path}pk")
