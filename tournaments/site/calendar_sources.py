"""Calendar sources: events, their rounds and club nights for the calendars of clubs and players."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from club.calendar.sources import CalendarLine, of_clubs, of_persons
from club.live.selectors import last_numbers
from club.models import Person
from tournaments.core.row_orders import sections_by_event
from tournaments.events.selectors.schedule import Appointment, club_appointments, player_appointments
from tournaments.leagues.selectors.fixtures import days_of_club, days_of_player, place_of
from tournaments.models import ClubNight, Entry, EntryState, Event, EventState, Fixture, Official

A_DAY = timedelta(days=1)


@of_clubs
def event_lines(organisation_id: int, first: date, last: date) -> Iterator[CalendarLine]:
    """Return the days of public events."""
    events = Event.objects.filter(organisation_id=organisation_id, starts_on__lte=last)
    ends = Q(ends_on__gte=first) | Q(ends_on__isnull=True, starts_on__gte=first)
    for event in events.filter(ends).exclude(state=EventState.DRAFT):
        yield _days(event, title=event.name, key=f"event-{event.pk}")


@of_clubs
def round_lines(organisation_id: int, first: date, last: date) -> Iterator[CalendarLine]:
    """Return the rounds of public events that have a time, paired or planned."""
    found = club_appointments(organisation_id, _moment(first), _moment(last) + A_DAY)
    heard = last_numbers({f"section:{one.section.pk}" for one in found})
    for one in found:
        yield _round(one._replace(sequence=heard.get(f"section:{one.section.pk}", 0)))


@of_clubs
def night_lines(organisation_id: int, first: date, last: date) -> Iterator[CalendarLine]:
    """Return the club nights of public seasons that took place."""
    nights = ClubNight.objects.filter(
        section__event__organisation_id=organisation_id, held_on__gte=first, held_on__lte=last
    )
    nights = nights.exclude(section__event__state=EventState.DRAFT).select_related("section__event")
    for night in nights.order_by(*sections_by_event("section__"), "-opened_at", "-pk"):
        event = night.section.event
        yield CalendarLine(
            key=f"club-night-{night.pk}",
            title=_("Club night: %(season)s") % {"season": event.name},
            kind=_("club night"),
            starts=night.held_on,
            ends=night.held_on + A_DAY,
            place=_place(event),
            address=reverse("tournaments:event", args=[event.slug]),
            told_at=night.opened_at,
        )


@of_clubs
def match_lines(organisation_id: int, first: date, last: date) -> Iterator[CalendarLine]:
    """Return the league matches of the club's teams, at home and away."""
    for fixture in days_of_club(organisation_id, _moment(first), _moment(last) + A_DAY):
        yield _match(fixture)


@of_persons
def matches_of_person(person: Person, first: date, last: date) -> Iterator[CalendarLine]:
    """Return the matches of the teams that have the person in their squad."""
    for fixture in days_of_player(person, _moment(first), _moment(last) + A_DAY):
        yield _match(fixture)


@of_persons
def rounds_of_person(person: Person, first: date, last: date) -> Iterator[CalendarLine]:
    """Return the person's rounds in public events, with board and opponent once published."""
    begin, end = _moment(first), _moment(last) + A_DAY
    timed = Q(section__round_times__starts_at__range=(begin, end))
    timed |= Q(section__round_rows__starts_at__range=(begin, end))
    entries = Entry.objects.filter(timed, person=person, state=EntryState.CONFIRMED)
    entries = entries.exclude(section__event__state=EventState.DRAFT).distinct()
    for entry in entries.select_related("section__event").order_by("pk"):
        for one in player_appointments(entry):
            if begin <= one.starts_at < end:
                yield _round(one, entry)


@of_persons
def duties_of_person(person: Person, first: date, last: date) -> Iterator[CalendarLine]:
    """Return the public events at which the person has a duty."""
    rows = Official.objects.filter(person=person, event__starts_on__lte=last)
    rows = rows.exclude(event__state=EventState.DRAFT).select_related("event")
    rows = rows.filter(Q(event__ends_on__gte=first) | Q(event__starts_on__gte=first))
    for row in rows.order_by("-event__starts_on", "-event_id", "position", "pk"):
        names = {"role": row.get_role_display(), "event": row.event.name}
        title = _("%(event)s (%(role)s)") % names
        yield _days(row.event, title=title, key=f"event-{row.event_id}-official-{row.pk}")


def meeting_text(one: Appointment, player: Entry) -> str:
    """Describe the board, side and opponent of a player, or the bye; empty before publication."""
    pairing = one.meets
    if pairing is None:
        return ""
    if pairing.black is None:
        return pairing.get_bye_display()
    is_white = pairing.white_id == player.pk
    facts = {
        "board": pairing.board_number,
        "side": _("White") if is_white else _("Black"),
        "opponent": (pairing.black if is_white else pairing.white).name,
    }
    return _("Board %(board)s, %(side)s in game 1 against %(opponent)s") % facts


def _days(event: Event, *, title: str, key: str) -> CalendarLine:
    assert event.starts_on is not None  # noqa: S101 - asked for above
    return CalendarLine(
        key=key,
        title=title,
        kind=_("event"),
        starts=event.starts_on,
        ends=(event.ends_on or event.starts_on) + A_DAY,
        place=_place(event),
        notes=event.description,
        address=reverse("tournaments:event", args=[event.slug]),
        sequence=event.version,
        told_at=event.created_at,
    )


def _round(one: Appointment, player: Entry | None = None) -> CalendarLine:
    event = one.section.event
    zone = ZoneInfo(event.time_zone or timezone.get_default_timezone_name())
    names = {"number": one.number, "event": event.name, "section": one.section.name}
    whose = f"-player-{player.pk}" if player is not None else ""
    return CalendarLine(
        key=f"section-{one.section.pk}-round-{one.number}{whose}",
        title=_("Round %(number)s: %(event)s, %(section)s") % names,
        kind=_("round"),
        starts=one.starts_at.astimezone(zone),
        place=_place(event),
        notes=meeting_text(one, player) if player is not None else "",
        address=reverse("tournaments:players", args=[event.slug, one.section.slug]),
        sequence=one.sequence,
        told_at=one.told_at,
    )


def _match(fixture: Fixture) -> CalendarLine:
    pairing, begins_at = fixture.pairing, fixture.begins_at
    assert begins_at is not None  # noqa: S101 - asked for in the span
    assert pairing.black is not None  # noqa: S101 - the same
    row = pairing.round
    event = row.section.event
    zone = ZoneInfo(event.time_zone or timezone.get_default_timezone_name())
    names = {"number": row.number, "event": event.name, "section": row.section.name}
    place = [event.slug, row.section.slug, row.number, pairing.board_number]
    return CalendarLine(
        key=f"fixture-{fixture.pk}",
        title=f"{pairing.white.name} - {pairing.black.name}",
        kind=_("match"),
        starts=begins_at.astimezone(zone),
        place=", ".join(part for part in place_of(fixture) if part),
        notes=_("Round %(number)s: %(event)s, %(section)s") % names,
        address=reverse("tournaments:match", args=place),
        told_at=row.section.created_at,
    )


def _place(event: Event) -> str:
    return ", ".join(part for part in (event.venue, event.address) if part)


def _moment(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)
