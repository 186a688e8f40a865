"""Check of published standings in the contents of an archive, as `check_standings` makes it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.models import Section
from tournaments.standings.selectors.snapshots import SnapshotFault, snapshot_faults

MISSING = "missing"


def standings_faults() -> Iterator[str]:
    """Compute all published standings again, and name those that differ."""
    for section in Section.objects.select_related("event").order_by("pk"):
        yield from dict.fromkeys(map(_fault_line, snapshot_faults(section)))


def _fault_line(fault: SnapshotFault) -> str:
    facts = {
        "section": f"{fault.section.event.slug}/{fault.section.slug}",
        "round": fault.round_number,
        "players": ", ".join(map(str, fault.rows)) or "-",
    }
    if fault.against == MISSING:
        return _("standings of %(section)s, round %(round)d: never published, although it is closed") % facts
    return _("standings of %(section)s, round %(round)d: wrong for the players %(players)s") % facts
