"""Public events as a calendar: what is on now, next and past, by club, game, kind, year and name."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, TextChoices, Value, When
from django.db.models.functions import Coalesce, ExtractYear, TruncDate
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.selectors import log_version
from club.core.selectors import demo_beside_others, organisation_list
from club.models import Organisation
from tournaments.events.models.section import TEAM_SYSTEMS, TREES
from tournaments.events.selectors.sections import public_events
from tournaments.models import Event, EventState, Round, RoundState, RoundTime, Section

PLAYED_LATELY: Final = timedelta(days=60)
"""A round that is open for longer does not keep its event among those of now."""
VERSION_SECONDS: Final = 300
LEAGUE: Final = Q(options__league=True)


class Phase(TextChoices):
    """Part of the calendar of events."""

    NOW = "now", pgettext_lazy("events", "now")
    NEXT = "next", pgettext_lazy("events", "next")
    PAST = "past", pgettext_lazy("events", "past")


class EventKind(TextChoices):
    """Kind of an event, by the pairing systems of its sections."""

    SWISS = "swiss", _("Swiss system")
    ROUND_ROBIN = "round_robin", _("Round robin")
    KNOCKOUT = "knockout", _("Knock-out")
    NIGHTS = "nights", _("Club nights")
    TEAM = "team", _("Teams")
    LEAGUE = "league", _("League")


_KINDS: Final = {
    EventKind.SWISS: Q(system__in=("fide_dutch_2026", "match_swiss", "double_swiss_2026")),
    EventKind.ROUND_ROBIN: Q(system__in=("round_robin", "double_round_robin", "scheveningen")),
    EventKind.KNOCKOUT: Q(system__in=sorted(TREES)),
    EventKind.NIGHTS: Q(system__in=("club_night", "keizer")),
    EventKind.TEAM: Q(system__in=TEAM_SYSTEMS),
    EventKind.LEAGUE: Q(system__in=TEAM_SYSTEMS) & LEAGUE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFilters:
    """Filters of the calendar; empty ones do not filter."""

    club: str = ""
    variant: str = ""
    kind: str = ""
    name: str = ""


def found_events(filters: EventFilters) -> QuerySet[Event]:
    """Return the public events that match; those of the demo if it is alone on the site, or asked for."""
    rows = public_events() if filters.club else public_events().exclude(demo_beside_others())
    return matching_events(rows, filters)


def matching_events(rows: QuerySet[Event], filters: EventFilters) -> QuerySet[Event]:
    """Filter events."""
    if filters.club:
        rows = rows.filter(organisation__slug=filters.club)
    if filters.variant or filters.kind:
        sections = Section.objects.filter(event=OuterRef("pk"))
        if filters.variant:
            sections = sections.filter(variant=filters.variant)
        if filters.kind:
            sections = sections.filter(_KINDS[EventKind(filters.kind)])
        rows = rows.filter(Exists(sections))
    for word in filters.name.split():
        rows = rows.filter(Q(name__icontains=word) | Q(venue__icontains=word))
    return rows


def with_phase(events: QuerySet[Event], *, today: date | None = None) -> QuerySet[Any]:
    """Annotate events with `phase`, and with `year` for the past ones.

    An event is on from its first to its last day, and longer while a round is in play or still to come. An
    event without a day is on from its first round; it is over when it is finished.
    """
    today = today or timezone.localdate()
    rounds = Round.objects.filter(section__event=OuterRef("pk")).exclude(state=RoundState.DRAFT)
    lately = timezone.now() - PLAYED_LATELY
    in_play = rounds.filter(state=RoundState.PUBLISHED, published_at__gte=lately)
    to_come = RoundTime.objects.filter(section__event=OuterRef("pk"), starts_at__date__gte=today)
    has_begun = Q(starts_on__lte=today) & (
        Q(ends_on__gte=today) | Q(ends_on=None, starts_on=today) | Q(ends_on=None) & Exists(to_come)
    )
    undated = Q(starts_on=None) & (Q(ends_on=None) | Q(ends_on__gte=today))
    phase = Case(
        When(state=EventState.FINISHED, then=Value(Phase.PAST)),
        When(Exists(in_play) | has_begun | undated & Exists(rounds), then=Value(Phase.NOW)),
        When(Q(starts_on__gt=today) | undated, then=Value(Phase.NEXT)),
        default=Value(Phase.PAST),
    )
    day = Coalesce("starts_on", "ends_on", TruncDate("created_at"))
    return events.annotate(phase=phase, day=day, year=ExtractYear(day))


def events_in(events: QuerySet[Event], phase: Phase, *, year: int | None = None) -> QuerySet[Any]:
    """Return the events of a phase: those to come by their first day, the others latest first."""
    rows = with_phase(events).filter(phase=phase)
    if year is not None:
        rows = rows.filter(year=year)
    return rows.order_by("day", "pk") if phase == Phase.NEXT else rows.order_by("-day", "-pk")


def years_of(events: QuerySet[Event]) -> list[int]:
    """Return the years with past events, latest first."""
    rows = with_phase(events).filter(phase=Phase.PAST).order_by("-year")
    return list(rows.values_list("year", flat=True).distinct())


def clubs_with_events() -> QuerySet[Organisation]:
    """Return the clubs with a public event, the demo last."""
    public = Event.objects.filter(organisation=OuterRef("pk")).exclude(state=EventState.DRAFT)
    return organisation_list().filter(Exists(public))


def demo_event_count() -> int:
    """Count the public events of the demo on a site with another club."""
    return public_events().filter(demo_beside_others()).count()


def calendar_version(**_page: object) -> object:
    """Version of pages of events and clubs, for caches: everything that was changed, and the time.

    Days begin and entry deadlines pass without a word, so that a version lasts five minutes at most.
    """
    moment = int(timezone.now().timestamp()) // VERSION_SECONDS
    return moment, log_version()
