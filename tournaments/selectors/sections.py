"""Events and sections as pages show them."""

from django.db.models import Count, F, Q, QuerySet

from club.access import clubs_where, events_where
from club.actor import Actor
from club.capabilities import Capability
from tournaments.models import Entry, EntryState, Event, EventState, Pairing, Round, Section


def events_for_desk(actor: Actor) -> QuerySet[Event]:
    """The events that somebody may see at the desk, the latest first."""
    events = Event.objects.select_related("organisation").prefetch_related("sections")
    clubs = clubs_where(actor, Capability.SEE_DESK)
    if clubs is None:
        return events
    named = events_where(actor, Capability.SEE_DESK)
    return events.filter(Q(organisation__in=clubs) | Q(pk__in=named))


def public_events() -> QuerySet[Event]:
    """The events everybody may look at, the latest first."""
    return Event.objects.exclude(state=EventState.DRAFT).select_related("organisation")


def entries_of(section: Section) -> QuerySet[Entry]:
    """The entries of a section with the byes they have asked for."""
    return (
        section.entries.exclude(state=EntryState.REFUSED)
        .prefetch_related("absences")
        .select_related("person")
    )


def rounds_of(section: Section) -> QuerySet[Round]:
    """The rounds of a section with how many games they lack."""
    return section.round_rows.annotate(
        boards=Count("pairings", filter=Q(pairings__black__isnull=False), distinct=True),
        missing=Count("pairings__games", filter=Q(pairings__games__outcome="pending")),
    ).order_by("number")


def boards_of(row: Round) -> QuerySet[Pairing]:
    """The pairings of a round by board, byes last, ready to be shown."""
    return (
        row.pairings.select_related("white", "black")
        .prefetch_related("games")
        .order_by(F("board_number").asc(nulls_last=True), "bye", "pk")
    )


def section_named(text: str) -> Section | None:
    """A section by its number, or by the short names of its event and itself; None where there is none."""
    rows = Section.objects.select_related("event")
    event, slash, section = text.partition("/")
    if slash:
        return rows.filter(event__slug=event, slug=section).first()
    return rows.filter(pk=int(text)).first() if text.isascii() and text.isdecimal() else None
