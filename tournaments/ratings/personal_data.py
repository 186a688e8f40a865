"""Personal data in ratings."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.models import Person
from club.privacy.personal_data_sets import Erasure, OnErasure, register_data_set
from tournaments.models import RatingChange, RatingPeriod
from tournaments.ratings.merge import move_players


def _periods_of(person: Person) -> Any:
    changed = RatingChange.objects.filter(person=person).values("period")
    return RatingPeriod.objects.filter(pk__in=changed).order_by("pk")


def _rated_lists(person: Person) -> dict[str, list[int]]:
    """Return the lists on which the person is rated, and the counted data."""
    periods = _periods_of(person)
    lists = periods.order_by().values_list("rating_list_id", flat=True).distinct()
    return {
        "tournaments.ratinglist": list(lists),
        "tournaments.ratingperiod": list(periods.values_list("pk", flat=True)),
    }


def _rename_periods(erasure: Erasure) -> None:
    for period in _periods_of(erasure.person).exclude(reason=""):
        RatingPeriod.objects.filter(pk=period.pk).update(reason=erasure.without(period.reason))


register_data_set(
    "tournaments.rating_changes",
    "tournaments.RatingChange.person",
    label=_("rating changes"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_players,
    why=_("Other players' ratings depend on it, so it stays under a neutral name."),
    tells=("period__rating_list__name", "period__number", "period__counted_on", "before", "after", "games"),
    erase=_rename_periods,
    mentions=_rated_lists,
)
register_data_set(
    "tournaments.rated_players",
    "tournaments.RatedPlayer.person",
    label=_("ratings"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_players,
    why=_("Other players' ratings depend on it, so it stays under a neutral name."),
    tells=("rating_list__name", "rating", "games", "highest"),
)
