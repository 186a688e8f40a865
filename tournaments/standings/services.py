"""Publication of standings at the closing of a round, and after a change of their inputs."""

from collections.abc import Sequence

from tournaments.models import Entry, Section, SnapshotCause, StandingsSnapshot
from tournaments.standings.selectors.snapshots import (
    closed_rounds,
    content_of,
    contents_now,
    latest_snapshots,
)


def publish_standings(
    section: Section,
    *,
    cause: SnapshotCause,
    reason: str = "",
    from_round: int = 1,
    closed: Sequence[int] | None = None,
) -> list[StandingsSnapshot]:
    """Publish the standings of every closed round that differ from the published ones.

    `closed` are the closed rounds from that round on, for a caller that has read them. Callers have locked
    the section, have written their change, and write the audit entry.
    """
    numbers = closed_rounds(section, from_round=from_round) if closed is None else closed
    latest = latest_snapshots(section, numbers)
    made = [
        StandingsSnapshot(section=section, round_number=number, cause=cause, reason=reason, **now._asdict())
        for number, now in contents_now(section, numbers).items()
        if number not in latest or content_of(latest[number]) != now
    ]
    return StandingsSnapshot.objects.bulk_create(made)


def publish_after_settings(section: Section, reason: str) -> None:
    """Publish the standings again after a change of a section's rules."""
    publish_standings(section, cause=SnapshotCause.SETTINGS, reason=reason)


def publish_after_entry(entry: Entry, reason: str) -> None:
    """Publish the standings again after a change of an entry."""
    publish_standings(entry.section, cause=SnapshotCause.ENTRY, reason=reason)
