"""The standings that everybody sees."""

from tournaments.models import Section
from tournaments.selectors.snapshots import snapshot_in_force, table_of
from tournaments.selectors.standings import StandingTable, standing_rows


def public_table(section: Section) -> StandingTable:
    """The standings in force: those of the last closed round; before there is one, those of the moment."""
    snapshot = snapshot_in_force(section)
    return standing_rows(section) if snapshot is None else table_of(snapshot, section)
