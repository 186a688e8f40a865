"""Public games of two persons against each other, and the search for an opponent."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from club.core.names import fold_name
from club.models import Person
from tournaments.players.selectors.games import GameLine, PlayerGame, game_lines
from tournaments.players.selectors.records import PersonRecord, Tally, person_record
from tournaments.players.selectors.visibility import public_person

SHOWN_MEETINGS: Final = 200
HALF: Final = "\N{VULGAR FRACTION ONE HALF}"


class HeadToHead(NamedTuple):
    """Public games of two persons, seen from the first of them, the newest first."""

    one: Person
    other: Person
    games: tuple[PlayerGame, ...]
    record: PersonRecord

    @property
    def wins(self) -> int:
        """Games that the first person won."""
        return sum(game.half_points == 2 for game in self.games)  # noqa: PLR2004 - a whole point

    @property
    def draws(self) -> int:
        """Drawn games."""
        return sum(game.half_points == 1 for game in self.games)

    @property
    def losses(self) -> int:
        """Games that the first person lost."""
        return sum(game.half_points == 0 for game in self.games)

    @property
    def whites(self) -> int:
        """Games in which the first person had White."""
        return sum(game.is_white for game in self.games)

    @property
    def score(self) -> tuple[str, str]:
        """Points of both persons as texts, those of the first one first."""
        half_points = sum(game.half_points for game in self.games)
        return _points(half_points), _points(2 * len(self.games) - half_points)

    @property
    def meetings(self) -> list[GameLine]:
        """The newest SHOWN_MEETINGS games."""
        return game_lines(self.games[:SHOWN_MEETINGS])


def _points(half_points: int) -> str:
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}{HALF}" if half else str(whole)


def head_to_head(one: Person, other: Person) -> HeadToHead:
    """Collect the games of two persons in published rounds of public events, as players or in teams."""
    record = person_record(one)
    games = tuple(game for game in record.games if game.opponent_person == other.pk)
    return HeadToHead(one, other, games, record)


def public_head_to_head(*, person_id: int, other_id: int) -> HeadToHead | None:
    """Return the public games of two persons with pages, after merges; None if there are none."""
    one, other = public_person(person_id), public_person(other_id)
    if one is None or other is None or one == other:
        return None
    told = head_to_head(one, other)
    return told if told.games else None


def opponents_found(opponents: Sequence[Tally], text: str) -> list[Tally]:
    """Return the opponents with a page that have each of these words in their name.

    A whole name is found alone, also where longer ones contain it.
    """
    words = fold_name(text[:200]).split()
    named = [(one, fold_name(one.heading)) for one in opponents if one.person is not None]
    exact = [one for one, name in named if name == " ".join(words)]
    return exact or [one for one, name in named if words and all(word in name for word in words)]
