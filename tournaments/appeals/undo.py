"""Registration of appeal actions as irreversible, with the reasons."""

from club.audit.undo_handlers import has_no_way_back

has_no_way_back("tournaments.appeals.set", because="appeals_are_set_again")
for _done in ("filed", "withdrawn", "deposit_noted", "link_made", "member_named", "voted", "decided"):
    has_no_way_back(f"tournaments.appeal.{_done}", because="appeal_stays")
