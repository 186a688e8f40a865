"""FMJD Annex 1, version November 2015 (international draughts) (FMJD-5.4).

The opponent of the player who commits an irregularity decides whether to rectify it or let it stand (5.4).
"""

from __future__ import annotations

from typing import Final

from games.laws.books.fmjd_annex_1_articles import SECTIONS
from games.laws.law_book import (
    DrawClock,
    DrawStatus,
    Event,
    LawBook,
    Material,
    Repetition,
    Ruling,
    Sanction,
    Step,
    write_book,
)

LONE_KING: Final = frozenset({(1, 0)})

RULINGS: Final = {
    "must_capture": Ruling(("FMJD-5.4.6", "FMJD-4.2"), "irregularity"),
    "capture_incomplete": Ruling(("FMJD-5.4.9", "FMJD-4.5"), "irregularity"),
    "not_the_priority_capture": Ruling(("FMJD-4.13", "FMJD-5.4.8"), "irregularity"),
    "empty_square": Ruling(("FMJD-5.4.2", "FMJD-3.4"), "irregularity"),
    "not_your_piece": Ruling(("FMJD-5.4.5", "FMJD-3.3"), "irregularity"),
    "wrong_square": Ruling(("FMJD-5.4.2", "FMJD-3.4", "FMJD-3.9"), "irregularity"),
    "occupied_square": Ruling(("FMJD-5.4.2", "FMJD-3.4"), "irregularity"),
    "off_board": Ruling(("FMJD-5.4.2", "FMJD-2.2"), "irregularity"),
    "man_moved_backward": Ruling(("FMJD-5.4.2", "FMJD-3.4"), "irregularity"),
    "man_captured_backward": Ruling(("FMJD-4.1",)),  # allowed in this game
    "man_captured_king": Ruling(("FMJD-4.2",)),  # any enemy piece
    "jumped_own_piece": Ruling(("FMJD-4.7", "FMJD-5.4.2"), "irregularity"),
    "jumped_twice": Ruling(("FMJD-4.8", "FMJD-5.4.8"), "irregularity"),
    "piece_not_jumped_removed": Ruling(("FMJD-5.4.12", "FMJD-5.4.7"), "irregularity"),
    "own_piece_removed": Ruling(("FMJD-5.4.14", "FMJD-5.4.7"), "irregularity"),
    "went_on_through_king_row": Ruling(("FMJD-4.15",)),  # it stays a man and goes on
    "out_of_turn": Ruling(("FMJD-5.4.1", "FMJD-3.3"), "irregularity"),
    "ambiguous_capture": Ruling(("FMJD-4.14",)),
    "touched_unmovable": Ruling(("FMJD-3.11",)),  # binds only where a legal move is possible
    "touched_not_moved": Ruling(("FMJD-5.4.3", "FMJD-3.11"), "irregularity"),
    "wrong_piece_after_recall": Ruling(("FMJD-5.4.3", "FMJD-5.4.4"), "irregularity"),
    "move_taken_back": Ruling(("FMJD-5.4.4", "FMJD-3.10"), "irregularity"),
    "left_over_corner": Ruling(("FMJD-3.12",)),  # free until the piece is released
    "adjusted_unannounced": Ruling(("FMJD-3.13",), "manners"),
    "crowning_forgotten": Ruling(("FMJD-5.4.15",), "irregularity"),
    "pieces_displaced": Ruling(("FMJD-5.5",)),
    "refused_rules": Ruling(("FMJD-7.2.4", "FMJD-5.6"), "refusal"),
    "agreed_result": Ruling(("FMJD-7.3",)),
    "result_disputed": Ruling(("FMJD-7.1",)),
    "repetition": Ruling(("FMJD-6.1",)),
    "move_count": Ruling(("FMJD-6.2",)),
    "endgame_limit": Ruling(("FMJD-6.3", "FMJD-6.4")),
    "result_against_board": Ruling(("FMJD-7.2.2", "FMJD-7.2.3")),
    "result_tags_differ": Ruling(("FMJD-7.1",)),
    "moves_after_end": Ruling(("FMJD-7.2.2",)),
    "no_move_left": Ruling(("FMJD-7.2.2", "FMJD-7.2.3")),
}

FMJD_ANNEX_1: Final[LawBook] = write_book(
    key="fmjd-annex-1",
    name="FMJD Annex 1, international draughts",
    edition="2015-11",
    variants=("international",),
    source="Official FMJD rules for international draughts, Annex 1, November 2015",
    sections=SECTIONS,
    rulings=RULINGS,
    ladder={
        "irregularity": (Step(Sanction.OPPONENT_CHOOSES, "FMJD-5.4"),),
        "manners": (Step(Sanction.ARBITER_DECIDES, "FMJD-3.13"),),
        "refusal": (Step(Sanction.FORFEIT, "FMJD-7.2.4"),),
    },
    clocks=(
        DrawClock(
            key="twenty_five_king_moves",
            code="move_count",
            article="FMJD-6.2",
            limit=50,
            reset=frozenset({Event.MAN_MOVE, Event.CAPTURE}),
            status=DrawStatus.MANDATORY,
        ),
        DrawClock(
            key="sixteen_moves",
            code="endgame_limit",
            article="FMJD-6.3",
            limit=32,
            reset=frozenset({Event.CAPTURE}),
            status=DrawStatus.MANDATORY,
            condition=Material(stronger=frozenset({(3, 0), (2, 1), (1, 2)}), weaker=LONE_KING),
        ),
        DrawClock(
            key="five_moves",
            code="endgame_limit",
            article="FMJD-6.4",
            limit=10,
            # never begun again once it runs; the promotion that makes a side's first king starts it
            reset=frozenset(),
            status=DrawStatus.MANDATORY,
            condition=Material(stronger=frozenset({(2, 0), (1, 1), (1, 0)}), weaker=LONE_KING),
        ),
    ),
    repetition=Repetition(
        article="FMJD-6.1", occurrence=3, before_the_move=False, status=DrawStatus.MANDATORY
    ),
)
