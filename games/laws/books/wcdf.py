"""WCDF/ACF rules since the harmonisation of 2008 (English draughts) (WCDF-1.20).

Only part of the text could be read: the clauses on improper moves (about 1.21 to 1.29) are
unconfirmed, and until they are read the Standard Laws replace them.
"""

from __future__ import annotations

from typing import Final

from games.laws.books.standard_laws import STANDARD_LAWS
from games.laws.law_book import (
    Article,
    Certainty,
    DrawClock,
    DrawStatus,
    Event,
    LawBook,
    Repetition,
    Ruling,
    Sanction,
    Step,
    section,
    write_book,
)

PLAY: Final = section(
    "Play",
    Article(
        "WCDF-1.1",
        "Playing surface",
        "Play uses 32 dark squares of 64, placed with a dark corner at each player's left and "
        "the double corner at the right (1.1 to 1.5).",
        {"squares": 64, "equipment": True},
        replaces=("SL-B1", "SL-B4"),
    ),
    Article(
        "WCDF-1.8",
        "Setting up",
        "Twelve men a side: Red, the dark side, on 1 to 12 and White on 21 to 32 (1.8 to 1.12).",
        {"men": 12},
        replaces=("SL-S1", "SL-S2"),
    ),
    Article(
        "WCDF-1.13",
        "Who begins",
        "The dark side has the first move.",
        {"first_to_move": "black"},
        replaces=("SL-S6",),
    ),
    Article("WCDF-1.15", "Man's move", "A man steps one square diagonally forward.", replaces=("SL-M1",)),
    Article("WCDF-1.16", "Crowning", "On the far row a man becomes a king.", replaces=("SL-M17",)),
    Article(
        "WCDF-1.17",
        "King's move",
        "A king steps one square along any diagonal.",
        {"king_flies": False},
        replaces=("SL-M2",),
    ),
    Article(
        "WCDF-1.18",
        "Capturing",
        "Men capture forward only; men and kings alike may be captured.",
        {"man_captures_backward": False},
        replaces=("SL-M3", "SL-M13"),
    ),
    Article(
        "WCDF-1.19",
        "Finish the capture",
        "A capture goes on to its end; a man that reaches the far row ends its turn there.",
        replaces=("SL-M4", "SL-M6", "SL-M9", "SL-M18"),
    ),
    Article(
        "WCDF-1.20",
        "Compulsory, free choice",
        "Capturing is compulsory, by whichever route the player likes; no piece is jumped twice.",
        {"compulsory": True, "majority": False},
        replaces=("SL-M7", "SL-M8", "SL-M10"),
    ),
    Article(
        "WCDF-1.23",
        "Touch and move",
        "The player on turn who touches a playable piece has to play it.",
        replaces=("SL-T4",),
    ),
    Article(
        "WCDF-1.21-1.29",
        "Improper moves",
        "These clauses could not be read. Until they are, the Standard Laws are applied in their place.",
        certainty=Certainty.UNCONFIRMED,
    ),
)

END: Final = section(
    "End of the game",
    Article(
        "WCDF-1.30",
        "Winning",
        "The opponent has no piece left, or no move.",
        {"loses": "side without a move"},
        replaces=("SL-O2", "SL-W1"),
    ),
    Article(
        "WCDF-1.32",
        "Drawn game",
        "A draw comes by agreement, or by a showing that satisfies the referee.",
        replaces=("SL-D1",),
    ),
    Article(
        "WCDF-1.32.1",
        "Third occurrence",
        "The player shows that his next move would bring the same position about for the third time.",
        {"occurrence": 3, "on_claim": True},
        replaces=("SL-D2",),
    ),
    Article(
        "WCDF-1.32.2",
        "Forty moves",
        "The player shows that over the players' own last 40 moves no man has advanced on "
        "either side and nothing was captured.",
        {"moves": 40, "plies": 80, "on_claim": True},
        replaces=("SL-D3", "SL-D4"),
    ),
    Article(
        "WCDF-P",
        "Gaps in the rules",
        "What the rules leave open, the referee settles by analogy and with fairness (preface).",
    ),
)

WCDF: Final[LawBook] = write_book(
    key="wcdf",
    name="WCDF Rules of Draughts",
    edition="2008",
    variants=("english",),
    source="WCDF Rules of Draughts, as far as it could be read",
    base=STANDARD_LAWS,
    sections=(PLAY, END),
    rulings={
        "must_capture": Ruling(("WCDF-1.20", "SL-I1a"), "improper"),
        "capture_incomplete": Ruling(("WCDF-1.19", "SL-I1a"), "improper"),
        "not_the_priority_capture": Ruling(("WCDF-1.20",)),
        "empty_square": Ruling(("SL-I1c", "WCDF-1.15"), "improper"),
        "wrong_square": Ruling(("SL-I1c", "WCDF-1.15", "WCDF-1.18"), "improper"),
        "occupied_square": Ruling(("SL-I1c", "WCDF-1.15", "SL-M5"), "improper"),
        "off_board": Ruling(("SL-I1c", "WCDF-1.1"), "improper"),
        "man_moved_backward": Ruling(("WCDF-1.15", "SL-I1d"), "improper"),
        "man_captured_backward": Ruling(("WCDF-1.18", "SL-I1d"), "improper"),
        "man_captured_king": Ruling(("WCDF-1.18",)),
        "jumped_twice": Ruling(("WCDF-1.20", "SL-I1c"), "improper"),
        "went_on_through_king_row": Ruling(("WCDF-1.19", "SL-I1g"), "improper"),
        "ambiguous_capture": Ruling(("WCDF-1.20",)),
        "touched_not_moved": Ruling(("WCDF-1.23",), "touch_move"),
        "wrong_piece_after_recall": Ruling(("SL-M16", "WCDF-1.23"), "touch_move"),
        "crowning_forgotten": Ruling(("WCDF-1.16",)),
        "agreed_result": Ruling(("WCDF-1.32",)),
        "result_disputed": Ruling(("WCDF-1.30", "SL-W2")),
        "repetition": Ruling(("WCDF-1.32.1",)),
        "move_count": Ruling(("WCDF-1.32.2",)),
        "result_against_board": Ruling(("WCDF-1.30",)),
        "result_tags_differ": Ruling(("WCDF-1.30", "SL-W2")),
        "moves_after_end": Ruling(("WCDF-1.30",)),
        "no_move_left": Ruling(("WCDF-1.30",)),
    },
    ladder={"touch_move": (Step(Sanction.FORFEIT, "WCDF-1.23"),)},
    clocks=(
        DrawClock(
            key="forty_moves",
            code="move_count",
            article="WCDF-1.32.2",
            limit=80,  # forty of each player's own moves
            reset=frozenset({Event.MAN_MOVE, Event.CAPTURE}),
            status=DrawStatus.CLAIMABLE,
        ),
    ),
    repetition=Repetition(
        article="WCDF-1.32.1", occurrence=3, before_the_move=True, status=DrawStatus.CLAIMABLE
    ),
)
