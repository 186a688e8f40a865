"""Refusals of results reported from the boards, as sentences with the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_card": (
        _("This code is no longer valid."),
        _("Scan the card now at the board, or tell the arbiter the result."),
    ),
    "reports_off": (
        _("Players in “%(section)s” cannot report results by phone."),
        _("Fill in the result slip and bring it to the arbiter."),
    ),
    "wrong_board": (
        _("This report is not about the current game at board %(board)s."),
        _("Check who plays there now. Report a result of an earlier round to the arbiter."),
    ),
    "unknown_outcome": (
        _("“%(outcome)s” cannot be reported from the board."),
        _("Report a win or a draw here. Report anything else to the arbiter."),
    ),
    "result_stands": (
        _("Game %(game)s at board %(board)s already has a different result."),
        _("Call the arbiter to change a result that has been entered."),
    ),
    "same_phone": (
        _("This phone has already reported for %(name)s."),
        _("Ask the other player to scan the card with another phone, or tell the arbiter."),
    ),
    "other_phone": (
        _("Another phone has already reported for %(name)s; only that phone can change the report."),
        _("Use that phone, or call the arbiter."),
    ),
    "dispute_open": (
        _("There are two versions of game %(game)s at board %(board)s."),
        _("The arbiter sees both and decides."),
    ),
    "second_pass_differs": (
        _("The two passes differ for game %(game)s at board %(board)s. Nothing was changed."),
        _("A person with permission to correct results decides; both versions are shown at the board."),
    ),
    "results_unchecked": (
        _("Second pass missing in round %(round)s, boards: %(boards)s."),
        _("Ask a second person to enter them, or close the round anyway and give a reason."),
    ),
    "results_disputed": (
        _("Disputed results in round %(round)s, boards: %(boards)s."),
        _("Decide these results first."),
    ),
    "not_adjourned": (
        _("Game %(game)s at board %(board)s is not adjourned."),
        _("Enter it as adjourned first."),
    ),
    "position_unreadable": (
        _("“%(position)s” is not a valid position in this game."),
        _("Enter the side to move and the squares of both sides, for example W:W18,K27:B9,12."),
    ),
    "dispute_over": (
        _("The dispute has already been decided: %(by)s."),
        _("See the result. Anyone with permission to correct results can change it."),
    ),
    "decision_needs_reason": (
        _("Choosing between the two passes requires a reason."),
        _("Enter a reason; it is recorded in the audit log with both versions."),
    ),
}
