"""Refusals of results reported from the boards, as sentences with the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_card": (
        _("This code leads to no board any more."),
        _("Scan the card that lies at the board now, or tell the arbiter the result."),
    ),
    "reports_off": (
        _("In “%(section)s” players do not report results by phone."),
        _("Fill in the result slip and bring it to the arbiter."),
    ),
    "wrong_board": (
        _("What was sent is not about the game that is on at board %(board)s."),
        _("Look at who plays there now; a result of an earlier round is told to the arbiter."),
    ),
    "unknown_outcome": (
        _("“%(outcome)s” cannot be reported from the board."),
        _("Say who won, or that the game was drawn; everything else is told to the arbiter."),
    ),
    "result_stands": (
        _("Game %(game)s at board %(board)s has a result already, and it is another one."),
        _("Call the arbiter: a result that is in is changed at the desk."),
    ),
    "same_phone": (
        _("This phone has spoken for %(name)s."),
        _("Let the other player scan the card with another phone, or tell the arbiter."),
    ),
    "other_phone": (
        _("Another phone has spoken for %(name)s, and only that one can change it."),
        _("Use that phone, or call the arbiter."),
    ),
    "dispute_open": (
        _("There are two versions of game %(game)s at board %(board)s."),
        _("The arbiter sees both and decides."),
    ),
    "second_pass_differs": (
        _("Game %(game)s at board %(board)s was entered otherwise before. Nothing was changed."),
        _("Whoever may correct results decides; both versions stand at the board."),
    ),
    "results_unchecked": (
        _("Results of round %(round)s lack the second pass, at board %(boards)s."),
        _("Have a second person enter them, or close the round all the same and say why."),
    ),
    "results_disputed": (
        _("Results of round %(round)s are disputed, at board %(boards)s."),
        _("Decide them first."),
    ),
    "not_adjourned": (
        _("Game %(game)s at board %(board)s is not adjourned."),
        _("Enter it as adjourned first."),
    ),
    "position_unreadable": (
        _("“%(position)s” is no position of this game."),
        _("Write who moves and the squares of both sides, as in W:W18,K27:B9,12."),
    ),
    "dispute_over": (
        _("The dispute has been settled: %(by)s."),
        _("Look at the result; whoever may correct results can change it."),
    ),
    "decision_needs_reason": (
        _("Deciding between the two passes takes a reason."),
        _("Say why; it stands on the trail beside both versions."),
    ),
}
