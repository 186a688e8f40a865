"""Rating lists of federations that a club uses: the selectable ones, and its players on them.

A federation's list has persons of the federation. A club's player is found there by the number of both with
the same body. The club's games change its own lists alone: a federation counts for itself.
"""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from club.core.selectors import federations
from club.members.selectors.persons import known_numbers
from tournaments.models import RatedPlayer, RatingList


def lists_to_go_by(organisation_id: int) -> QuerySet[RatingList]:
    """Return the lists that a section of a club may use: its own, and public ones of federations."""
    of_federations = Q(is_public=True, organisation__in=federations())
    rows = RatingList.objects.filter(of_federations | Q(organisation_id=organisation_id))
    return rows.select_related("organisation").order_by("organisation__name", "name", "pk")


def twins_on(lists: QuerySet[RatingList], persons: Collection[int]) -> dict[int, RatedPlayer]:
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
