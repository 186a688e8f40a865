"""Events and sections for pages, and their law books and regulations."""

from collections.abc import Iterable

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from club.core.access import clubs_where, events_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.selectors import demo_beside_others
from games.house_rules.selectors import variant_named
from games.laws import DEFAULT_BOOK, LawBook, book_for, law_book_named
from tournaments.conduct import Regulations, regulations_from
from tournaments.entries.models.entry import OUTSIDE
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventState,
    ForbiddenPair,
    GameResult,
    Outcome,
    Pairing,
    Round,
    RoundState,
    Section,
)

GAMES = Prefetch("games", GameResult.objects.select_related("first_member", "second_member"))
"""The games of a pairing; between teams with who sits at each board."""


def events_for_desk(actor: Actor) -> QuerySet[Event]:
    """Return the events visible to the account at the desk, latest first."""
    events = Event.objects.select_related("organisation").prefetch_related("sections")
    return events_within(events, actor, Capability.SEE_DESK)


def events_with_work(actor: Actor) -> QuerySet[Event]:
    """Return the events at the account's desk for lists of open work; the demo's only without other clubs."""
    return events_for_desk(actor).exclude(demo_beside_others())


def events_within(events: QuerySet[Event], actor: Actor, capability: Capability) -> QuerySet[Event]:
    """Filter events to those in which an account has a capability, in the whole club or for the event."""
    clubs = clubs_where(actor, capability)
    if clubs is None:
        return events
    return events.filter(Q(organisation__in=clubs) | Q(pk__in=events_where(actor, capability)))


def public_events() -> QuerySet[Event]:
    """Return the public events, latest first."""
    return Event.objects.exclude(state=EventState.DRAFT).select_related("organisation")


def apart_from_demo(events: Iterable[Event]) -> tuple[list[Event], list[Event]]:
    """Return the events of clubs and those of the demo, which lists show below."""
    own: list[Event] = []
    demo: list[Event] = []
    for event in events:
        (demo if event.organisation.is_demo else own).append(event)
    return own, demo


def entries_of(section: Section) -> QuerySet[Entry]:
    """Return present and past entries of a section, with their requested byes; teams with members."""
    rows = section.entries.exclude(state__in=OUTSIDE).select_related("person")
    return rows.prefetch_related("absences", *(("members",) if section.is_team else ()))


def open_for_results(rows: QuerySet[Round]) -> QuerySet[Round]:
    """Filter rounds to those open for results without a reason: published, and counted by no closed one."""
    later = Round.objects.filter(
        section=OuterRef("section"), state=RoundState.CLOSED, number__gt=OuterRef("number")
    )
    return rows.filter(~Exists(later), state=RoundState.PUBLISHED)


def latest_section(organisation_id: int) -> Section | None:
    """Return the section that a club created last."""
    return Section.objects.filter(event__organisation=organisation_id).order_by("-pk").first()


def public_entries(section: Section) -> QuerySet[Entry]:
    """Filter entries to the public ones: withdrawals before the first round are hidden."""
    return entries_of(section).exclude(state=EntryState.WITHDRAWN, number__isnull=True)


def forbidden_pairs_of(section: Section) -> QuerySet[ForbiddenPair]:
    """Return the forbidden pairs of a section."""
    rows = ForbiddenPair.objects.filter(first__section=section)
    return rows.select_related("first", "second").order_by("pk")


def rounds_of(section: Section) -> QuerySet[Round]:
    """Return the rounds of a section with the number of missing results."""
    return section.round_rows.annotate(
        boards=Count("pairings", filter=Q(pairings__black__isnull=False), distinct=True),
        missing=Count("pairings__games", filter=Q(pairings__games__outcome="pending")),
    ).order_by("number")


def boards_of(row: Round) -> QuerySet[Pairing]:
    """Return the pairings of a round by board, byes last, ready for display."""
    return (
        row.pairings.select_related("white", "black")
        .prefetch_related(GAMES)
        .order_by(F("board_number").asc(nulls_last=True), "bye", "pk")
    )


def open_games(row: Round) -> int:
    """Count the games of a round without a result."""
    return GameResult.objects.filter(pairing__round=row, outcome=Outcome.PENDING).count()


def section_named(text: str) -> Section | None:
    """Return a section by its number, or by the slugs of its event and itself; None if unknown."""
    rows = Section.objects.select_related("event")
    event, slash, section = text.partition("/")
    if slash:
        return rows.filter(event__slug=event, slug=section).first()
    return rows.filter(pk=int(text)).first() if text.isascii() and text.isdecimal() else None


def law_book_of(section: Section | None) -> LawBook:
    """Return the law book of a section; the default one without a section."""
    if section is None:
        return DEFAULT_BOOK
    return book_for(law_book_named(section.law_book), variant_named(section.variant))


def regulations_of(event: Event) -> Regulations:
    """Return the regulations of an event: its preset with its own changes."""
    return regulations_from(event.regulations)
