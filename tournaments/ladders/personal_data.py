"""Personal data in ladders, and their part in a merge of two persons."""

from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.duplicates.merge_steps import Merge
from club.models import Person
from club.privacy.personal_data_sets import Erasure, OnErasure, register_data_set
from tournaments.ladders.errors import BothOnOneLadder
from tournaments.models import Challenge, LadderPlace, LadderStep

CHALLENGE_COLUMNS = ("ladder__name", "state", "made_at", "result", "settled_at")
STEP_COLUMNS = ("ladder__name", "kind", "place_before", "place_after", "happened_at", "reason")


def _on_ladders(person: Person) -> dict[str, list[int]]:
    """Return the ladders on which the person has a step: joining is one."""
    ladders = LadderStep.objects.filter(person=person).order_by().values_list("ladder_id", flat=True)
    return {"tournaments.ladder": list(ladders.distinct())}


def _rename_steps(erasure: Erasure) -> None:
    for step in LadderStep.objects.filter(person=erasure.person).exclude(reason=""):
        LadderStep.objects.filter(pk=step.pk).update(reason=erasure.without(step.reason))


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


PLACES_STAY: Final[dict[str, Any]] = {
    "fate": OnErasure.PSEUDONYMIZE,
    "on_merge": move_ladders,
    "why": _("Other players' places depend on it, so it stays under a neutral name."),
}
register_data_set(
    "tournaments.ladder_places",
    "tournaments.LadderPlace.person",
    label=_("places on ladders"),
    tells=("ladder__name", "place", "away_until", "active_at"),
    **PLACES_STAY,
)
register_data_set(
    "tournaments.ladder_steps",
    "tournaments.LadderStep.person",
    label=_("changes of place on a ladder"),
    tells=STEP_COLUMNS,
    erase=_rename_steps,
    mentions=_on_ladders,
    **PLACES_STAY,
)
register_data_set(
    "tournaments.ladder_steps_of_others",
    "tournaments.LadderStep.other",
    label=_("ladder steps of others that involve the person"),
    tells=STEP_COLUMNS,
    **PLACES_STAY,
)
register_data_set(
    "tournaments.challenges_made",
    "tournaments.Challenge.challenger",
    label=_("challenges made"),
    tells=CHALLENGE_COLUMNS,
    **PLACES_STAY,
)
register_data_set(
    "tournaments.challenges_had",
    "tournaments.Challenge.challenged",
    label=_("challenges received"),
    tells=CHALLENGE_COLUMNS,
    **PLACES_STAY,
)
