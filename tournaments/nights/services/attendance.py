"""Attendance at a club night: notes of the check-in during a night. Callers lock the section."""

from collections.abc import Sequence

from django.utils import timezone

from tournaments.events.systems import has_nights
from tournaments.models import (
    Absence,
    AbsenceKind,
    Attendance,
    ClubNight,
    Entry,
    EntryState,
    Pairing,
    Round,
    Section,
)
from tournaments.nights.selectors.nights import night_on


def join_night(row: Round) -> None:
    """Make a draft a round of the night in progress; players who are not there miss it."""
    row.night = night_on(row.section) if has_nights(row.section) else None
    if row.night is not None:
        apply_attendance(row.section, row.number)


def note_presence(section: Section, entries: Sequence[Entry]) -> None:
    """Save arrivals or departures as in the entries; a player who leaves without a board was never there."""
    night = night_on(section)
    if night is None:
        return
    here = [entry for entry in entries if entry.checked_in_at is not None]
    Attendance.objects.bulk_create(
        [Attendance(night=night, entry=entry) for entry in here],
        update_conflicts=True,
        unique_fields=["night", "entry"],
        update_fields=["left_at"],
    )
    gone = {entry.pk for entry in entries if entry.checked_in_at is None}
    if gone:
        rows, played = Attendance.objects.filter(night=night), _players_of(night)
        rows.filter(entry__in=gone & played).update(left_at=timezone.now())
        rows.filter(entry__in=gone - played).delete()


def apply_attendance(section: Section, number: int) -> None:
    """Apply attendance: present players play, absent ones get a round without points, or as requested.

    Presence overrides an earlier request.
    """
    players = section.entries.filter(state=EntryState.CONFIRMED)
    Absence.objects.filter(
        entry__in=players.filter(checked_in_at__isnull=False), round_number=number
    ).delete()
    asked = Absence.objects.filter(entry__section=section, round_number=number).values("entry")
    away = players.filter(checked_in_at__isnull=True).exclude(pk__in=asked)
    Absence.objects.bulk_create(
        Absence(entry=entry, round_number=number, kind=AbsenceKind.ZERO) for entry in away
    )


def _players_of(night: ClubNight) -> set[int]:
    """Return the players in a round of the night, if only with the bye."""
    rows = Pairing.objects.filter(round__night=night).exclude(bye="requested_zero")
    return {key for pair in rows.values_list("white_id", "black_id") for key in pair if key}
