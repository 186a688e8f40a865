"""Schedule of rounds, the source of calendars."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from club.live.selectors import last_number
from tournaments.models import (
    Entry,
    Event,
    EventState,
    Pairing,
    Round,
    RoundState,
    RoundTime,
    Section,
)


class Appointment(NamedTuple):
    """A round with its start; `meets` is the published pairing of the calendar's player."""

    section: Section
    number: int
    starts_at: datetime
    told_at: datetime
    sequence: int
    meets: Pairing | None = None


def round_times(section: Section) -> dict[int, datetime]:
    """Return the start of every scheduled round, paired or planned; without the pairings of drafts."""
    planned = dict(section.round_times.values_list("number", "starts_at"))
    rows = section.round_rows.filter(starts_at__isnull=False).values_list("number", "starts_at")
    return planned | {number: starts_at for number, starts_at in rows if starts_at is not None}


def section_appointments(section: Section) -> Iterator[Appointment]:
    """The rounds of a section that have a time, in their order."""
    sequence = last_number(f"section:{section.pk}")
    for number, starts_at in sorted(round_times(section).items()):
        yield Appointment(section, number, starts_at, section.created_at, sequence)


def event_appointments(event: Event) -> list[Appointment]:
    """The rounds of every section, by their beginning."""
    found = [one for section in event.sections.all() for one in section_appointments(section)]
    return sorted(found, key=lambda one: (one.starts_at, one.section.position, one.number))


def club_appointments(organisation_id: int, begin: datetime, end: datetime) -> list[Appointment]:
    """Return the rounds of a club's public events in a span, each with its event, without round totals."""
    events = Event.objects.filter(organisation_id=organisation_id).exclude(state=EventState.DRAFT)
    planned = RoundTime.objects.filter(section__event__in=events, starts_at__gte=begin, starts_at__lt=end)
    paired = Round.objects.filter(section__event__in=events, starts_at__isnull=False)
    held = {(one.section_id, one.number): one.starts_at for one in paired if one.starts_at is not None}
    times = {(one.section_id, one.number): one.starts_at for one in planned} | held
    sections = Section.objects.select_related("event").in_bulk({section for section, _number in times})
    return [
        Appointment(sections[section], number, starts_at, sections[section].created_at, 0)
        for (section, number), starts_at in sorted(times.items(), key=lambda one: (one[1], one[0]))
        if begin <= starts_at < end
    ]


def player_appointments(entry: Entry) -> list[Appointment]:
    """Return the rounds of a player's section, with the published boards and opponents."""
    section = entry.section
    rows = Pairing.objects.filter(Q(white=entry) | Q(black=entry), round__section=section)
    rows = rows.exclude(round__state=RoundState.DRAFT).select_related("round", "white", "black")
    own = {pairing.round.number: pairing for pairing in rows}
    return [one._replace(meets=own.get(one.number)) for one in section_appointments(section)]
