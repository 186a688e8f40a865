"""Instructions for the board after an incident: the move is taken back, remains, or was legal.

A sanction is the consequence for the player; the instruction is what happens to the pieces (SL-M15, SL-T5,
SL-T6, FMJD-5.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from games.laws.incidents import MOVES, OTHER, RESULT, TOUCHES
from games.laws.ladder import TAKEN_BACK
from tournaments.conduct.consequences import Consequence


class Instruction(StrEnum):
    """Instruction of the arbiter to the players."""

    LEGAL = "legal"  # the rules of the game allow the move
    NO_OFFENCE = "no_offence"
    TAKE_BACK = "take_back"  # and make a correct move, with the same piece if it can
    OTHER_SIDE_MOVES = "other_side_moves"  # the move is taken back: it was not the player's turn
    FIRST_MOVE_STANDS = "first_move_stands"
    THAT_WAY = "that_way"  # the piece goes where it was moved over the corner
    ANOTHER_PIECE = "another_piece"  # the piece touched cannot move
    PIECE_PUT_BACK = "piece_put_back"
    PIECES_PUT_BACK = "pieces_put_back"
    CROWN = "crown"
    GO_ON = "go_on"
    PUT_RIGHT = "put_right"
    BACK_OR_WITHOUT = "back_or_without"  # the opponent chooses, here and below
    RIGHT_OR_STANDS = "right_or_stands"
    FIRST_OR_SECOND_MOVE = "first_or_second_move"
    CROWN_OR_MAN = "crown_or_man"
    HUFF_OR_STANDS = "huff_or_stands"
    CAPTURE_HUFF_OR_STANDS = "capture_huff_or_stands"
    AGAINST_THE_RULES = "against_the_rules"  # and the law book names no sanction
    ARBITER_DECIDES = "arbiter_decides"
    ENTER_RESULT = "enter_result"
    DESCRIBE = "describe"
    GAME_ENDS = "game_ends"


REMOVALS: Final = ("own_piece_removed", "piece_not_jumped_removed")
CONDUCT_OF_MOVES: Final = frozenset({TAKEN_BACK, "wrong_piece_after_recall"})
"""Kinds of incidents about moves that the rules of the game alone do not decide."""
CORRECTED: Final = "time_corrected"
"""Correction of an incident that no move shows; behaviour gets a reminder, and play goes on."""
ENDS: Final = frozenset({Consequence.GAME_LOST, Consequence.BOTH_LOST, Consequence.EXCLUDED})

_ALWAYS: Final[Mapping[str, Instruction]] = {
    "crowning_forgotten": Instruction.CROWN,
    "pieces_displaced": Instruction.PIECES_PUT_BACK,
    OTHER: Instruction.DESCRIBE,
    **dict.fromkeys(RESULT, Instruction.ENTER_RESULT),
}
_PUT_RIGHT: Final[Mapping[str, Instruction]] = {
    "touched_unmovable": Instruction.ANOTHER_PIECE,
    "left_over_corner": Instruction.THAT_WAY,
    "adjusted_unannounced": Instruction.GO_ON,
    "piece_not_jumped_removed": Instruction.PIECE_PUT_BACK,
    "out_of_turn": Instruction.OTHER_SIDE_MOVES,
    TAKEN_BACK: Instruction.FIRST_MOVE_STANDS,
}
_CHOSEN: Final[Mapping[str, Instruction]] = {
    TAKEN_BACK: Instruction.FIRST_OR_SECOND_MOVE,
    "crowning_forgotten": Instruction.CROWN_OR_MAN,
    **dict.fromkeys(REMOVALS, Instruction.BACK_OR_WITHOUT),
}


def instruction_for(code: str, consequence: Consequence | None, choices: Sequence[str] = ()) -> Instruction:
    """Return the instruction for the board with the sanction that the law book asks for."""
    if consequence is None:
        is_of_the_game = code in MOVES and code not in CONDUCT_OF_MOVES
        return Instruction.AGAINST_THE_RULES if is_of_the_game else Instruction.ARBITER_DECIDES
    if consequence in ENDS:
        return Instruction.GAME_ENDS
    if choices or consequence is Consequence.OPPONENT_CHOOSES:
        return _choice(code, choices)
    if code in _ALWAYS:
        return _ALWAYS[code]
    if consequence in {Consequence.NONE, Consequence.REMINDER}:
        return _without_sanction(code)
    default = Instruction.TAKE_BACK if code in {*MOVES, *TOUCHES} else Instruction.GO_ON
    return _PUT_RIGHT.get(code, default)


def _choice(code: str, choices: Sequence[str]) -> Instruction:
    if "huff" in choices:
        is_three = "rectified" in choices
        return Instruction.CAPTURE_HUFF_OR_STANDS if is_three else Instruction.HUFF_OR_STANDS
    return _CHOSEN.get(code, Instruction.RIGHT_OR_STANDS)


def _without_sanction(code: str) -> Instruction:
    if code in MOVES:
        return Instruction.LEGAL
    if code in TOUCHES:
        return Instruction.NO_OFFENCE
    return Instruction.PUT_RIGHT if code == CORRECTED else Instruction.GO_ON
