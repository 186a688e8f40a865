"""Open desk tasks of events for an account."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.selectors import DEMO_CLUB
from club.members.selectors.persons import clubs_of
from club.models import Organisation
from tournaments.events.selectors.planned_rounds import is_last_round
from tournaments.events.selectors.sections import events_with_work
from tournaments.models import (
    Case,
    CaseState,
    EntryState,
    Event,
    EventState,
    Fixture,
    Prize,
    ResultDispute,
    Round,
    RoundState,
    Section,
)

MAX_ITEMS = 20
MAX_CLUBS = 3


def clubs_without_events(actor: Actor) -> QuerySet[Organisation]:
    """Return the first clubs, without the demo, in which the actor runs events and there is none."""
    clubs = clubs_of(actor=actor, capability=Capability.RUN_EVENTS).exclude(slug=DEMO_CLUB)
    return clubs.filter(~Exists(Event.objects.filter(organisation=OuterRef("pk"))))[:MAX_CLUBS]


def rounds_on(actor: Actor) -> QuerySet[Round]:
    """Return the latest rounds at the actor's desk that are not closed, annotated with missing results."""
    latest = Round.objects.filter(section=OuterRef("section")).order_by("-number").values("pk")[:1]
    unclosed = Round.objects.filter(pk=Subquery(latest)).exclude(state=RoundState.CLOSED)
    # League rounds are all published from the first day on; their open work is listed by match.
    unclosed = unclosed.filter(~Exists(Fixture.objects.filter(pairing__round=OuterRef("pk"))))
    mine = unclosed.filter(section__event__in=events_with_work(actor).exclude(state=EventState.FINISHED))
    counted = mine.annotate(missing=Count("pairings__games", filter=Q(pairings__games__outcome="pending")))
    return counted.select_related("section__event").order_by("-pk")[:MAX_ITEMS]


def disputes_on(actor: Actor) -> QuerySet[ResultDispute]:
    """Return the open disputes about results at the actor's desk, the oldest first."""
    open_ones = ResultDispute.objects.filter(settled_at__isnull=True)
    mine = open_ones.filter(pairing__round__section__event__in=events_with_work(actor))
    calls = Case.objects.filter(pairing=OuterRef("pairing"), state=CaseState.CALLED)
    rows = mine.annotate(is_called=Exists(calls)).select_related("pairing__round__section__event")
    return rows.defer("pairing__round__reasons").order_by("pk")[:MAX_ITEMS]


def sections_with_entries_to_decide(actor: Actor) -> QuerySet[Section]:
    """Return the sections at the actor's desk with undecided entries, annotated with their number."""
    counted = Section.objects.filter(event__in=events_with_work(actor)).annotate(
        undecided=Count("entries", filter=Q(entries__state=EntryState.PENDING))
    )
    return counted.filter(undecided__gt=0).select_related("event").order_by("pk")[:MAX_ITEMS]


def sections_with_prizes_to_hand_out(actor: Actor) -> list[Section]:
    """Return the sections at the actor's desk whose last round is closed and whose prizes are not public."""
    latest = Round.objects.filter(section=OuterRef("pk")).order_by("-number")
    mine = Section.objects.filter(event__in=events_with_work(actor).exclude(state=EventState.FINISHED))
    played = mine.annotate(
        latest=Subquery(latest.values("number")[:1]), latest_state=Subquery(latest.values("state")[:1])
    )
    closed = played.filter(latest_state=RoundState.CLOSED, prize_handout__isnull=True)
    rows = closed.filter(Exists(Prize.objects.filter(section=OuterRef("pk")))).select_related("event")
    return [one for one in rows.order_by("-pk")[:MAX_ITEMS] if is_last_round(one, one.latest)]
