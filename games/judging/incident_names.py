"""Short names of incidents, for the buttons of the arbiter's phone and for sentences."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

Text = str | Promise

INCIDENT_NAMES: Final[dict[str, Text]] = {
    "touched_not_moved": gettext_lazy("touched a playable piece and moved another"),
    "touched_unmovable": gettext_lazy("touched a piece that cannot move"),
    "left_over_corner": gettext_lazy("moved a piece over a corner of its square, then changed direction"),
    "adjusted_unannounced": gettext_lazy("adjusted a piece without announcing it"),
    "must_capture": gettext_lazy("did not capture"),
    "capture_incomplete": gettext_lazy("did not complete a capture"),
    "not_the_priority_capture": gettext_lazy("took the wrong capture of several"),
    "wrong_square": gettext_lazy("put the piece on a wrong square"),
    "occupied_square": gettext_lazy("moved to an occupied square"),
    "empty_square": gettext_lazy("moved from an empty square"),
    "not_your_piece": gettext_lazy("moved a piece of the opponent"),
    "off_board": gettext_lazy("moved off the board"),
    "man_moved_backward": gettext_lazy("moved a man backward"),
    "man_captured_backward": gettext_lazy("captured backward with a man"),
    "man_captured_king": gettext_lazy("captured a king with a man"),
    "jumped_own_piece": gettext_lazy("jumped one of their own pieces"),
    "jumped_twice": gettext_lazy("jumped one piece twice"),
    "piece_not_jumped_removed": gettext_lazy("removed a piece that was not jumped"),
    "own_piece_removed": gettext_lazy("removed one of their own pieces"),
    "went_on_through_king_row": gettext_lazy("continued capturing through the king row"),
    "king_moved_too_often": gettext_lazy("moved one king more often in a row than the rules allow"),
    "turned_back": gettext_lazy("reversed a king's direction during a capture"),
    "landed_too_far": gettext_lazy("landed a king too far behind the captured piece"),
    "out_of_turn": gettext_lazy("moved out of turn"),
    "move_taken_back": gettext_lazy("took back a completed move"),
    "wrong_piece_after_recall": gettext_lazy("corrected a move with another piece"),
    "crowning_forgotten": gettext_lazy("did not crown a man"),
    "pieces_displaced": gettext_lazy("displaced pieces by accident"),
    "flag_fell": gettext_lazy("exceeded the time"),
    "clock_not_pressed": gettext_lazy("did not press the clock"),
    "wrong_clock_stopped": gettext_lazy("stopped the wrong clock"),
    "time_corrected": gettext_lazy("time added to or deducted from the clock"),
    "distracting": gettext_lazy("talked or distracted"),
    "refused_rules": gettext_lazy("refused to follow the rules"),
    "default_time": gettext_lazy("was absent at the default time"),
    "late_arrival": gettext_lazy("arrived late"),
    "electronic_device": gettext_lazy("carried an electronic device"),
    "left_the_hall": gettext_lazy("left the playing area"),
    "outside_advice": gettext_lazy("received outside advice"),
    "analysing": gettext_lazy("analysed in the playing area"),
    "repeated_draw_offers": gettext_lazy("offered a draw repeatedly"),
    "score_sheet": gettext_lazy("did not keep the score sheet"),
    "agreed_result": gettext_lazy("a prearranged result"),
    "result_disputed": gettext_lazy("the result is disputed"),
    "other_incident": gettext_lazy("something else"),
}

RECORDED: Final[dict[tuple[bool, bool], Text]] = {
    (True, False): gettext_lazy("Recorded by the arbiter, %(side)s: %(incident)s."),
    (True, True): gettext_lazy("Recorded by the arbiter, %(side)s: %(incident)s (%(text)s)."),
    (False, False): gettext_lazy("Recorded by the arbiter: %(incident)s."),
    (False, True): gettext_lazy("Recorded by the arbiter: %(incident)s (%(text)s)."),
}
"""What is said of an incident in a record: whether it is about a side, and whether more is told."""
