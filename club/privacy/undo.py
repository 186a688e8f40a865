"""Undo of retention rules, and the irreversible actions on personal data."""

from club.audit.undo_handlers import not_undoable, undo_by
from club.privacy.services.retention import set_months

not_undoable("club.person.erased", reason_code="erased_is_gone")
not_undoable("club.person.handed_out", reason_code="file_is_out")
not_undoable(
    *("club.erasure.asked", "club.erasure.taken_back", "club.erasure.refused"),
    reason_code="request_is_theirs",
)
not_undoable("club.retention.forgotten", reason_code="kept_no_longer")

undo_by(
    "club.retention.changed",
    call=set_months,
    before=lambda facts: {"kind": facts["kept"], "months": facts["months"]},
)
