"""Ladders for display: the order with its arrows, challenges, steps, possible opponents."""

from collections.abc import Collection, Iterable
from dataclasses import fields
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.self_service import own_persons
from club.models import Person
from tournaments.models import OPEN_CHALLENGES, Challenge, ChallengeState, Ladder, LadderPlace, LadderStep
from tournaments.standings.ranking.ladder import Contender, Effect, LadderRules, why_not

ARROW_DAYS = 28
SHOWN_CHALLENGES, SHOWN_STEPS = 50, 50


class PlaceLine(NamedTuple):
    """A line of a ladder; `moved` is the distance up (down: negative) of the last move of some weeks."""

    place: LadderPlace
    moved: int
    is_away: bool
    is_busy: bool
    why_not: str = ""

    @property
    def up(self) -> int:
        """Number of places up."""
        return max(0, self.moved)

    @property
    def down(self) -> int:
        """Number of places down."""
        return max(0, -self.moved)


def rules_of(ladder: Ladder) -> LadderRules:
    """Convert the rules of a ladder for the pure package."""
    rules = {field.name: getattr(ladder, field.name) for field in fields(LadderRules)}
    return LadderRules(**rules | {name: Effect(rules[name]) for name in ("win", "draw", "refusal")})


def managed_ladders(actor: Actor) -> QuerySet[Ladder]:
    """Return the ladders of the clubs in which the actor manages them."""
    clubs = clubs_where(actor, Capability.KEEP_LADDERS)
    rows = Ladder.objects.all() if clubs is None else Ladder.objects.filter(organisation__in=clubs)
    return _with_counts(rows)


def public_ladders(organisation_id: int) -> QuerySet[Ladder]:
    """Return the public ladders of a club."""
    return _with_counts(Ladder.objects.filter(organisation_id=organisation_id, is_public=True))


def _with_counts(rows: QuerySet[Ladder]) -> QuerySet[Ladder]:
    busy = Count("challenges", filter=Q(challenges__state__in=OPEN_CHALLENGES), distinct=True)
    rows = rows.annotate(players=Count("places", distinct=True), open_challenges=busy)
    return rows.select_related("organisation", "rating_list").order_by("organisation__name", "name", "pk")


def places_of(ladder: Ladder) -> QuerySet[LadderPlace]:
    """Return all places, the first one first."""
    return ladder.places.select_related("person").order_by("place")


def place_lines(
    ladder: Ladder, places: Iterable[LadderPlace], *, challenger_id: int | None = None
) -> list[PlaceLine]:
    """Return places with their arrows; for a challenger also why a player cannot be challenged."""
    now, today, rows = timezone.now(), timezone.localdate(), list(places)
    known = contenders_of(ladder, {one.person_id for one in rows}, today=today, places=rows)
    if challenger_id is not None and challenger_id not in known:
        known |= contenders_of(ladder, [challenger_id], today=today)
    challenger = known.get(challenger_id or 0)
    met = _meetings(ladder, challenger_id) if challenger is not None else {}
    rules, lines = rules_of(ladder), []
    for place in rows:
        own, last = known[place.person_id], met.get(place.person_id)
        code = "" if challenger is None else why_not(rules, challenger, own, today=today, last_met=last)
        is_new = place.moved_at is not None and now - place.moved_at < timedelta(days=ARROW_DAYS)
        moved = (place.place_before or place.place) - place.place if is_new else 0
        lines.append(PlaceLine(place, moved, own.is_frozen, own.is_busy, code))
    return lines


def contenders_of(
    ladder: Ladder,
    persons: Collection[int],
    *,
    today: date,
    places: Iterable[LadderPlace] | None = None,
) -> dict[int, Contender]:
    """Return players as the rules see them: place, absence, open challenge, last game."""
    if places is None:
        places = ladder.places.filter(person__in=persons)
    busy, last = _busy(ladder, persons), _last_games(ladder, persons)
    return {
        one.person_id: Contender(
            player=one.person_id,
            place=one.place,
            is_frozen=one.away_until is not None and one.away_until >= today,
            is_busy=one.person_id in busy,
            last_game=last.get(one.person_id),
        )
        for one in places
    }


def _busy(ladder: Ladder, persons: Collection[int]) -> set[int]:
    rows = ladder.challenges.filter(state__in=OPEN_CHALLENGES)
    found = {key for pair in rows.values_list("challenger_id", "challenged_id") for key in pair}
    return found & set(persons)


def _last_games(ladder: Ladder, persons: Collection[int]) -> dict[int, date]:
    found: dict[int, date] = {}
    for side in ("challenger_id", "challenged_id"):
        rows = ladder.challenges.filter(state=ChallengeState.PLAYED, **{f"{side}__in": persons})
        for key, at in rows.values_list(side).annotate(at=Max("settled_at")).order_by():
            day = timezone.localdate(at)
            found[key] = max(day, found.get(key, day))
    return found


def last_meeting(ladder: Ladder, one: int, other: int) -> date | None:
    """Return the day of the last challenge that the two played."""
    return _meetings(ladder, one).get(other)


def _meetings(ladder: Ladder, person_id: int | None) -> dict[int, date]:
    own = Q(challenger=person_id) | Q(challenged=person_id)
    rows = ladder.challenges.filter(own, state=ChallengeState.PLAYED).order_by("settled_at")
    found: dict[int, date] = {}
    for one, other, at in rows.values_list("challenger_id", "challenged_id", "settled_at"):
        found[other if one == person_id else one] = timezone.localdate(at)
    return found


def open_challenges(ladder: Ladder) -> QuerySet[Challenge]:
    """Return challenges without an answer or a game, the oldest first."""
    rows = ladder.challenges.filter(state__in=OPEN_CHALLENGES).select_related("challenger", "challenged")
    return rows.order_by("due_on", "pk")


def past_challenges(ladder: Ladder) -> QuerySet[Challenge]:
    """Return challenges that were played, refused or left, the latest first."""
    rows = ladder.challenges.exclude(state__in=OPEN_CHALLENGES).select_related("challenger", "challenged")
    return rows.order_by("-settled_at", "-pk")


def steps_in_force(ladder: Ladder) -> QuerySet[LadderStep]:
    """Return the steps of a ladder that still count, the latest first."""
    rows = ladder.steps.filter(undone_at__isnull=True).select_related("person", "other", "challenge")
    return rows.order_by("-happened_at", "-number")


def is_player(ladder: Ladder, actor: Actor) -> bool:
    """Check that the actor, or a ward of the actor, is on a ladder."""
    mine = own_persons(actor=actor)
    return bool(mine) and ladder.places.filter(person__in=mine).exists()


def places_of_persons(persons: Collection[Person]) -> QuerySet[LadderPlace]:
    """The places of these persons on all ladders, by ladder."""
    rows = LadderPlace.objects.filter(person__in=persons).select_related("ladder__organisation", "person")
    return rows.order_by("ladder__name", "ladder_id", "place")


def challenges_of_persons(persons: Collection[int]) -> QuerySet[Challenge]:
    """Return the open challenges of these persons, the most urgent first."""
    own = Q(challenger__in=persons) | Q(challenged__in=persons)
    rows = Challenge.objects.filter(own, state__in=OPEN_CHALLENGES)
    return rows.select_related("ladder__organisation", "challenger", "challenged").order_by("due_on", "pk")
