"""Attendance at a club night: notes of the check-in during a night. Callers lock the section."""

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


def note_presence(entry: Entry) -> None:
    """Save an arrival or departure as in the entry; a player who leaves without a board was never there."""
    night = night_on(entry.section)
    if night is None:
        return
    rows = Attendance.objects.filter(night=night, entry=entry)
    if entry.checked_in_at is not None:
        Attendance.objects.update_or_create(night=night, entry=entry, defaults={"left_at": None})
    elif has_played(night, entry):
        rows.update(left_at=timezone.now())
    else:
        rows.delete()


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


def has_played(night: ClubNight, entry: Entry) -> bool:
    """Check that a player is in a round of the night, if only with the bye."""
    rows = Pairing.objects.filter(round__night=night).exclude(bye="requested_zero")
    return rows.filter(white=entry).exists() or rows.filter(black=entry).exists()
