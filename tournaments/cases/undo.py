"""Undo of changes to cases; rulings are not undone, only superseded."""

from club.audit.undo_handlers import not_undoable, undo_by
from tournaments.cases.services.cases import drop_case, reopen_case

not_undoable("tournaments.case.called", "tournaments.case.opened", reason_code="case_is_dropped")
not_undoable("tournaments.case.call_taken_back", reason_code="board_calls_again")
not_undoable(
    *("tournaments.case.taken", "tournaments.case.given_back", "tournaments.case.told"),
    "tournaments.case.claim_answered",
    reason_code="case_is_changed_on_its_page",
)
not_undoable("tournaments.photo.added", reason_code="photo_is_deleted_on_its_page")
not_undoable("tournaments.photo.removed", reason_code="photo_is_added_again")
not_undoable(
    *("tournaments.ruling.made", "tournaments.ruling.superseded", "tournaments.ruling.chosen"),
    "tournaments.ruling.overruled",
    reason_code="ruling_is_superseded",
)

undo_by("tournaments.case.dropped", call=reopen_case, number="case_id")
undo_by("tournaments.case.reopened", call=drop_case, number="case_id")
