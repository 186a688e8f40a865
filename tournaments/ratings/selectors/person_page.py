"""A person's games in the public events of a club: opponents, sides, openings."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from club.models import Person
from tournaments.cases.selectors.public_cases import PublicCase, public_case, with_rulings
from tournaments.core.openings import ballots_of
from tournaments.entries.models.entry import OUTSIDE
from tournaments.models import (
    Case,
    Entry,
    EntryState,
    EventState,
    GameResult,
    Outcome,
    RoundState,
    TeamMember,
)
from tournaments.ratings.selectors.rated_games import HALF_POINTS

OPENING_PLIES = 3


class Tally(NamedTuple):
    """Games under one heading; `person` if the heading is a known person."""

    heading: str
    person: int | None
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def percent(self) -> int:
        """The share of the points, to the nearest whole percent."""
        return round(100 * (2 * self.wins + self.draws) / (2 * self.games))


class PlayerGame(NamedTuple):
    """A game from its player's side."""

    opponent: str
    opponent_person: int | None
    is_white: bool
    half_points: int
    opening: str


class PersonRecord(NamedTuple):
    """Content of a person's public page."""

    games: tuple[PlayerGame, ...]
    opponents: tuple[Tally, ...]
    sides: tuple[Tally, ...]
    openings: tuple[Tally, ...]
    cases: tuple[PublicCase, ...]


def has_played_in_public(person: Person) -> bool:
    """Check that a person is in a public event."""
    left_early = Q(state=EntryState.WITHDRAWN, number__isnull=True)
    entries = Entry.objects.exclude(state__in=OUTSIDE).exclude(left_early)
    entries = entries.exclude(section__event__state=EventState.DRAFT)
    members = TeamMember.objects.filter(entry__in=entries, person=person)
    return entries.filter(person=person).exists() or members.exists()


def person_record(person: Person) -> PersonRecord:
    """Collect every played game of published rounds of public events, and the rulings with the name."""
    games = tuple(_player_game(row, person) for row in _games(person))
    return PersonRecord(
        games,
        _tallies((one.opponent, one.opponent_person, one.half_points) for one in games),
        _tallies(("white" if one.is_white else "black", None, one.half_points) for one in games),
        _tallies((one.opening, None, one.half_points) for one in games if one.opening),
        public_cases(person),
    )


def _games(person: Person) -> Iterable[GameResult]:
    own = Q(pairing__white__person=person) | Q(pairing__black__person=person)
    own |= Q(first_member__person=person) | Q(second_member__person=person)
    rows = GameResult.objects.filter(own, outcome__in=list(HALF_POINTS), pairing__black__isnull=False)
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    rows = rows.exclude(pairing__round__section__event__state=EventState.DRAFT)
    rows = rows.select_related("pairing__white", "pairing__black", "first_member", "second_member", "game")
    return rows.only(
        *("number", "outcome", "pairing__ballot", "game__move_line"),
        *("pairing__white__name", "pairing__white__person", "pairing__black__name", "pairing__black__person"),
        *("first_member__name", "first_member__person", "second_member__name", "second_member__person"),
    ).order_by("pk")


def _player_game(row: GameResult, person: Person) -> PlayerGame:
    first = row.first_member or row.pairing.white
    second = row.second_member or row.pairing.black
    is_first = first.person_id == person.pk
    is_white = is_first == (row.number % 2 == 1)
    won = HALF_POINTS[Outcome(row.outcome)]
    other = second if is_first else first
    return PlayerGame(
        other.name if other is not None else "",
        other.person_id if other is not None else None,
        is_white,
        won if is_white else 2 - won,
        _opening(row),
    )


def _opening(row: GameResult) -> str:
    """The opening that was drawn, or the first moves of the record."""
    drawn = ballots_of(row.pairing.ballot)
    if drawn:
        return drawn[min((row.number - 1) // 2, len(drawn) - 1)].label
    if row.game is None:
        return ""
    plies = row.game.move_line.split()[:OPENING_PLIES]
    return " ".join(ply.partition(":")[0] for ply in plies)


def _tallies(rows: Iterable[tuple[str, int | None, int]]) -> tuple[Tally, ...]:
    counts: dict[tuple[str, int | None], list[int]] = {}
    for heading, person, half_points in rows:
        counts.setdefault((heading, person), [0, 0, 0])[2 - half_points] += 1
    found = [Tally(heading, person, *numbers) for (heading, person), numbers in counts.items()]
    return tuple(sorted(found, key=lambda one: (-one.games, one.heading, one.person or 0)))


def public_cases(person: Person) -> tuple[PublicCase, ...]:
    """Return rulings about a person that are public with the name, of public events."""
    rows = Case.objects.filter(entry__person=person, names_withheld=False, rulings__isnull=False)
    rows = rows.exclude(event__state=EventState.DRAFT).distinct()
    return tuple(public_case(case) for case in with_rulings(rows).order_by("-event__starts_on", "-pk"))
