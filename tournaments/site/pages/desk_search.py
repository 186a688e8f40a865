"""Events and their players for the search of the desk, and the event pinned on top of its menu."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from club.core.access import Scope, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.pages.desk import PageLink
from club.core.pages.desk_search import MAX_HITS, SearchHit, SearchKind, has_words
from club.core.pages.pinned_event import PinnedEvent
from tournaments.entries.models.entry import OUTSIDE
from tournaments.events.selectors.sections import events_for_desk
from tournaments.models import Entry, Event, EventState, Round, RoundState

MAX_EVENTS: Final = 400
"""Newest events whose names are read for a search."""
MAX_PLAYERS: Final = 3000
"""Players of events that are not finished, whose names are read for a search."""
EVENTS: Final = SearchKind("event", gettext_lazy("Events"))
PLAYERS: Final = SearchKind("player", gettext_lazy("Players"))


def find_events(actor: Actor, text: str) -> Iterator[SearchHit]:
    """Find events at the actor's desk by words of the name, the venue and the sections, latest first."""
    found = 0
    for event in events_for_desk(actor)[:MAX_EVENTS]:
        sections = " ".join(section.name for section in event.sections.all())
        day = date_format(event.starts_on, "DATE_FORMAT") if event.starts_on else ""
        if found < MAX_HITS and has_words(f"{event.name} {event.venue} {sections} {day}", text):
            found += 1
            detail = " · ".join(part for part in (day, event.organisation.name) if part)
            yield SearchHit(EVENTS, event.name, detail, reverse("tournaments:desk_event", args=[event.pk]))


def find_players(actor: Actor, text: str) -> Iterator[SearchHit]:
    """Find players of events that are not finished, with the events in which they play."""
    running = events_for_desk(actor).exclude(state=EventState.FINISHED).order_by().values("pk")
    rows = Entry.objects.filter(section__event__in=running).exclude(state__in=OUTSIDE)
    columns = ("pk", "name", "section__event__organisation", "section__event", "section")
    fitting = [
        number
        for number, name, *place in rows.order_by("-pk").values_list(*columns)[:MAX_PLAYERS]
        if has_words(name, text) and may(actor, Capability.SEE_DESK, Scope(*place))
    ][:MAX_HITS]
    players = Entry.objects.filter(pk__in=fitting).select_related("section__event")
    for entry in sorted(players, key=lambda one: fold_name(one.name)):
        address = reverse("tournaments:desk_entries", args=[entry.section_id])
        detail = f"{entry.section.event.name}, {entry.section.name}"
        yield SearchHit(PLAYERS, entry.name, detail, f"{address}#entry-{entry.pk}")


class _Row(NamedTuple):
    """Section of an event, or an event without one."""

    name: str
    club: int
    section: int | None
    section_name: str | None
    latest: int | None  # round that takes results, or the last that did


def pinned_event(actor: Actor, event_id: int, section_id: int | None) -> PinnedEvent | None:
    """Return an unfinished event with links to results, pairing and incidents of the section last seen."""
    published = Round.objects.filter(section=OuterRef("sections"), state=RoundState.PUBLISHED)
    done = Round.objects.filter(section=OuterRef("sections"), state=RoundState.CLOSED)
    events = Event.objects.filter(~Q(state=EventState.FINISHED), pk=event_id).annotate(
        open_round=Subquery(published.order_by("number").values("pk")[:1]),
        closed_round=Subquery(done.order_by("-number").values("pk")[:1]),
    )
    columns = ("name", "organisation", "sections", "sections__name", "open_round", "closed_round")
    ordered = events.order_by("sections__position", "sections").values_list(*columns)
    rows = [
        _Row(name, club, section, section_name, opened or closed)
        for name, club, section, section_name, opened, closed in ordered
    ]
    seen = [row for row in rows if may(actor, Capability.SEE_DESK, Scope(row.club, event_id, row.section))]
    if not seen:
        return None
    row = next((one for one in seen if one.section == section_id), seen[0])
    is_whole = may(actor, Capability.SEE_DESK, Scope(row.club, event_id))
    page = ("desk_event", event_id) if is_whole else ("desk_section", row.section)
    return PinnedEvent(
        event_id=event_id,
        name=row.name,
        section=row.section_name or "" if len(rows) > 1 else "",
        address=reverse(f"tournaments:{page[0]}", args=[page[1]]),
        links=list(_links(actor, event_id, row)),
    )


def _links(actor: Actor, event_id: int, row: _Row) -> Iterator[PageLink]:
    scope = Scope(row.club, event_id, row.section)
    if row.latest is not None and may(actor, Capability.RECORD_RESULTS, scope):
        yield PageLink(reverse("tournaments:desk_round", args=[row.latest]), _("Results"), "")
    if row.section is not None and may(actor, Capability.RUN_EVENTS, scope):
        address = reverse("tournaments:desk_section", args=[row.section])
        yield PageLink(address, pgettext("menu: the next round", "Pair"), "")
    if may(actor, Capability.CORRECT_RESULTS, scope):
        address = reverse("tournaments:incident", args=[event_id])
        yield PageLink(address, pgettext("menu: file one", "Incident"), "")
