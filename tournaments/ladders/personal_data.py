"""Personal data in ratings and ladders."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.duplicates.merge_steps import Merge
from club.models import Person
from club.privacy.personal_data_sets import Erasure, OnErasure, register_data_set
from tournaments.ladders.errors import BothOnOneLadder
from tournaments.models import Challenge, LadderPlace, LadderStep, RatingChange, RatingPeriod
from tournaments.ratings.merge import move_players

ORDER_STAYS = _("Other players' places depend on it, so it stays under a neutral name.")
CHALLENGE_COLUMNS = ("ladder__name", "state", "made_at", "result", "settled_at")
STEP_COLUMNS = ("ladder__name", "kind", "place_before", "place_after", "happened_at", "reason")


def _on_ladders(person: Person) -> dict[str, list[int]]:
    """Return the ladders on which the person has a step: joining is one."""
    ladders = LadderStep.objects.filter(person=person).order_by().values_list("ladder_id", flat=True)
    return {"tournaments.ladder": list(ladders.distinct())}


def _rename_steps(erasure: Erasure) -> None:
    for step in LadderStep.objects.filter(person=erasure.person).exclude(reason=""):
        LadderStep.objects.filter(pk=step.pk).update(reason=erasure.without(step.reason))


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


def move_ladders(merge: Merge) -> None:
    """Move places, steps and challenges; refuse if both were on one ladder, as the order would change."""
    there = _ladders_of(merge.kept.pk)
    for ladder, name in _ladders_of(merge.merged.pk).items():
        if ladder in there:
            raise BothOnOneLadder(name=merge.kept.name, ladder=name)
    for relation in (
        *("ladderplace.person", "ladderstep.person", "ladderstep.other"),
        *("challenge.challenger", "challenge.challenged"),
    ):
        merge.move(f"tournaments.{relation}")


def _ladders_of(person_id: int) -> dict[int, str]:
    """Return the ladders with a place or an event of the person."""
    own = Q(person=person_id) | Q(other=person_id)
    steps = LadderStep.objects.filter(own).values_list("ladder_id", "ladder__name")
    places = LadderPlace.objects.filter(person=person_id).values_list("ladder_id", "ladder__name")
    challenges = Challenge.objects.filter(Q(challenger=person_id) | Q(challenged=person_id))
    return dict(steps) | dict(places) | dict(challenges.values_list("ladder_id", "ladder__name"))


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
register_data_set(
    "tournaments.ladder_places",
    "tournaments.LadderPlace.person",
    label=_("places on ladders"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_ladders,
    why=ORDER_STAYS,
    tells=("ladder__name", "place", "away_until", "active_at"),
)
register_data_set(
    "tournaments.ladder_steps",
    "tournaments.LadderStep.person",
    label=_("changes of place on a ladder"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_ladders,
    why=ORDER_STAYS,
    tells=STEP_COLUMNS,
    erase=_rename_steps,
    mentions=_on_ladders,
)
register_data_set(
    "tournaments.ladder_steps_of_others",
    "tournaments.LadderStep.other",
    label=_("ladder steps of others that involve the person"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_ladders,
    why=ORDER_STAYS,
    tells=STEP_COLUMNS,
)
register_data_set(
    "tournaments.challenges_made",
    "tournaments.Challenge.challenger",
    label=_("challenges made"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_ladders,
    why=ORDER_STAYS,
    tells=CHALLENGE_COLUMNS,
)
register_data_set(
    "tournaments.challenges_had",
    "tournaments.Challenge.challenged",
    label=_("challenges received"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_ladders,
    why=ORDER_STAYS,
    tells=CHALLENGE_COLUMNS,
)
