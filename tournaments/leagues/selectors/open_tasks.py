"""Open tasks of leagues and club nights: for captains, for polled members, and for directors."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.selectors import demo_beside_others
from tournaments.events.selectors.sections import events_within
from tournaments.leagues.selectors.fixtures import LedTeam
from tournaments.models import (
    ClubNight,
    Event,
    EventState,
    Fixture,
    FixtureState,
    HandedLineUp,
    Outcome,
    RoundState,
    Section,
)

SOON: Final = timedelta(days=7)
MAX_TASKS: Final = 20


class CaptainTaskKind(StrEnum):
    """Kind of task that waits for a captain."""

    LINE_UP = "line_up"
    RESULTS = "results"
    CONFIRM = "confirm"


class CaptainTask(NamedTuple):
    """A match with an open task of a captain."""

    team: LedTeam
    fixture: Fixture
    what: CaptainTaskKind


def captain_tasks(teams: list[LedTeam], *, now: datetime) -> list[CaptainTask]:
    """Return the open tasks of these teams' captains, by day: line-ups of the week, results, answers."""
    if not teams:
        return []
    keys = [one.team.pk for one in teams]
    rows = Fixture.objects.filter(
        Q(pairing__white__in=keys) | Q(pairing__black__in=keys),
        state=FixtureState.PLANNED,
        pairing__round__state=RoundState.PUBLISHED,
        pairing__games__outcome=Outcome.PENDING,
        settled_at__isnull=True,
    )
    rows = rows.annotate(day=Coalesce("starts_at", "pairing__round__starts_at")).distinct()
    rows = rows.filter(day__lte=now + SOON).order_by("day", "pk")[:MAX_TASKS]
    found = list(rows.select_related("pairing__white", "pairing__black", "pairing__round"))
    handed = set(HandedLineUp.objects.filter(fixture__in=found).values_list("fixture_id", "entry_id"))
    waits = [(team, fixture, _task_of(team, fixture, handed, now)) for fixture in found for team in teams]
    return [CaptainTask(team, fixture, what) for team, fixture, what in waits if what is not None]


def _task_of(
    team: LedTeam, fixture: Fixture, handed: set[tuple[int, int]], now: datetime
) -> CaptainTaskKind | None:
    own, pairing = team.team.pk, fixture.pairing
    if own not in {pairing.white_id, pairing.black_id}:
        return None
    if fixture.told_at is not None:
        return CaptainTaskKind.CONFIRM if fixture.told_by_id != own else None
    begins = fixture.begins_at
    if begins is not None and begins <= now:
        return CaptainTaskKind.RESULTS
    return CaptainTaskKind.LINE_UP if (fixture.pk, own) not in handed else None


class LeagueTasks(NamedTuple):
    """Numbers of matches in a league without reported results and of postponed matches without a new day."""

    section: Section
    untold: int
    undated: int


def league_tasks(actor: Actor, *, now: datetime) -> list[LeagueTasks]:
    """Return the leagues of an account in which matches wait for their director."""
    rows = Fixture.objects.filter(
        pairing__round__section__event__in=_events_run_by(actor),
        pairing__round__state=RoundState.PUBLISHED,
        pairing__black__isnull=False,
    )
    rows = rows.annotate(day=Coalesce("starts_at", "pairing__round__starts_at"))
    open_games = Q(pairing__games__outcome=Outcome.PENDING)
    untold = Q(state=FixtureState.PLANNED, told_at__isnull=True, day__lte=now) & open_games
    counted = rows.values(section=F("pairing__round__section")).annotate(
        untold=Count("pk", filter=untold, distinct=True),
        undated=Count("pk", filter=Q(state=FixtureState.POSTPONED) & open_games, distinct=True),
    )
    told = {one["section"]: one for one in counted if one["untold"] or one["undated"]}
    sections = Section.objects.filter(pk__in=told).select_related("event").order_by("pk")[:MAX_TASKS]
    return [LeagueTasks(one, told[one.pk]["untold"], told[one.pk]["undated"]) for one in sections]


def nights_on(actor: Actor) -> QuerySet[ClubNight]:
    """Return the club nights in progress, of seasons that the account runs."""
    rows = ClubNight.objects.filter(closed_at__isnull=True, section__event__in=_events_run_by(actor))
    return rows.select_related("section__event").order_by("pk")[:MAX_TASKS]


def _events_run_by(actor: Actor) -> QuerySet[Event]:
    rows = Event.objects.exclude(state=EventState.FINISHED).exclude(demo_beside_others())
    return events_within(rows, actor, Capability.RUN_EVENTS)
