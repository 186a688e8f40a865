"""Services for club nights: begin, pair the present players, seat latecomers, end."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.event_log import log_round, log_section, round_facts
from tournaments.core.services.locks import locked_entry, locked_section
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import add_entries
from tournaments.entries.services.joining import boards_of_entry
from tournaments.events.services.events import show_event as show_event_to_all
from tournaments.events.systems import has_nights
from tournaments.models import (
    Attendance,
    ByeKind,
    ClubNight,
    Entry,
    EntryState,
    Pairing,
    Round,
    Section,
)
from tournaments.nights.errors import (
    NobodyNamed,
    NobodyWaits,
    NoNightHere,
    NoNightOpen,
    NotHere,
    PlaysAlready,
)
from tournaments.nights.selectors.nights import night_on, round_on
from tournaments.nights.services.night_ratings import (
    count_ended,
    lock_night_reports,
    lock_season_list,
    uncount_night,
)
from tournaments.rounds.errors import EventHidden
from tournaments.rounds.services.late_arrivals import join_round, seat_pair
from tournaments.rounds.services.rounds import close_round, increment_version, propose_round, publish_round


@transaction.atomic
def begin_night(
    *, section_id: int, actor: Actor, held_on: date | None = None, as_last_time: bool = False
) -> ClubNight:
    """Begin a night without players, or with all players of the last time.

    A night that is on already is returned: a second click begins nothing. Raises NoNightHere.
    """
    section = _season(section_id, actor)
    night = night_on(section)
    if night is not None:
        return night
    last = section.nights.order_by("-opened_at").first()
    night = ClubNight(section=section, held_on=held_on or timezone.localdate())
    night.save(force_insert=True)
    here = section.entries.filter(state=EntryState.CONFIRMED)
    here = here.filter(attendances__night=last) if as_last_time and last else here.none()
    came = list(here.order_by("name", "pk"))
    section.entries.update(checked_in_at=None, checked_in_by_player=False)
    Entry.objects.filter(pk__in=[entry.pk for entry in came]).update(checked_in_at=night.opened_at)
    Attendance.objects.bulk_create(
        Attendance(night=night, entry=entry, arrived_at=night.opened_at) for entry in came
    )
    told = {"held_on": night.held_on.isoformat(), "names": [entry.name for entry in came]}
    log_section("tournaments.night.begun", section, actor, after=told)
    return night


@transaction.atomic
def pair_night(*, section_id: int, actor: Actor, show_event: bool | None = False) -> Round:
    """Pair and publish the next round among the present players; absent ones miss it.

    A round in progress is closed first, which requires all its results. The same night can be paired
    repeatedly. Raises NoNightOpen, and the errors of closing, proposing and publishing; `show_event` decides
    about a hidden event as in `publish_round`.
    """
    if show_event:  # lock order: events before sections
        event_id = Section.objects.values_list("event_id", flat=True).get(pk=section_id)
        show_event_to_all(event_id=event_id, is_public=True, actor=actor)
    section = _season(section_id, actor)
    if show_event is None and not section.event.is_public:
        raise EventHidden(event=section.event.name, round=section.round_rows.count() + 1)
    _night_on(section)
    row = round_on(section)
    if row is not None:
        close_round(round_id=row.pk, actor=actor)
    draft = propose_round(section_id=section_id, actor=actor)
    return publish_round(round_id=draft.pk, version=draft.version, actor=actor)


@transaction.atomic
def come_to_night(*, section_id: int, name: str, actor: Actor) -> Entry:
    """Enter a person who is not on the list of the season, and note the arrival.

    A person on the list is noted as present. Raises NoNightOpen, NobodyNamed.
    """
    section = _season(section_id, actor)
    _night_on(section)
    plain = " ".join(name.split())
    if not plain:
        raise NobodyNamed
    there = section.entries.filter(name__iexact=plain, state=EntryState.CONFIRMED).first()
    if there is None:
        (there,) = add_entries(section_id=section_id, lines=[EntryLine(plain)], actor=actor)
    return check_in(entry_id=there.pk, has_arrived=True, actor=actor)


@transaction.atomic
def seat_late(*, entry_id: int, actor: Actor) -> Pairing:
    """Seat a latecomer against the player without an opponent in the round in progress.

    Raises NoNightOpen, NotHere, PlaysAlready, NobodyWaits.
    """
    entry = locked_entry(entry_id, actor)
    section = entry.section
    _night_on(section)
    row = round_on(section)
    if entry.checked_in_at is None:
        raise NotHere(name=entry.name)
    waiting = row.pairings.filter(bye=ByeKind.ALLOCATED).select_related("white").first() if row else None
    if row is None or waiting is None:
        raise NobodyWaits(name=entry.name)
    there = boards_of_entry(entry).filter(round=row).first()
    if there is not None and there.bye != ByeKind.REQUESTED_ZERO:
        raise PlaysAlready(name=entry.name, board=there.board_number or "-")
    row.section = section
    before = round_facts(row)
    join_round(entry, row)
    pairing = seat_pair(row, waiting.white, entry)
    increment_version(row, "reasons")
    log_round("tournaments.night.seated", row, actor, before=before, after=round_facts(row))
    return pairing


@transaction.atomic
def end_night(*, section_id: int, actor: Actor) -> ClubNight:
    """Close the round in progress and end the night: all players have left. Count it if the list is set to.

    Raises NoNightOpen, and RoundUnfinished if a result is missing.
    """
    section = _season(section_id, actor)
    night = _night_on(section)
    rating_list = lock_season_list(section)
    row = round_on(section)
    if row is not None:
        close_round(round_id=row.pk, actor=actor)
    night.closed_at = timezone.now()
    night.save(update_fields=["closed_at"])
    night.attendances.filter(left_at__isnull=True).update(left_at=night.closed_at)
    section.entries.update(checked_in_at=None, checked_in_by_player=False)
    _log("tournaments.night.ended", night, section, actor)
    if rating_list is not None and rating_list.counts_nights:
        count_ended(rating_list, section, actor)
    return night


@transaction.atomic
def reopen_night(*, night_id: int, actor: Actor) -> ClubNight:
    """Reopen a night that was ended by mistake, unless another has begun; its count is reverted."""
    section_id = ClubNight.objects.values_list("section_id", flat=True).get(pk=night_id)
    section = _season(section_id, actor)
    night = ClubNight.objects.get(pk=night_id)
    if night.closed_at is None or night_on(section) is not None:
        raise NoNightOpen(section=section.name)
    reports = lock_night_reports(night)
    last = night.attendances.filter(left_at=night.closed_at)
    Entry.objects.filter(attendances__in=last).update(checked_in_at=night.closed_at)
    last.update(left_at=None)
    night.closed_at = None
    night.save(update_fields=["closed_at"])
    _log("tournaments.night.reopened", night, section, actor)
    uncount_night(reports, actor)
    return night


def _season(section_id: int, actor: Actor) -> Section:
    section = locked_section(section_id, actor, capability=Capability.RUN_EVENTS)
    if not has_nights(section):
        raise NoNightHere(section=section.name)
    return section


def _night_on(section: Section) -> ClubNight:
    night = night_on(section)
    if night is None:
        raise NoNightOpen(section=section.name)
    return night


def _log(action: str, night: ClubNight, section: Section, actor: Actor) -> None:
    names = night.attendances.order_by("entry__name").values_list("entry__name", flat=True)
    told = {"held_on": night.held_on.isoformat(), "names": list(names)}
    log_section(action, section, actor, after=told)
