"""Rated games of sections: between persons, with a result of actual play."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tournaments.models import Entry, GameResult, Outcome, ResultMark, RoundState
from tournaments.ratings.formulas.periods import Meeting
from tournaments.ratings.formulas.values import Unit

HALF_POINTS: Final[Mapping[str, int]] = {Outcome.WHITE: 2, Outcome.DRAW: 1, Outcome.BLACK: 0}
STAGES: Final = frozenset({ResultMark.RAPID, ResultMark.BLITZ, ResultMark.SUPER_BLITZ})
JUNIOR_UNTIL: Final = 18  # a person has that age to the end of the year
ROUND_GAMES: Final = 4  # a round that is scored as one has so many games
SECTION, NIGHT = "pairing__round__section_id", "pairing__round__night_id"
COLUMNS: Final = (
    *("pairing_id", "number", "outcome"),
    *("pairing__white__person_id", "pairing__black__person_id"),
    *("first_member__person_id", "second_member__person_id", "mark"),
    "pairing__round__section__games_per_pairing",
)


class SectionGames(NamedTuple):
    """Rated games of a section with their players, known birth years, and the number of unrated games."""

    meetings: tuple[Meeting[int], ...] = ()
    left_out: int = 0
    births: Mapping[int, int] = MappingProxyType({})
    results_print: str = hashlib.sha256(b"").hexdigest()

    def juniors(self, year: int) -> set[int]:
        """Return the players no older than the limit in that year."""
        return {person for person, born in self.births.items() if year - born <= JUNIOR_UNTIL}


class Part(NamedTuple):
    """Unit of counting: a section, or one club night of it."""

    section: int
    night: int | None = None


def rated_games(sections: Collection[int], unit: Unit) -> dict[int, SectionGames]:
    """Return the rated games of sections, in two queries for any number."""
    births = _births(sections)
    found = _games_by(SECTION, sections)
    return {key: _section_games(rows, unit, births.get(key, {})) for key, rows in found}


def night_games(parts: Iterable[Part], unit: Unit) -> dict[Part, SectionGames]:
    """Return the rated games of club nights, in two queries for any number."""
    known = {one.night: one for one in parts if one.night is not None}
    births = _births({one.section for one in known.values()})
    found = _games_by(NIGHT, list(known))
    return {known[key]: _section_games(rows, unit, births.get(known[key].section, {})) for key, rows in found}


def games_of_parts(parts: Collection[Part], unit: Unit) -> dict[Part, SectionGames]:
    """Return the rated games of sections and nights, each separately; a part without any is included."""
    sections = {one.section for one in parts if one.night is None}
    nights = [one for one in parts if one.night is not None]
    found = {Part(key): games for key, games in rated_games(sections, unit).items()} if sections else {}
    found |= night_games(nights, unit) if nights else {}
    return {one: found.get(one, SectionGames()) for one in parts}


def _games_by(key: str, numbers: Collection[int]) -> Iterator[tuple[int, list[tuple[Any, ...]]]]:
    rows = GameResult.objects.filter(pairing__black__isnull=False)
    if len(numbers) == 1:
        rows = rows.filter(**{key: next(iter(numbers))})
    else:
        rows = rows.filter(**{f"{key}__in": numbers})
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    ordered = rows.order_by(
        key,
        "pairing__round__number",
        "pairing__board_number",
        "pairing_id",
        "number",
    )
    told = ordered.values_list(key, *COLUMNS).iterator(chunk_size=5000)
    return ((number, list(games)) for number, games in groupby(told, key=lambda row: row[0]))


def half_points_of(outcome: str, mark: str) -> int | None:
    """Return White's half points; None for an unrated game.

    A game that was decided in a faster one was drawn.
    """
    if outcome in HALF_POINTS and mark in STAGES:
        return HALF_POINTS[Outcome.DRAW]
    return HALF_POINTS.get(outcome)


def _births(sections: Collection[int]) -> dict[int, dict[int, int]]:
    rows = Entry.objects.filter(section__in=sections, birth_year__isnull=False)
    found: dict[int, dict[int, int]] = {}
    for section, person, year in rows.values_list("section_id", "person_id", "birth_year"):
        if year is not None:
            found.setdefault(section, {})[person] = year
    return found


def _section_games(rows: list[tuple[Any, ...]], unit: Unit, births: Mapping[int, int]) -> SectionGames:
    told = hashlib.sha256()
    meetings: list[Meeting[int]] = []
    left_out = 0
    for _key, games in groupby(rows, key=lambda row: row[1]):
        played: list[Meeting[int]] = []
        for row in games:
            _section, _pairing, number, outcome, white, black, one, two, mark, _games = row
            white, black = one or white, two or black
            told.update(f"{white} {black} {number} {outcome} {mark}\n".encode())
            won = half_points_of(outcome, mark)
            if won is None or white is None or black is None:
                left_out += outcome != Outcome.PENDING
                continue
            first, second = (white, black) if number % 2 == 1 else (black, white)
            played.append(Meeting(first, second, won))
        if unit == Unit.ROUND and rows[0][-1] == ROUND_GAMES and _is_one_pair(played):
            played = [_as_round(played)]
        meetings += played
    return SectionGames(tuple(meetings), left_out, births, told.hexdigest())


def _is_one_pair(games: list[Meeting[int]]) -> bool:
    """Check that all games have the same two players; at the boards of two teams they do not."""
    return len({frozenset((game.first, game.second)) for game in games}) == 1


def _as_round(games: list[Meeting[int]]) -> Meeting[int]:
    """Combine a round of games into one result, by the higher score."""
    first, second = games[0].first, games[0].second
    won = sum(game.half_points if game.first == first else 2 - game.half_points for game in games)
    half_points = 1 + (won > len(games)) - (won < len(games))
    return Meeting(first, second, half_points, Unit.ROUND, len(games))


def together(games: Iterable[SectionGames], year: int) -> tuple[list[Meeting[int]], set[int]]:
    """Combine the games of several sections into one period, with its juniors."""
    rows = list(games)
    juniors = set().union(*(one.juniors(year) for one in rows)) if rows else set()
    return [meeting for one in rows for meeting in one.meetings], juniors
