"""Figures of a person: results by colour, opening and opponent, best wins, rulings, facts of entries."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models.functions import Coalesce, TruncDate
from django.utils.translation import gettext as _

from club.core.names import initials
from club.members.selectors.photos import photos_of
from club.models import Person
from tournaments.cases.selectors.public_cases import PublicCase, public_case, with_rulings
from tournaments.models import Case, EventState
from tournaments.players.selectors.games import (
    PlayerGame,
    Seats,
    player_games,
    seats_of,
)
from tournaments.players.selectors.visibility import Known, known_persons, public_entries

BEST_WINS: Final = 5
CLUBS_SHOWN: Final = 4


class Tally(NamedTuple):
    """Games under one heading; `person` if the heading is a person with a page."""

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
        return round(100 * (2 * self.wins + self.draws) / (2 * self.games)) if self.games else 0


class PersonRecord(NamedTuple):
    """Content of a person's public page; `known` tells which opponents are named."""

    seats: Seats
    games: tuple[PlayerGame, ...]
    total: Tally
    sides: tuple[Tally, ...]
    openings: tuple[Tally, ...]
    opponents: tuple[Tally, ...]
    known: Known


class Identity(NamedTuple):
    """Initials and family name of a person; title, federation and clubs as the newest entries have them.

    `photo` is the key of the photo, "" without one that may be shown.
    """

    initials: str
    family: str
    title: str
    federation: str
    clubs: tuple[str, ...]
    photo: str


def person_record(person: Person) -> PersonRecord:
    """Count every played game of published rounds of public events."""
    seats = seats_of(person)
    games = player_games(person, seats)
    known = known_persons({one.opponent_person for one in games if one.opponent_person is not None})
    all_games = _tallies((person.name, None, one.half_points) for one in games)
    return PersonRecord(
        seats,
        games,
        all_games[0] if all_games else Tally(person.name, None, 0, 0, 0),
        _tallies((_("White") if one.is_white else _("Black"), None, one.half_points) for one in games),
        _tallies((one.opening, None, one.half_points) for one in games if one.opening),
        _tallies((*_opponent(one, known), one.half_points) for one in games),
        known,
    )


def _opponent(one: PlayerGame, known: Known) -> tuple[str, int | None]:
    """Return the heading of an opponent; all whose names are withheld have the same."""
    person = one.opponent_person
    if person in known.withheld:
        return _("Name withheld"), None
    if person in known.names:
        return known.names[person], person
    return one.opponent, None


def _tallies(rows: Iterable[tuple[str, int | None, int]]) -> tuple[Tally, ...]:
    counts: dict[tuple[str, int | None], list[int]] = {}
    for heading, person, half_points in rows:
        counts.setdefault((heading, person), [0, 0, 0])[2 - half_points] += 1
    found = [Tally(heading, person, *numbers) for (heading, person), numbers in counts.items()]
    return tuple(sorted(found, key=lambda one: (-one.games, one.heading, one.person or 0)))


def best_wins(record: PersonRecord) -> list[PlayerGame]:
    """Return the wins against the highest ratings at the time; opponents with withheld names are left out."""
    won = [one for one in _named(record) if one.half_points == 2 and one.rating]  # noqa: PLR2004 - a whole point
    return sorted(won, key=lambda one: -one.rating)[:BEST_WINS]


def replayable(record: PersonRecord) -> list[PlayerGame]:
    """Return the games with moves; the record names both players, so that both names must be public."""
    return [one for one in _named(record) if one.record is not None]


def _named(record: PersonRecord) -> list[PlayerGame]:
    return [one for one in record.games if one.opponent_person not in record.known.withheld]


def identity_of(person: Person) -> Identity:
    """Return what the public entries of a person tell beside the name, the newest first."""
    event = "section__event__"
    day = Coalesce(f"{event}starts_on", f"{event}ends_on", TruncDate(f"{event}created_at"))
    rows = public_entries().filter(person=person).order_by(day.desc(), "-pk")
    entries = list(rows.values_list("title", "federation", "club_name"))
    own = person.organisation.name if person.organisation is not None else ""
    photo = photos_of([person.pk]).get(person.pk)
    clubs = dict.fromkeys(club for *_rest, club in entries if club and club != own)
    return Identity(
        initials(person.name),
        person.sort_name.partition(",")[0] or person.name,
        person.title or next((title for title, *_rest in entries if title), ""),
        next((federation for _title, federation, _club in entries if federation), ""),
        tuple(clubs)[:CLUBS_SHOWN],
        photo.key if photo is not None else "",
    )


def public_cases(person: Person) -> tuple[PublicCase, ...]:
    """Return rulings about a person that are public with the name, of public events."""
    rows = Case.objects.filter(entry__person=person, names_withheld=False, rulings__isnull=False)
    rows = rows.exclude(event__state=EventState.DRAFT).distinct()
    if not rows.exists():  # planning the query with all that a ruling shows takes longer than all others
        return ()
    return tuple(public_case(case) for case in with_rulings(rows).order_by("-event__starts_on", "-pk"))
