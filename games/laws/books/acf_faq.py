"""ACF questions and answers (English draughts), built on the Standard Laws (A-T1)."""

from __future__ import annotations

from typing import Final

from games.laws.books.standard_laws import STANDARD_LAWS
from games.laws.law_book import Article, LawBook, Ruling, Sanction, Step, section, write_book

MOVES: Final = section(
    "Moving and capturing",
    Article(
        "A-B1",
        "Placing and beginning",
        "The double corner lies at the lower right of both players, and the dark side opens.",
        {"first_to_move": "black", "equipment": True},
        replaces=("SL-B4", "SL-S6"),
    ),
    Article("A-M1", "Men take kings", "A man may jump a king.", replaces=("SL-M13",)),
    Article(
        "A-M2",
        "No move is a loss",
        "A player who cannot move has lost; such a game is not drawn.",
        {"loses": "side without a move"},
        replaces=("SL-O2",),
    ),
    Article(
        "A-M3",
        "Kings do not fly",
        "A king goes one square at a time.",
        {"king_flies": False},
        replaces=("SL-M2",),
    ),
    Article(
        "A-M4",
        "Men go forward",
        "A single man goes and captures forward, never back.",
        {"man_captures_backward": False},
    ),
    Article(
        "A-M5",
        "The same piece to the end",
        "The piece that has started a capture carries it through; it may not leave the rest "
        "of it to another piece.",
        replaces=("SL-M9",),
    ),
    Article(
        "A-M6",
        "A jumped piece is gone",
        "A piece that has been jumped is treated as lifted and cannot be jumped again.",
        replaces=("SL-M7",),
    ),
    Article(
        "A-M7",
        "Overlooked capture",
        "When a capture was overlooked this is pointed out, the move is taken back, and the capture is made.",
        {"recalled": True},
    ),
    Article(
        "A-M8",
        "Entering the king row",
        "A man that gets to the king row for the first time is crowned, and the turn is over.",
        replaces=("SL-M18",),
    ),
    Article(
        "A-M9",
        "Crowning promptly",
        "The opponent crowns at once; if he forgets he is merely reminded.",
        replaces=("SL-M17",),
    ),
)

CONDUCT: Final = section(
    "Conduct",
    Article(
        "A-T1",
        "Touched and committed",
        "A piece that was touched and committed has to go that way; whoever breaks this forfeits the game.",
        {"forfeit_at": 1},
        replaces=("SL-T4", "SL-T5"),
    ),
    Article(
        "A-T2",
        "Straightening",
        "Pieces may be straightened at any moment; good manners are to announce it and to agree when asked.",
        {"announcement_required": False},
        replaces=("SL-T1", "SL-T2", "SL-T3"),
    ),
    Article(
        "A-D1",
        "Offering a draw",
        "A draw may be offered at any moment and stands only when both players want it.",
        replaces=("SL-D1",),
    ),
    Article(
        "A-C1",
        "Disturbing",
        "Talking to or distracting the opponent earns a stern warning from the referee.",
        {"warnings": 1},
    ),
)

ACF_FAQ: Final[LawBook] = write_book(
    key="acf-faq",
    name="ACF questions and answers",
    edition="as supplied",
    variants=("english",),
    source="rule text 3, questions and answers of the American Checker Federation",
    base=STANDARD_LAWS,
    sections=(MOVES, CONDUCT),
    rulings={
        "must_capture": Ruling(("A-M7", "SL-I1a", "SL-M8"), "improper"),
        "capture_incomplete": Ruling(("A-M5", "SL-I1a"), "improper"),
        "man_moved_backward": Ruling(("A-M4", "SL-I1d"), "improper"),
        "man_captured_backward": Ruling(("A-M4", "SL-I1d"), "improper"),
        "man_captured_king": Ruling(("A-M1",)),
        "jumped_twice": Ruling(("A-M6", "SL-I1c"), "improper"),
        "went_on_through_king_row": Ruling(("A-M8", "SL-I1g"), "improper"),
        "touched_not_moved": Ruling(("A-T1",), "touch_move"),
        "wrong_piece_after_recall": Ruling(("SL-M16", "A-T1"), "touch_move"),
        "left_over_corner": Ruling(("A-T1",), "touch_move"),
        "adjusted_unannounced": Ruling(("A-T2",)),  # proper to announce, no offence not to
        "crowning_forgotten": Ruling(("A-M9",)),  # costs nothing but a reminder
        "distracting": Ruling(("A-C1",), "disturbing"),
        "agreed_result": Ruling(("A-D1",)),
        "result_against_board": Ruling(("A-M2", "SL-W1")),
        "moves_after_end": Ruling(("SL-W1", "A-M2")),
        "no_move_left": Ruling(("A-M2", "SL-W1")),
    },
    ladder={
        "touch_move": (Step(Sanction.FORFEIT, "A-T1"),),
        "adjusting": (),
        "disturbing": (Step(Sanction.WARNING, "A-C1"),),
    },
)
