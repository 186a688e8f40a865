"""Order of a ladder as rows: steps added and taken back, places saved. Callers lock the ladder."""

from datetime import datetime
from typing import Any

from django.db.models import Case, F, IntegerField, Max, Value, When
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.errors import ChangedMeanwhile
from tournaments.models import Challenge, Ladder, LadderPlace, LadderStep, StepKind
from tournaments.standings.ranking.ladder import Effect, Order, Step, after, replayed


def locked_ladder(ladder_id: int) -> Ladder:
    """Lock a ladder until the transaction ends, and return it."""
    rows = Ladder.objects.select_for_update(of=("self",), no_key=True).select_related(
        "organisation", "rating_list"
    )
    return rows.get(pk=ladder_id)


def locked_for_manager(ladder_id: int, actor: Actor, *, version: int | None = None) -> Ladder:
    """Lock a ladder for its manager; raise ChangedMeanwhile if it differs from the one shown."""
    row = locked_ladder(ladder_id)
    require_permission(actor, Capability.KEEP_LADDERS, ladder_scope(row))
    if version is not None and row.version != version:
        raise ChangedMeanwhile(what=row.name)
    return row


def ladder_scope(ladder: Ladder) -> Scope:
    """Return the scope of actions on a ladder."""
    return Scope(ladder.organisation_id)


def order_of(ladder: Ladder) -> Order:
    """Return the order of a ladder, from the first place down."""
    return tuple(ladder.places.order_by("place").values_list("person_id", flat=True))


def add_step(
    ladder: Ladder,
    kind: StepKind,
    step: Step,
    actor: Actor,
    *,
    challenge: Challenge | None = None,
    happened_at: datetime | None = None,
    reason: str = "",
) -> LadderStep:
    """Apply a step to the order, and save it."""
    before = order_of(ladder)
    number = 1 + (ladder.steps.aggregate(last=Max("number"))["last"] or 0)
    row = LadderStep(
        ladder=ladder,
        number=number,
        kind=kind,
        effect=step.effect.value,
        person_id=step.player,
        other_id=step.other,
        places=step.places,
        challenge=challenge,
        happened_at=happened_at or timezone.now(),
        done_by=actor.label[:200],
        reason=reason[:500],
    )
    # After a step that replaces an earlier one, all later steps are replayed.
    is_last = not ladder.steps.filter(happened_at__gt=row.happened_at, undone_at__isnull=True).exists()
    if is_last:
        order = after(before, step)
        row.place_before, row.place_after = place_in(before, step.player), place_in(order, step.player)
        row.save(force_insert=True)
    else:
        row.save(force_insert=True)
        order = _replay_steps(ladder)
    _save_order(ladder, order)
    return row


def remove_step(ladder: Ladder, row: LadderStep) -> None:
    """Leave a step out, and replay all the others."""
    row.undone_at = timezone.now()
    row.save(update_fields=["undone_at"])
    _save_order(ladder, _replay_steps(ladder))


def place_in(order: Order, person_id: int) -> int | None:
    """Return a person's place."""
    return order.index(person_id) + 1 if person_id in order else None


def steps_of(ladder: Ladder) -> list[Step]:
    """The steps that count, in the order in which they happened."""
    rows = ladder.steps.filter(undone_at__isnull=True).order_by("happened_at", "number")
    return [
        Step(effect=Effect(effect), player=person, other=other, places=places)
        for effect, person, other, places in rows.values_list("effect", "person_id", "other_id", "places")
    ]


def _replay_steps(ladder: Ladder) -> Order:
    return replayed(steps_of(ladder))


def _save_order(ladder: Ladder, order: Order) -> None:
    """Save the places of an order, through negative numbers: places are unique at all times."""
    there = dict(ladder.places.values_list("person_id", "place"))
    ladder.places.exclude(person__in=order).delete()
    wanted = {person: place for place, person in enumerate(order, start=1)}
    moved = {person: place for person, place in wanted.items() if there.get(person, place) != place}
    if moved:
        rows = ladder.places.filter(person__in=moved)
        whens = [When(person_id=person, then=Value(-place)) for person, place in moved.items()]
        rows.update(
            place_before=F("place"),
            moved_at=timezone.now(),
            place=Case(*whens, output_field=IntegerField()),
        )
        rows.update(place=-F("place"))
    LadderPlace.objects.bulk_create(
        LadderPlace(ladder=ladder, person_id=person, place=place)
        for person, place in wanted.items()
        if person not in there
    )


def log_ladder(action: str, ladder: Ladder, actor: Actor, **told: Any) -> None:
    """Write an audit entry about a ladder."""
    audit.record(action, ladder, actor=actor, **told)


def log_challenge(action: str, challenge: Challenge, actor: Actor, **told: Any) -> None:
    """Write an audit entry about a challenge."""
    audit.record(action, challenge, actor=actor, organisation_id=challenge.ladder.organisation_id, **told)
