"""Registration of appeal actions as irreversible, with the reasons."""

from club.audit.undo_handlers import not_undoable

not_undoable("tournaments.appeals.set", reason_code="appeals_are_set_again")
for _done in ("filed", "withdrawn", "deposit_noted", "link_made", "member_named", "voted", "decided"):
    not_undoable(f"tournaments.appeal.{_done}", reason_code="appeal_stays")
