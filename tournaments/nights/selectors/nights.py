"""Club nights of a season: the current one, its latecomers, and the attendance of each."""

from django.db.models import Count, QuerySet

from tournaments.models import ByeKind, ClubNight, Entry, EntryState, Round, RoundState, Section


def night_now(section: Section) -> ClubNight | None:
    """Return the night in progress."""
    return section.nights.filter(closed_at__isnull=True).first()


def round_on(section: Section) -> Round | None:
    """The round that takes results."""
    return section.round_rows.filter(state=RoundState.PUBLISHED).order_by("-number").first()


def unseated(section: Section, row: Round) -> tuple[Entry | None, list[Entry]]:
    """Return the player with the bye of a round, and those who came after it was paired."""
    waiting = row.pairings.filter(bye=ByeKind.ALLOCATED).select_related("white").first()
    seats = row.pairings.exclude(bye__in=[ByeKind.REQUESTED_ZERO, ByeKind.LATE_ENTRY])
    seated = {key for pair in seats.values_list("white_id", "black_id") for key in pair if key}
    here = section.entries.filter(state=EntryState.CONFIRMED, checked_in_at__isnull=False)
    late = [entry for entry in here.order_by("name", "pk") if entry.pk not in seated]
    return (waiting.white if waiting else None), late


def nights_of(section: Section) -> QuerySet[ClubNight]:
    """Return all nights, the latest first, with the number of attendees as `came` and of rounds played."""
    return section.nights.annotate(
        came=Count("attendances", distinct=True), played=Count("round_rows", distinct=True)
    ).order_by("-opened_at")
