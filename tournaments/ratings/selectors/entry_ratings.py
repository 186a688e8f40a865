"""Ratings of entries by the list that the section uses: proposed for new ones, compared for all."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.entries.models.entry import OUTSIDE
from tournaments.models import Entry, EntryState, RatedPlayer, RatingList, Section
from tournaments.ratings.selectors.rating_lists import players_by_federation_number


class RatingMove(NamedTuple):
    """An entry whose rating on the list has changed."""

    entry: Entry
    before: int
    now: int


def proposed_ratings(section: Section, persons: Iterable[int]) -> dict[int, int]:
    """Return by person the rating of the list that the section uses, in whole points.

    On the list of a federation players are found by their numbers as well.
    """
    asked = list(persons)
    rows = RatedPlayer.objects.filter(
        rating_list__seasons__section=section, person__in=asked, rating__isnull=False
    )
    found = {person: round(rating or 0.0) for person, rating in rows.values_list("person_id", "rating")}
    missing = [one for one in asked if one not in found]
    if missing:
        lists = RatingList.objects.filter(seasons__section=section)
        others = players_by_federation_number(
            lists.exclude(organisation=section.event.organisation_id), missing
        )
        found |= {person: round(row.rating or 0.0) for person, row in others.items()}
    return found


def rating_moves(section: Section) -> list[RatingMove]:
    """Return the players whose rating differs from the list, by name."""
    rows = section.entries.exclude(state__in=[*OUTSIDE, EntryState.WITHDRAWN])
    entries = list(rows.filter(person__isnull=False).order_by("name", "pk"))
    found = proposed_ratings(section, [one.person_id or 0 for one in entries])
    return [
        RatingMove(one, one.rating, found[one.person_id or 0])
        for one in entries
        if found.get(one.person_id or 0, one.rating) != one.rating
    ]
