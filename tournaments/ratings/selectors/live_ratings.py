"""Live ratings: the counted ones, changed by the formula with the nights since.

Nothing of this is stored. A counted night's report gives the same numbers, as it has the same games, ratings
and formula.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.rules.house import HOUSE
from tournaments.core.section_options import BY_LIVE_RATING
from tournaments.models import ClubNight, RatedPlayer, RatedSection, RatingList, Section
from tournaments.ratings.formulas.periods import rate_period
from tournaments.ratings.formulas.registry import RATING_SYSTEMS, formula_of
from tournaments.ratings.formulas.values import Change
from tournaments.ratings.selectors.rated_games import Part, games_of_parts, together
from tournaments.ratings.selectors.rating_history import standing_of
from tournaments.ratings.selectors.rating_lists import players_by_federation_number
from tournaments.ratings.selectors.rating_reports import next_number


class LiveRating(NamedTuple):
    """A person's rating on a list: as counted, and with the nights since."""

    counted: float | None
    now: float | None

    @property
    def is_provisional(self) -> bool:
        """True if it includes games that no report has counted."""
        return self.counted != self.now


class NightChange(NamedTuple):
    """A night that is not counted yet, and its changes by player."""

    night: ClubNight
    changes: Mapping[int, Change]
    results_print: str


def nights_to_count(rating_list: RatingList) -> QuerySet[ClubNight]:
    """Return the nights of its club that use a list and are in no report of it, the earliest first.

    Nights played by house rules count only in a list for these rules.
    """
    counted = RatedSection.objects.filter(rating_list=rating_list)
    alone = counted.filter(night=OuterRef("pk"))
    whole = counted.filter(section=OuterRef("section"), night__isnull=True)
    rows = ClubNight.objects.filter(
        section__season__rating_list=rating_list,
        section__event__organisation=rating_list.organisation_id,
    )
    elsewhere = Q(section__variant__startswith=HOUSE) & ~Q(section__variant=rating_list.variant)
    return rows.exclude(elsewhere).exclude(Exists(alone)).exclude(Exists(whole)).order_by("opened_at", "pk")


def night_changes(rating_list: RatingList, nights: Collection[ClubNight] | None = None) -> list[NightChange]:
    """Return the changes by uncounted nights, one after the other; a night without games is left out."""
    found = list(nights_to_count(rating_list)) if nights is None else list(nights)
    if not found:
        return []
    parts = {one.pk: Part(one.section_id, one.pk) for one in found}
    games = games_of_parts(list(parts.values()), RATING_SYSTEMS[rating_list.formula].rates)
    players = {key for one in games.values() for game in one.meetings for key in (game.first, game.second)}
    rows = RatedPlayer.objects.filter(rating_list=rating_list, person__in=players)
    standings = {row.person_id: standing_of(row) for row in rows}
    number = next_number(rating_list)
    told = []
    for night in found:
        own = games[parts[night.pk]]
        meetings, juniors = together([own], night.held_on.year)
        if not meetings:
            continue
        changes = rate_period(
            formula_of(rating_list.formula),
            standings,
            meetings,
            period=number,
            start=rating_list.initial_rating,
            juniors=juniors,
        )
        number += 1
        standings |= {person: change.after for person, change in changes.items()}
        told.append(NightChange(night, changes, own.results_print))
    return told


def live_ratings(
    rating_list: RatingList, persons: Collection[int], *, of_club: int | None = None
) -> dict[int, LiveRating]:
    """Return the live ratings of these persons; unrated ones without a game are left out.

    Players of another club, who are not on the list, are found by the same number.
    """
    rows = RatedPlayer.objects.filter(rating_list=rating_list, person__in=persons)
    counted: dict[int, float | None] = dict(rows.values_list("person_id", "rating"))
    if of_club is not None and of_club != rating_list.organisation_id:
        missing = [one for one in persons if one not in counted]
        twins = players_by_federation_number(RatingList.objects.filter(pk=rating_list.pk), missing)
        counted |= {person: row.rating for person, row in twins.items()}
    now = dict(counted)
    for night in night_changes(rating_list):
        now |= {person: change.after.rating for person, change in night.changes.items() if person in persons}
    return {person: LiveRating(counted.get(person), rating) for person, rating in now.items()}


def lists_with_nights(lists: Collection[RatingList]) -> list[RatingList]:
    """Return the lists that have uncounted nights, in one query."""
    keys = [one.pk for one in lists]
    if not keys:
        return []
    counted = RatedSection.objects.filter(rating_list=OuterRef("section__season__rating_list"))
    alone = counted.filter(night=OuterRef("pk"))
    whole = counted.filter(section=OuterRef("section"), night__isnull=True)
    rows = ClubNight.objects.filter(
        section__season__rating_list__in=keys,
        section__event__organisation=F("section__season__rating_list__organisation"),
    )
    rows = rows.exclude(Exists(alone)).exclude(Exists(whole))
    waiting = set(rows.values_list("section__season__rating_list", flat=True))
    return [one for one in lists if one.pk in waiting]


def list_of(section: Section) -> RatingList | None:
    """Return the rating list that a section uses."""
    return RatingList.objects.filter(seasons__section=section).first()


def night_ratings(section: Section) -> dict[str, dict[str, int]]:
    """Return by number the live ratings of a season's players, to be stored with the reasons of a round.

    The result is empty for a section of another system, or without a list: it is paired by the ratings of the
    entries.
    """
    rating_list = list_of(section) if section.system in BY_LIVE_RATING else None
    if rating_list is None:
        return {}
    rows = section.entries.filter(number__isnull=False, person__isnull=False)
    numbers = dict(rows.values_list("person_id", "number"))
    found = live_ratings(rating_list, numbers, of_club=section.event.organisation_id)
    return {
        "ratings": {str(numbers[key]): round(one.now) for key, one in found.items() if one.now is not None}
    }
