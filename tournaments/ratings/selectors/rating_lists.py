"""Rating lists for display: the list by rating, its reports, the curve of a player."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.selectors import federations
from club.members.selectors.persons import known_numbers
from club.models import Person
from tournaments.models import (
    Event,
    EventState,
    RatedPlayer,
    RatingChange,
    RatingList,
    RatingPeriod,
)


class CurvePoint(NamedTuple):
    """A rating after a report; `event` only if it is public."""

    change: RatingChange
    event: Event | None


class Curve(NamedTuple):
    """A player on a list, with the history of the rating."""

    rating_list: RatingList
    player: RatedPlayer
    points: tuple[CurvePoint, ...]


def managed_lists(actor: Actor) -> QuerySet[RatingList]:
    """Return the lists of the clubs in which the actor manages lists."""
    clubs = clubs_where(actor, Capability.RUN_EVENTS)
    rows = RatingList.objects.all() if clubs is None else RatingList.objects.filter(organisation__in=clubs)
    return _with_counts(rows)


def public_lists(organisation_id: int) -> QuerySet[RatingList]:
    """Return the public lists of a club."""
    return _with_counts(RatingList.objects.filter(organisation_id=organisation_id, is_public=True))


def _with_counts(rows: QuerySet[RatingList]) -> QuerySet[RatingList]:
    number = Count("players", filter=Q(players__rating__isnull=False))
    rows = rows.annotate(rated=number)
    return rows.select_related("organisation").order_by("organisation__name", "name")


def players_by_rating(rating_list: RatingList) -> QuerySet[RatedPlayer]:
    """Return the rated players of the list, the highest first."""
    rows = RatedPlayer.objects.filter(rating_list=rating_list, rating__isnull=False)
    return rows.select_related("person").order_by("-rating", "pk")


def periods_of(rating_list: RatingList) -> QuerySet[RatingPeriod]:
    """Return the reports and corrections of a list, the latest first, with the number of changed players."""
    rows = rating_list.periods.select_related("event", "rating_list")
    return rows.annotate(players=Count("changes")).order_by("-number")


def changes_of(period: RatingPeriod) -> QuerySet[RatingChange]:
    """Return the changes of a report, by the rating after it."""
    rows = period.changes.select_related("person")
    return rows.order_by(F("after").desc(nulls_last=True), "person__name", "pk")


def curves_of(person: Person) -> tuple[Curve, ...]:
    """Return the public lists of a person, each with its curve."""
    standings = RatedPlayer.objects.filter(person=person, rating__isnull=False, rating_list__is_public=True)
    rows = list(
        standings.select_related("rating_list__organisation", "person").order_by("rating_list__name", "pk")
    )
    if not rows:
        return ()
    points: dict[int, list[CurvePoint]] = {}
    for change in curve_changes(person, [row.rating_list_id for row in rows]):
        points.setdefault(change.period.rating_list_id, []).append(curve_point(change))
    return tuple(Curve(row.rating_list, row, tuple(points.get(row.rating_list_id, ()))) for row in rows)


def curve_changes(person: Person, lists: list[int]) -> QuerySet[RatingChange]:
    """Return a person's changes on these lists, in the order of the reports."""
    rows = RatingChange.objects.filter(person=person, period__rating_list__in=lists, after__isnull=False)
    return rows.select_related("person", "period__event").order_by("period__rating_list_id", "period__number")


def curve_point(change: RatingChange) -> CurvePoint:
    """Return a point, without the event if that is not public."""
    event = change.period.event
    return CurvePoint(change, event if event is not None and event.state != EventState.DRAFT else None)


def usable_lists(organisation_id: int) -> QuerySet[RatingList]:
    """Return the lists that a section of a club may use: its own, and public ones of federations."""
    of_federations = Q(is_public=True, organisation__in=federations())
    rows = RatingList.objects.filter(of_federations | Q(organisation_id=organisation_id))
    return rows.select_related("organisation").order_by("organisation__name", "name", "pk")


def players_by_federation_number(
    lists: QuerySet[RatingList], persons: Collection[int]
) -> dict[int, RatedPlayer]:
    """Return by person the rated player of the lists with the same number of the same body.

    A number that several on the lists have is ignored.
    """
    known = known_numbers(persons=persons)
    if not known:
        return {}
    rows = RatedPlayer.objects.filter(rating_list__in=lists, rating__isnull=False)
    rows = rows.filter(person__federation_numbers__number__in={number for _body, number in known})
    found: dict[int, set[RatedPlayer]] = {}
    for row in rows.prefetch_related("person__federation_numbers").select_related("person").distinct():
        for one in row.person.federation_numbers.all():
            person = known.get((one.body.casefold(), one.number))
            if person is not None:
                found.setdefault(person, set()).add(row)
    return {person: min(alike, key=lambda row: row.pk) for person, alike in found.items() if len(alike) == 1}
