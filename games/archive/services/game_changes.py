"""Registry of listeners to changes of stored games, for higher features that derive rows from them."""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from games.models import Game


class GameListener(Protocol):
    """Function that follows a change, in its transaction, after it was written.

    `removed` are games as they were stored before, `added` as they are stored now; a changed game is in both.
    """

    def __call__(self, *, removed: Sequence[Game], added: Sequence[Game]) -> None:
        """Follow the change."""


GAME_LISTENERS: Final[list[GameListener]] = []


def add_game_listeners(*listeners: GameListener) -> None:
    """Register listeners, in the order in which they are called."""
    GAME_LISTENERS.extend(each for each in listeners if each not in GAME_LISTENERS)


def publish_flagged(new: Sequence[Game], flagged: Iterable[Game]) -> None:
    """Publish new games, and the archived ones of which a new one is a longer score: these change too."""
    numbers = {game.pk for game in new}
    changed = [game for game in flagged if game.pk not in numbers]
    publish_games(removed=changed, added=[*new, *changed])


def publish_games(*, removed: Sequence[Game] = (), added: Sequence[Game] = ()) -> None:
    """Call every listener; once in a transaction where possible, as the index locks its rows in order."""
    for listener in GAME_LISTENERS:
        listener(removed=removed, added=added)
