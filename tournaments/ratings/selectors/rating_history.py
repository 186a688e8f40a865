"""History of a rating list, recomputed from current results."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tournaments.models import (
    PeriodKind,
    RatedPlayer,
    RatedSection,
    RatingChange,
    RatingList,
    RatingPeriod,
)
from tournaments.ratings.formulas.periods import rate_period
from tournaments.ratings.formulas.registry import RATING_SYSTEMS, formula_of
from tournaments.ratings.formulas.values import Change, Standing, corrected
from tournaments.ratings.selectors.rated_games import Part, games_of_parts, together

StoredChange = tuple[float | None, float | None, int, int, int | None, int | None, str]


class Difference(NamedTuple):
    """A recomputed change and the stored one; None if there is or was none."""

    period: int
    person: int
    kept: StoredChange | None
    now: StoredChange | None


class History(NamedTuple):
    """A list recomputed from its beginning."""

    changes: dict[int, dict[int, Change]]
    standings: dict[int, Standing]
    prints: dict[Part, str]


def standing_of(row: RatedPlayer) -> Standing:
    """Return the state of a player in the form of the formulas."""
    return Standing(
        rating=row.rating,
        games=row.games,
        highest=row.highest,
        deviation=row.deviation,
        volatility=row.volatility,
        last_period=row.last_period,
        carried=tuple((rating, number) for rating, number in row.carried),
    )


def facts_of(change: Change) -> StoredChange:
    """Return a change as its row stores it."""
    before, after = change.before.rating, change.after.rating
    return (before, after, change.games, change.half_points, change.expected, change.factor, change.how.value)


def history_of(rating_list: RatingList) -> History:
    """Recompute every period from the first on, by current results and the corrections as made."""
    counted = _parts_of(rating_list)
    parts = [one for rows in counted.values() for one in rows]
    games = games_of_parts(parts, RATING_SYSTEMS[rating_list.formula].rates)
    set_by_hand = _corrections(rating_list)
    formula, standings, number = formula_of(rating_list.formula), dict[int, Standing](), 0
    changes: dict[int, dict[int, Change]] = {}
    for period in rating_list.periods.order_by("number"):
        if period.kind == PeriodKind.CORRECTION:
            new = formula.newcomer(rating_list.initial_rating)
            done = {
                person: corrected(formula, standings.get(person, new), rating)
                for person, rating in set_by_hand[period.pk].items()
            }
        else:
            number += 1
            rows = (games[one] for one in counted.get(period.pk, ()))
            meetings, juniors = together(rows, period.counted_on.year)
            done = rate_period(
                formula,
                standings,
                meetings,
                period=number,
                start=rating_list.initial_rating,
                juniors=juniors,
            )
        changes[period.pk] = done
        standings.update((person, change.after) for person, change in done.items())
    prints = {one: games[one].results_print for one in parts}
    return History(changes, standings, prints)


def part_of(row: RatedSection) -> Part:
    """Return the part that a row counted."""
    return Part(row.section_id, row.night_id)


def _parts_of(rating_list: RatingList) -> dict[int, list[Part]]:
    rows = RatedSection.objects.filter(rating_list=rating_list).order_by("section_id", "night_id")
    found: dict[int, list[Part]] = {}
    for row in rows:
        found.setdefault(row.period_id, []).append(part_of(row))
    return found


def _corrections(rating_list: RatingList) -> dict[int, dict[int, float]]:
    rows = RatingChange.objects.filter(
        period__rating_list=rating_list, period__kind=PeriodKind.CORRECTION, after__isnull=False
    )
    found: dict[int, dict[int, float]] = {}
    for period, person, after in rows.values_list("period_id", "person_id", "after"):
        found.setdefault(period, {})[person] = after or 0.0
    return found


def differences(rating_list: RatingList, history: History) -> list[Difference]:
    """Return differences of stored and recomputed changes, period after period."""
    kept = _stored_changes(rating_list)
    found: list[Difference] = []
    for period, changes in history.changes.items():
        there = kept.get(period, {})
        now = {person: facts_of(change) for person, change in changes.items()}
        found.extend(_changed_facts(period, there, now))
    return found


def _changed_facts(
    period: int, there: Mapping[int, StoredChange], now: Mapping[int, StoredChange]
) -> Iterator[Difference]:
    for person in sorted(there.keys() | now.keys()):
        if there.get(person) != now.get(person):
            yield Difference(period, person, there.get(person), now.get(person))


def _stored_changes(rating_list: RatingList) -> dict[int, dict[int, StoredChange]]:
    rows = RatingChange.objects.filter(period__rating_list=rating_list).values_list(
        *("period_id", "person_id", "before", "after", "games", "half_points", "expected", "factor", "how")
    )
    found: dict[int, dict[int, StoredChange]] = {}
    for period, person, *facts in rows.iterator(chunk_size=5000):
        found.setdefault(period, {})[person] = tuple(facts)
    return found


def stale_sections(periods: list[RatingPeriod]) -> dict[int, list[RatedSection]]:
    """Return by report the sections whose results have changed since it was counted."""
    rows = list(
        RatedSection.objects.filter(period__in=periods).select_related("section", "rating_list", "night")
    )
    if not rows:
        return {}
    unit = RATING_SYSTEMS[rows[0].rating_list.formula].rates
    games = games_of_parts({part_of(row) for row in rows}, unit)
    found: dict[int, list[RatedSection]] = {}
    for row in rows:
        if games[part_of(row)].results_print != row.results_print:
            found.setdefault(row.period_id, []).append(row)
    return found
