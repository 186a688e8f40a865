"""Opening decks as data, and the draw that can be drawn again (sources in SOURCES.md)."""

from games.ballots.ballot import Ballot, Deck, Status
from games.ballots.draw import (
    DECKS,
    Chance,
    Draw,
    DrawRules,
    NoBallotLeft,
    Per,
    Putback,
    RedrawWithoutReason,
    draw,
    opening_of_game,
)

__all__ = [
    "DECKS",
    "Ballot",
    "Chance",
    "Deck",
    "Draw",
    "DrawRules",
    "NoBallotLeft",
    "Per",
    "Putback",
    "RedrawWithoutReason",
    "Status",
    "draw",
    "opening_of_game",
]
