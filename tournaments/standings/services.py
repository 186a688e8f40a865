"""Publication of standings at the closing of a round, and after a change of their inputs."""

from tournaments.models import Entry, RoundState, Section, SnapshotCause, StandingsSnapshot
from tournaments.standings.selectors.snapshots import content_now, content_of


def keep_standings(
    section: Section, *, cause: SnapshotCause, reason: str = "", from_round: int = 1
) -> list[StandingsSnapshot]:
    """Publish the standings of every closed round that differ from the published ones.

    Callers have locked the section, have written their change, and write the audit entry.
    """
    closed = section.round_rows.filter(state=RoundState.CLOSED, number__gte=from_round).order_by("number")
    made = []
    for number in closed.values_list("number", flat=True):
        now = content_now(section, after=number)
        latest = section.snapshots.filter(round_number=number).order_by("-pk").first()
        if latest is None or content_of(latest) != now:
            made.append(
                StandingsSnapshot(
                    section=section, round_number=number, cause=cause, reason=reason, **now._asdict()
                )
            )
    return StandingsSnapshot.objects.bulk_create(made)


def keep_after_settings(section: Section, reason: str) -> None:
    """Publish the standings again after a change of a section's rules."""
    keep_standings(section, cause=SnapshotCause.SETTINGS, reason=reason)


def keep_after_entry(entry: Entry, reason: str) -> None:
    """Publish the standings again after a change of an entry."""
    keep_standings(entry.section, cause=SnapshotCause.ENTRY, reason=reason)
