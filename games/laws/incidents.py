"""Incidents recorded by an arbiter: `[%incident b distracting]` in a comment of the game's PDN.

A code of the judge names the breach where the move itself was not written down; the other codes
are of what no move shows. What follows from each is in the law book, as for every finding.
"""

from __future__ import annotations

from typing import Final

from games.rules import Crowning, Goal, KingLanding, Removal, Variant

TOUCHES: Final = ("touched_not_moved", "touched_unmovable", "left_over_corner", "adjusted_unannounced")
MOVES: Final = (
    *("must_capture", "capture_incomplete", "not_the_priority_capture", "wrong_square", "occupied_square"),
    *("empty_square", "not_your_piece", "off_board", "man_moved_backward", "man_captured_backward"),
    *("man_captured_king", "jumped_own_piece", "jumped_twice", "piece_not_jumped_removed"),
    *(
        "own_piece_removed",
        "went_on_through_king_row",
        "king_moved_too_often",
        "turned_back",
        "landed_too_far",
        "out_of_turn",
        "move_taken_back",
    ),
    "wrong_piece_after_recall",
)
AT_THE_BOARD: Final = ("crowning_forgotten", "pieces_displaced")
CLOCK: Final = ("flag_fell", "clock_not_pressed", "wrong_clock_stopped", "time_corrected")
BEHAVIOUR: Final = (
    *("distracting", "refused_rules", "default_time", "late_arrival", "electronic_device", "left_the_hall"),
    *("outside_advice", "analysing", "repeated_draw_offers", "score_sheet"),
)
RESULT: Final = ("agreed_result", "result_disputed")
OTHER: Final = "other_incident"

INCIDENTS: Final = (*TOUCHES, *MOVES, *AT_THE_BOARD, *CLOCK, *BEHAVIOUR, *RESULT, OTHER)
"""Every code that may stand in the command; one that is not among them is read as `other_incident`."""

NO_FAULTS: Final = frozenset({"crowning_forgotten", "pieces_displaced", "time_corrected", *RESULT, OTHER})
"""No offence of anybody, unless the law book makes it one."""

REGULATED: Final = (
    *("flag_fell", "default_time", "late_arrival", "electronic_device", "left_the_hall", "outside_advice"),
    *("analysing", "repeated_draw_offers", "clock_not_pressed", "wrong_clock_stopped", "score_sheet"),
    *("distracting", "refused_rules"),
)
"""Incidents covered by event regulations, by article. New ones go to the end."""

RECORD_ONLY: Final = frozenset({"empty_square", "occupied_square", "off_board"})
"""What a written move can be and a piece in the hand cannot: it is found in records and filed at no board."""


def permitted_incidents(variant: Variant) -> frozenset[str]:
    """Codes of moves that the rules of a game allow: a complaint about one is answered that it is legal."""
    allowed = {
        "not_the_priority_capture": not variant.priority,
        "man_captured_backward": variant.man_captures_backward,
        "man_captured_king": variant.man_captures_king,
        "went_on_through_king_row": variant.crowning is not Crowning.STOPS,
        "king_moved_too_often": not variant.king_moves_in_a_row,
        "turned_back": variant.may_turn_back,
        "landed_too_far": variant.king_flies and variant.king_landing is KingLanding.ANYWHERE,
    }
    return frozenset(code for code, is_allowed in allowed.items() if is_allowed)


def possible_incidents(variant: Variant) -> tuple[str, ...]:
    """Codes that can occur at a board where a game is played, in the order of `INCIDENTS`."""
    lifted_at_once = variant.removal is Removal.AT_ONCE
    lands_close = variant.king_flies and variant.king_landing is not KingLanding.ANYWHERE
    has_kings = variant.goal is not Goal.FIRST_KING
    occurs = {
        "king_moved_too_often": bool(variant.king_moves_in_a_row),
        "turned_back": lifted_at_once and not variant.may_turn_back,
        "landed_too_far": lands_close,
        "jumped_twice": not lifted_at_once,
        "man_captured_king": has_kings,
        "crowning_forgotten": has_kings,
    }
    return tuple(code for code in INCIDENTS if code not in RECORD_ONLY and occurs.get(code, True))
