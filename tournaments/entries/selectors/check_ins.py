"""Players in the hall, and missing players."""

from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from tournaments.models import Entry, EntryState, RoundState, Section


class Arrivals(NamedTuple):
    """Players of a section by name, number of arrived ones, and missing players."""

    entries: list[Entry]
    here: int
    all: int
    missing: list[Entry]


def next_round(section: Section) -> int:
    """Return the number of the next round to pair."""
    done = section.round_rows.exclude(state=RoundState.DRAFT).aggregate(last=Max("number"))["last"]
    return (done or 0) + 1


def to_arrive(section: Section, words: str = "") -> QuerySet[Entry]:
    """Return the confirmed entries by name; every search word must be in the name."""
    found = section.entries.filter(state=EntryState.CONFIRMED)
    for word in words.split():
        found = found.filter(name__icontains=word)
    return found.order_by("name", "pk")


def arrivals(section: Section, words: str = "") -> Arrivals:
    """Return the arrived and missing players; a player with a bye in the next round is not missing."""
    number = next_round(section)
    everybody = list(to_arrive(section))
    away = section.entries.filter(
        Q(absences__round_number=number) | Q(first_round__gt=number), state=EntryState.CONFIRMED
    )
    excused = set(away.values_list("pk", flat=True))
    missing = [one for one in everybody if one.checked_in_at is None and one.pk not in excused]
    here = sum(one.checked_in_at is not None for one in everybody)
    shown = everybody if not words else list(to_arrive(section, words))
    return Arrivals(shown, here, len(everybody), missing)
