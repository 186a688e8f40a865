"""Services for ladders: create and change; players join, leave, are moved by hand or are away."""

from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.persons import person_with_club
from club.models import Person
from club.organisations.services.organisations import lock_club, lock_club_of
from tournaments.events.services.events import require_offered
from tournaments.ladders.errors import (
    AwayUnfit,
    ChallengeOpen,
    LadderNameTaken,
    LadderRulesUnfit,
    MoveNeedsReason,
    NotOfTheClub,
    NotOnLadder,
    OnLadderAlready,
)
from tournaments.ladders.models import LIMITS, MAX_DAYS, SETTINGS, Newcomers
from tournaments.ladders.services.ladder_order import (
    add_step,
    locked_for_manager,
    log_ladder,
    order_of,
    remove_step,
)
from tournaments.models import (
    OPEN_CHALLENGES,
    ChallengeState,
    Ladder,
    LadderPlace,
    LadderStep,
    RatingList,
    StepKind,
)
from tournaments.ratings.selectors.live_ratings import live_ratings
from tournaments.standings.ranking.ladder import Effect, Step

FACTS = ("name", "variant", "rating_list_id", "is_public", *SETTINGS)


@transaction.atomic
def make_ladder(*, organisation_id: int, name: str, actor: Actor, **facts: Any) -> Ladder:
    """Create a new ladder of a club, without players."""
    require_permission(actor, Capability.KEEP_LADDERS, Scope(organisation_id))
    lock_club(organisation_id)
    row = Ladder(organisation_id=organisation_id)
    _apply_settings(row, {"name": name, **facts})
    row.save()
    log_ladder("tournaments.ladder.made", row, actor, after=ladder_facts(row))
    return row


@transaction.atomic
def change_ladder(*, ladder_id: int, version: int, actor: Actor, reason: str = "", **changes: Any) -> Ladder:
    """Change a ladder or its rules; steps by the earlier rules stay as they are."""
    lock_club_of(Ladder.objects.filter(pk=ladder_id))
    row = locked_for_manager(ladder_id, actor, version=version)
    before = ladder_facts(row)
    _apply_settings(row, changes)
    after = ladder_facts(row)
    if after == before:
        return row
    row.version += 1
    row.save()
    log_ladder("tournaments.ladder.changed", row, actor, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def join_ladder(*, ladder_id: int, person_id: int, actor: Actor) -> LadderPlace:
    """Put a person of the club on a ladder, at the bottom or by rating."""
    row = locked_for_manager(ladder_id, actor)
    person = person_with_club(person_id=person_id)
    if person is None or person.organisation_id != row.organisation_id:
        raise NotOfTheClub(ladder=row.name)
    there = row.places.filter(person=person).first()
    if there is not None:
        raise OnLadderAlready(name=person.name, place=there.place)
    step = Step(effect=Effect.PUT, player=person.pk, places=_first_place(row, person.pk))
    done = add_step(row, StepKind.JOINED, step, actor)
    _log_step("tournaments.ladder.joined", done, person, actor)
    return row.places.get(person=person)


@transaction.atomic
def leave_ladder(*, ladder_id: int, person_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a player from a ladder; those below move up. An open challenge prevents it."""
    row = locked_for_manager(ladder_id, actor)
    place = _place(row, person_id)
    require_no_challenge(row, place.person)
    done = add_step(row, StepKind.LEFT, Step(effect=Effect.OUT, player=person_id), actor, reason=reason)
    _log_step("tournaments.ladder.left", done, place.person, actor, reason=reason)


@transaction.atomic
def move_on_ladder(*, ladder_id: int, person_id: int, place: int, reason: str, actor: Actor) -> LadderPlace:
    """Set a player's place by hand, for a stored reason."""
    row = locked_for_manager(ladder_id, actor)
    there = _place(row, person_id)
    if not reason.strip():
        raise MoveNeedsReason
    step = Step(effect=Effect.PUT, player=person_id, places=max(1, min(place, row.places.count())))
    done = add_step(row, StepKind.MOVED, step, actor, reason=reason.strip())
    _log_step("tournaments.ladder.moved", done, there.person, actor, reason=reason)
    return row.places.get(person_id=person_id)


@transaction.atomic
def set_away(*, ladder_id: int, person_id: int, until: date | None, actor: Actor) -> LadderPlace:
    """Set or clear the last day of an absence: no challenge has to be answered in that time.

    The last day of an open challenge moves behind it.
    """
    row = locked_for_manager(ladder_id, actor)
    place = _place(row, person_id)
    today = timezone.localdate()
    if until is not None and not today <= until <= today + timedelta(days=MAX_DAYS):
        raise AwayUnfit(most=MAX_DAYS)
    if place.away_until == until:
        return place
    before = {"player": place.person.name, "away_until": _day(place.away_until)}
    place.away_until = until
    place.save(update_fields=["away_until"])
    if until is not None:
        _postpone_challenges(row, person_id, until)
    after = {"player": place.person.name, "away_until": _day(until)}
    log_ladder("tournaments.ladder.away", row, actor, before=before, after=after)
    return place


@transaction.atomic
def undo_ladder_step(*, ladder_id: int, number: int, actor: Actor, reason: str = "") -> bool:
    """Leave out a step (joined, left, moved) and replay all others; return False if it was out already."""
    row = locked_for_manager(ladder_id, actor)
    step = row.steps.select_related("person").filter(number=number, undone_at__isnull=True).first()
    if step is None or step.challenge_id is not None:
        return False
    if step.kind == StepKind.JOINED:
        require_no_challenge(row, step.person)
    remove_step(row, step)
    _log_step("tournaments.ladder.step_taken_back", step, step.person, actor, reason=reason)
    return True


def require_no_challenge(ladder: Ladder, person: Person) -> None:
    """Raise ChallengeOpen if the player has one."""
    both = Q(challenger=person) | Q(challenged=person)
    if ladder.challenges.filter(both, state__in=OPEN_CHALLENGES).exists():
        raise ChallengeOpen(name=person.name)


def ladder_facts(row: Ladder) -> dict[str, Any]:
    """Return a ladder as the audit log stores it."""
    return {name: getattr(row, name) for name in FACTS}


def _apply_settings(row: Ladder, facts: dict[str, Any]) -> None:
    before = row.variant
    for name, value in facts.items():
        setattr(row, name, value)
    row.name = " ".join(row.name.split())
    others = Ladder.objects.filter(organisation_id=row.organisation_id, name=row.name)
    if others.exclude(pk=row.pk).exists():
        raise LadderNameTaken(name=row.name)
    for name, most in LIMITS.items():
        if not 0 <= getattr(row, name) <= most:
            raise LadderRulesUnfit(field=name, wanted=f"0-{most}")
    if row.variant != before:
        require_offered(row.variant, organisation_id=row.organisation_id)
    _validate_rating_list(row)
    try:
        row.full_clean(exclude=["organisation", "rating_list"], validate_constraints=False)
    except ValidationError as error:
        name = next(iter(error.message_dict))
        raise LadderRulesUnfit(field=name, wanted=" ".join(error.message_dict[name])) from error


def _validate_rating_list(row: Ladder) -> None:
    if row.rating_list_id is None:
        if row.newcomers == Newcomers.RATING:
            raise LadderRulesUnfit(field="rating_list", wanted="newcomers")
        return
    own = RatingList.objects.filter(pk=row.rating_list_id, organisation_id=row.organisation_id)
    if not own.exists():
        raise LadderRulesUnfit(field="rating_list", wanted="")


def _first_place(row: Ladder, person_id: int) -> int:
    """Return the place of a new player: below all players whose rating is not lower."""
    order = order_of(row)
    if row.newcomers == Newcomers.BOTTOM or row.rating_list is None:
        return len(order) + 1
    found = live_ratings(row.rating_list, [*order, person_id])
    ratings = {key: one.now or 0.0 for key, one in found.items()}
    own = ratings.get(person_id, 0.0)
    lower = (at for at, one in enumerate(order, start=1) if ratings.get(one, 0.0) < own)
    return next(lower, len(order) + 1)


def _place(row: Ladder, person_id: int) -> LadderPlace:
    place = row.places.select_related("person").filter(person_id=person_id).first()
    if place is None:
        raise NotOnLadder(name=str(person_id), ladder=row.name)
    return place


def _postpone_challenges(row: Ladder, person_id: int, until: date) -> None:
    both = Q(challenger=person_id) | Q(challenged=person_id)
    for challenge in row.challenges.filter(both, state__in=OPEN_CHALLENGES):
        days = row.answer_days if challenge.state == ChallengeState.MADE else row.play_days
        challenge.due_on = max(challenge.due_on, until + timedelta(days=days))
        challenge.save(update_fields=["due_on"])


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _log_step(action: str, step: LadderStep, person: Person, actor: Actor, *, reason: str = "") -> None:
    facts = {"player": person.name, "step": step.number, "place": step.place_after}
    before = None if step.place_before is None else {"place": step.place_before}
    log_ladder(action, step.ladder, actor, before=before, after=facts, reason=reason)
