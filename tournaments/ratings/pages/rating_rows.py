"""Rating changes as lines of a table, in texts."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.formats import number_format

from club.models import Person
from tournaments.models import RatingChange, RatingPeriod
from tournaments.ratings.formulas.values import Change
from tournaments.ratings.models import HOWS
from tournaments.ratings.selectors.rating_history import Difference, StoredChange, facts_of

NOTHING = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"


class ChangeRow(NamedTuple):
    """A line: the player, games played, scored and expected, and the new rating."""

    person: Person
    games: int
    points: str
    expected: str
    factor: str
    before: str
    change: str
    after: str
    how: str


class MovedRow(NamedTuple):
    """A person whose change is different now."""

    name: str
    period: RatingPeriod
    kept: str
    now: str


def change_rows(changes: Iterable[RatingChange]) -> list[ChangeRow]:
    """Return the lines of stored changes."""
    return [
        _row(
            one.person,
            (one.before, one.after, one.games, one.half_points, one.expected, one.factor, one.how),
        )
        for one in changes
    ]


def computed_rows(changes: Iterable[tuple[Person, Change]]) -> list[ChangeRow]:
    """Return the lines of changes that are not saved yet."""
    return [_row(person, facts_of(change)) for person, change in changes]


def moved_rows(
    found: Iterable[Difference], names: Mapping[int, Person], periods: Mapping[int, RatingPeriod]
) -> list[MovedRow]:
    """Return the changes by recomputing a list."""
    return [
        MovedRow(
            names[one.person].name,
            periods[one.period],
            rating_text(one.kept[1] if one.kept else None),
            rating_text(one.now[1] if one.now else None),
        )
        for one in found
    ]


def _row(person: Person, facts: StoredChange) -> ChangeRow:
    before, after, games, half_points, expected, factor, how = facts
    return ChangeRow(
        person,
        games,
        number_format(half_points / 2, 1) if games else NOTHING,
        NOTHING if expected is None else number_format(expected / 100, 2),
        NOTHING if factor is None else str(factor),
        rating_text(before),
        change_text(before, after),
        rating_text(after),
        str(dict(HOWS)[how]),
    )


def rating_text(rating: float | None) -> str:
    """Format a rating in whole points."""
    return NOTHING if rating is None else f"{rating:.0f}"


def change_text(before: float | None, after: float | None) -> str:
    """Format the difference with its sign."""
    if before is None or after is None:
        return NOTHING
    moved = round(after) - round(before)
    return f"+{moved}" if moved > 0 else f"{MINUS}{-moved}" if moved else "0"
