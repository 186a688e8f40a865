"""Reason why actions on screens cannot be undone from the audit log."""

from club.audit.undo_handlers import not_undoable

for _done in ("opened", "assigned", "changed", "revoked"):
    not_undoable(f"tournaments.screen.{_done}", reason_code="screens_are_steered_again")
for _done in ("family_made", "family_changed", "family_removed", "steered", "alerted", "clock_set"):
    not_undoable(f"tournaments.screens.{_done}", reason_code="screens_are_steered_again")
