"""Who came to a club night: what the check-in notes while a night is on. Callers hold the section."""

from django.utils import timezone

from tournaments.models import Attendance, ClubNight, Entry, Pairing, Section


def night_on(section: Section) -> ClubNight | None:
    """The night that is on."""
    return section.nights.filter(closed_at__isnull=True).first()


def note_presence(entry: Entry) -> None:
    """Keep that somebody came or left, as the entry says; who leaves without a board was never there."""
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


def has_played(night: ClubNight, entry: Entry) -> bool:
    """Whether somebody stands in a round of the night, if only with the bye."""
    rows = Pairing.objects.filter(round__night=night).exclude(bye="requested_zero")
    return rows.filter(white=entry).exists() or rows.filter(black=entry).exists()
