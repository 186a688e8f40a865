"""Reason why actions on screens cannot be undone from the audit log."""

from club.audit.undo_handlers import has_no_way_back

for _done in ("opened", "assigned", "changed", "revoked"):
    has_no_way_back(f"tournaments.screen.{_done}", because="screens_are_steered_again")
for _done in ("family_made", "family_changed", "family_removed", "steered", "alerted", "clock_set"):
    has_no_way_back(f"tournaments.screens.{_done}", because="screens_are_steered_again")
