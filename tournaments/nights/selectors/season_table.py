"""Live table of a season: points of nights, games, colours, rating changes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db.models import Sum
from django.utils.translation import gettext as _

from club.members.selectors.persons import persons_without_name_consent
from tournaments.core.selectors import PAIRINGS_BY_ROUND
from tournaments.core.translate import Scorer
from tournaments.models import (
    Attendance,
    ByeKind,
    ClubNight,
    Entry,
    Pairing,
    RatingChange,
    RatingList,
    RoundState,
    Season,
    Section,
)
from tournaments.ratings.selectors.live_ratings import list_of, live_ratings
from tournaments.ratings.selectors.rated_games import HALF_POINTS
from tournaments.standings.ranking.season import (
    NightScore,
    SeasonRow,
    SeasonRules,
    deciding_criterion,
    performance_of,
    season_table,
)

Rating = tuple[float | None, float | None, bool]
Scores = dict[int, list[NightScore]]
Met = dict[int, list[tuple[int, int]]]

UNPAID_BYES = frozenset({ByeKind.REQUESTED_ZERO, ByeKind.LATE_ENTRY, ByeKind.ABSENT})


class SeasonLine(NamedTuple):
    """A line for pages: the player, the score, the live rating and its change in the season.

    `performance` uses the opponents' live ratings. `parted` is the criterion that separates a player from the
    line above; `behind` is the distance in points.
    """

    row: SeasonRow
    entry: Entry
    rating: float | None
    moved: float | None
    is_provisional: bool
    performance: int | None
    above: str
    parted: str
    behind: int


class SeasonTable(NamedTuple):
    """The whole table."""

    section: Section
    season: Season
    rating_list: RatingList | None
    nights: dict[int, ClubNight]
    lines: tuple[SeasonLine, ...]


def season_of(section: Section) -> Season:
    """Return the season settings of a section; without any it counts every night."""
    return Season.objects.filter(section=section).first() or Season(section=section)


def season_lines(section: Section, *, for_everybody: bool = False) -> SeasonTable:
    """Return a line for each attendee of the season, in a fixed number of queries.

    In the public form, a player without name consent is shown without a name.
    """
    season = season_of(section)
    rules = SeasonRules(best_nights=season.best_nights, attendance_points=season.attendance_points)
    entries = {entry.pk: entry for entry in section.entries.all()}
    scores, met = _scores(section, entries)
    rows = season_table(scores, rules)
    rating_list = list_of(section)
    ratings = _ratings(section, rating_list, entries)
    if for_everybody:
        entries = _hide_names_without_consent(entries)
    lines: list[SeasonLine] = []
    for row in rows:
        upper = lines[-1] if lines else None
        now, moved, is_provisional = ratings.get(row.player, (None, None, False))
        lines.append(
            SeasonLine(
                row,
                entries[row.player],
                now,
                moved,
                is_provisional,
                performance_of(_rated_results(met.get(row.player, []), ratings)),
                above=upper.entry.name if upper else "",
                parted=deciding_criterion(upper.row, row) if upper else "",
                behind=upper.row.total - row.total if upper else 0,
            )
        )
    return SeasonTable(section, season, rating_list, section.nights.in_bulk(), tuple(lines))


def _hide_names_without_consent(entries: dict[int, Entry]) -> dict[int, Entry]:
    """Replace entries by nameless copies if their names are withheld."""
    withheld = persons_without_name_consent(
        persons=[one.person_id for one in entries.values() if one.person_id is not None]
    )
    nameless = {
        key: Entry(pk=one.pk, section_id=one.section_id, number=one.number, name=_("Name withheld"))
        for key, one in entries.items()
        if one.person_id in withheld
    }
    return entries | nameless


def _rated_results(met: list[tuple[int, int]], ratings: Mapping[int, Rating]) -> Iterator[tuple[int, int]]:
    """Yield rating and half points of a player's games against rated opponents."""
    for opponent, won in met:
        now = ratings[opponent][0] if opponent in ratings else None
        if now is not None:
            yield round(now), won


def _scores(section: Section, entries: dict[int, Entry]) -> tuple[Scores, Met]:
    """Return by entry a score for each night attended or played, and the opponents with half points."""
    met: Met = {}
    found: dict[tuple[int, int], dict[str, int]] = {}
    there = Attendance.objects.filter(night__section=section).values_list("entry_id", "night_id")
    for key in there.order_by("-night__opened_at", "arrived_at", "pk"):
        found.setdefault(key, defaultdict(int))
    scorer = Scorer(section)
    rows = Pairing.objects.filter(round__section=section, round__night__isnull=False)
    rows = rows.exclude(round__state=RoundState.DRAFT).select_related("round").prefetch_related("games")
    for pairing in rows.defer("round__reasons").order_by(*PAIRINGS_BY_ROUND):
        night = pairing.round.night_id or 0
        if pairing.black_id is None:
            if pairing.bye not in UNPAID_BYES and (pairing.white_id, night) in found:
                found[pairing.white_id, night]["points"] += scorer.free
            continue
        both = (pairing.white_id, pairing.black_id)
        for entry, is_first in zip(both, (True, False), strict=True):
            told = found.setdefault((entry, night), defaultdict(int))
            games = list(pairing.games.all())
            told["points"] += scorer.games_of(games, is_white=is_first)
            for game in games:
                if game.outcome not in HALF_POINTS:
                    continue
                is_white = is_first == (game.number % 2 == 1)
                won = HALF_POINTS[game.outcome] if is_white else 2 - HALF_POINTS[game.outcome]
                told[("losses", "draws", "wins")[won]] += 1
                met.setdefault(entry, []).append((both[is_first], won))
                told["whites" if is_white else "blacks"] += 1
    scores: dict[int, list[NightScore]] = {}
    for (entry, night), told in found.items():
        if entry in entries:
            scores.setdefault(entry, []).append(NightScore(night=night, **told))
    return scores, met


def _ratings(
    section: Section, rating_list: RatingList | None, entries: dict[int, Entry]
) -> dict[int, Rating]:
    """Return by entry: the live rating, its change by the season, and if it is provisional."""
    if rating_list is None:
        return {}
    persons = {entry.person_id: entry.pk for entry in entries.values() if entry.person_id is not None}
    changes = RatingChange.objects.filter(
        period__rating_list=rating_list,
        period__rated_sections__section=section,
        before__isnull=False,
        after__isnull=False,
    )
    told = changes.values_list("person_id").annotate(before=Sum("before"), after=Sum("after")).order_by()
    moved = {person: after - before for person, before, after in told}
    found = {}
    for person, live in live_ratings(rating_list, persons, of_club=section.event.organisation_id).items():
        since = (live.now or 0.0) - live.counted if live.counted is not None else 0.0
        total = moved.get(person, 0.0) + since
        found[persons[person]] = (live.now, total, live.is_provisional)
    return found
