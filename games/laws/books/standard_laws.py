"""Standard Laws of Checkers (English draughts): the default book, cited as SL-T4 and so on.

Wording is ours; the content follows the rule text given by the owner of the project.
"""

from __future__ import annotations

from typing import Final

from games.laws.books.standard_articles import SECTIONS
from games.laws.law_book import (
    DrawClock,
    DrawStatus,
    Event,
    LawBook,
    Repetition,
    Ruling,
    Sanction,
    Step,
    write_book,
)

RULINGS: Final = {
    "must_capture": Ruling(("SL-I1a", "SL-M8"), "improper"),
    "capture_incomplete": Ruling(("SL-I1a", "SL-M9"), "improper"),
    "not_the_priority_capture": Ruling(("SL-M10",)),  # the choice is free in this game
    "empty_square": Ruling(("SL-I1c", "SL-M1"), "improper"),
    "not_your_piece": Ruling(("SL-I1c", "SL-S7"), "improper"),
    "wrong_square": Ruling(("SL-I1c", "SL-M1", "SL-M3"), "improper"),
    "occupied_square": Ruling(("SL-I1c", "SL-M1", "SL-M5"), "improper"),
    "off_board": Ruling(("SL-I1c", "SL-S1"), "improper"),
    "man_moved_backward": Ruling(("SL-I1d", "SL-M1"), "improper"),
    "man_captured_backward": Ruling(("SL-I1d", "SL-M3"), "improper"),
    "man_captured_king": Ruling(("SL-M13",)),  # men jump kings
    "jumped_own_piece": Ruling(("SL-M5", "SL-I1c"), "improper"),
    "jumped_twice": Ruling(("SL-M7", "SL-I1c"), "improper"),
    "piece_not_jumped_removed": Ruling(("SL-I1e", "SL-M11"), "improper"),
    "own_piece_removed": Ruling(("SL-I1f", "SL-M12"), "improper"),
    "went_on_through_king_row": Ruling(("SL-I1g", "SL-M18"), "improper"),
    "out_of_turn": Ruling(("SL-I1h", "SL-S7"), "improper"),
    "ambiguous_capture": Ruling(("SL-M10",)),
    "touched_unmovable": Ruling(("SL-I1b",), "improper"),
    "touched_not_moved": Ruling(("SL-T4",), "touch_move"),
    "left_over_corner": Ruling(("SL-T5", "SL-I1c"), "improper"),  # any other square is a wrong one
    "adjusted_unannounced": Ruling(("SL-T3", "SL-T2"), "adjusting"),
    "wrong_piece_after_recall": Ruling(("SL-M16", "SL-T4"), "touch_move"),
    "move_taken_back": Ruling(("SL-T6", "SL-I1h"), "improper"),  # the turn had passed
    "crowning_forgotten": Ruling(("SL-M17",)),  # the opponent is reminded
    "pieces_displaced": Ruling(("SL-I2",)),  # put back, without a penalty
    "refused_rules": Ruling(("SL-I4",), "refusal"),
    "agreed_result": Ruling(("SL-D1",)),
    "result_disputed": Ruling(("SL-W1", "SL-W2")),
    "repetition": Ruling(("SL-D2",)),
    "move_count": Ruling(("SL-D3", "SL-D4")),
    "result_against_board": Ruling(("SL-O2", "SL-W1")),
    "result_tags_differ": Ruling(("SL-W1", "SL-W2")),
    "moves_after_end": Ruling(("SL-W1", "SL-O2")),
    "no_move_left": Ruling(("SL-O2", "SL-W1")),
}

LADDER: Final = {
    "improper": (Step(Sanction.CAUTION, "SL-I1"), Step(Sanction.FORFEIT, "SL-I3")),
    "adjusting": (Step(Sanction.WARNING, "SL-T3"), Step(Sanction.FORFEIT, "SL-T3")),
    "touch_move": (Step(Sanction.FORFEIT, "SL-T4"),),
    "refusal": (Step(Sanction.FORFEIT, "SL-I4"),),
}

STANDARD_LAWS: Final[LawBook] = write_book(
    key="standard-laws",
    name="Standard Laws of Checkers",
    edition="as supplied",
    variants=("english",),
    source="rule text 1, Standard Laws of Checkers",
    sections=SECTIONS,
    rulings=RULINGS,
    ladder=LADDER,
    clocks=(
        DrawClock(
            key="fifty_moves",
            code="move_count",
            article="SL-D3",
            limit=100,  # SL-D4: a move is one Red and one White move
            reset=frozenset({Event.MAN_MOVE, Event.CAPTURE}),
            status=DrawStatus.CLAIMABLE,
        ),
    ),
    repetition=Repetition(article="SL-D2", occurrence=4, before_the_move=True, status=DrawStatus.CLAIMABLE),
)
