"""Publication of standings at the closing of a round, and after a change of their inputs."""

from collections.abc import Sequence

from tournaments.models import Entry, Section, SnapshotCause, StandingsSnapshot
from tournaments.standings.selectors.snapshots import closed_rounds, content_now, content_of


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
    made = []
    for number in closed_rounds(section, from_round=from_round) if closed is None else closed:
        now = content_now(section, after=number)
        latest = section.snapshots.filter(round_number=number).order_by("-pk").first()
        if latest is None or content_of(latest) != now:
            made.append(
                StandingsSnapshot(
                    section=section, round_number=number, cause=cause, reason=reason, **now._asdict()
                )
            )
    return StandingsSnapshot.objects.bulk_create(made)


def publish_after_settings(section: Section, reason: str) -> None:
    """Publish the standings again after a change of a section's rules."""
    publish_standings(section, cause=SnapshotCause.SETTINGS, reason=reason)


def publish_after_entry(entry: Entry, reason: str) -> None:
    """Publish the standings again after a change of an entry."""
    publish_standings(entry.section, cause=SnapshotCause.ENTRY, reason=reason)
