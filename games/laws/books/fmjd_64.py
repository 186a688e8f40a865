"""FMJD-64 draw clauses (Russian and Brazilian draughts) (F64-7.2.4).

Clauses 7.2.5 and 7.2.6 contradict each other in king endings of four to seven pieces, so every
clock here makes a draw claimable and none is automatic. Only part 7.2 was read; movement is
restated from public comparisons under numbers of ours and marked unconfirmed.
"""

from __future__ import annotations

from typing import Final

from games.laws.law_book import (
    UNCONFIRMED,
    Article,
    Certainty,
    DrawClock,
    DrawStatus,
    Event,
    LawBook,
    Material,
    Repetition,
    Ruling,
    Sanction,
    Step,
    section,
    write_book,
)

UNREAD: Final = Certainty.UNCONFIRMED
LONE_KING: Final = frozenset({(1, 0)})
THREE_OR_MORE_KINGS: Final = frozenset((kings, 0) for kings in range(3, 13))

PLAY: Final = section(
    "Play",
    Article(
        "F64-M1",
        "Capturing is compulsory",
        "A capture that is there has to be made and carried on to its end.",
        {"compulsory": True},
        UNREAD,
    ),
    Article(
        "F64-M2",
        "Which capture",
        "Russian: any capture. Brazilian: the one that takes most.",
        certainty=UNREAD,
    ),
    Article(
        "F64-M3",
        "Man's move",
        "A man goes forward one square and captures both ways.",
        {"man_captures_backward": True},
        UNREAD,
    ),
    Article(
        "F64-M4",
        "King's move",
        "A king goes any distance; Russian kings land where the capture can go on.",
        {"king_flies": True},
        UNREAD,
    ),
    Article(
        "F64-M5",
        "Losing",
        "Having no piece or no move on one's turn loses.",
        {"loses": "side without a move"},
        UNREAD,
    ),
)

DRAWS: Final = section(
    "Draw",
    Article(
        "F64-7.2.3",
        "Third occurrence",
        "The same position with the same side to move, three times or more.",
        {"occurrence": 3},
    ),
    Article(
        "F64-7.2.4",
        "Three kings or more against one",
        "The stronger side has to capture the single king by its fifteenth move.",
        {"moves": 15, "plies": 30},
    ),
    Article(
        "F64-7.2.5",
        "Fifteen king moves",
        "Fifteen moves in which only kings moved, no man moved and nothing was captured.",
        {"moves": 15, "plies": 30},
    ),
    Article(
        "F64-7.2.6",
        "Balance unchanged",
        "Both sides have kings and nothing was captured or crowned: 30 moves with four or "
        "five pieces, 60 with six or seven.",
        {"moves_4_5": 30, "moves_6_7": 60},
    ),
    Article(
        "F64-7.2.7",
        "Three pieces against a king on the main road",
        "Three kings, two kings and a man, or a king and two men that reach no winning "
        "position by the fifth move.",
        {"moves": 5, "plies": 10},
    ),
    Article(
        "F64-7.2.8",
        "Two pieces or fewer against a king",
        "Two kings, a king and a man, or a king against a king with no winning position by the fifth move.",
        {"moves": 5, "plies": 10},
    ),
    Article(
        "F64-7.2.9",
        "An obvious win",
        "No draw while the win is plain and the player can show it.",
        {"arbiter": True},
    ),
)

CLOCKS: Final = (
    DrawClock(
        key="three_kings_or_more_against_one",
        code="endgame_limit",
        article="F64-7.2.4",
        limit=30,
        reset=frozenset({Event.CAPTURE, Event.PROMOTION}),
        status=DrawStatus.CLAIMABLE,
        subject_to=("F64-7.2.9",),
        condition=Material(stronger=THREE_OR_MORE_KINGS, weaker=LONE_KING),
    ),
    DrawClock(
        key="fifteen_king_moves",
        code="move_count",
        article="F64-7.2.5",
        limit=30,
        reset=frozenset({Event.MAN_MOVE, Event.CAPTURE}),
        status=DrawStatus.CLAIMABLE,
        subject_to=("F64-7.2.9",),
        contradicts=("F64-7.2.6",),
    ),
    DrawClock(
        key="balance_of_four_or_five",
        code="endgame_limit",
        article="F64-7.2.6",
        limit=60,
        reset=frozenset({Event.CAPTURE, Event.PROMOTION}),
        status=DrawStatus.CLAIMABLE,
        subject_to=("F64-7.2.9",),
        condition=Material(least=4, most=5, both_have_kings=True),
        contradicts=("F64-7.2.5",),
    ),
    DrawClock(
        key="balance_of_six_or_seven",
        code="endgame_limit",
        article="F64-7.2.6",
        limit=120,
        reset=frozenset({Event.CAPTURE, Event.PROMOTION}),
        status=DrawStatus.CLAIMABLE,
        subject_to=("F64-7.2.9",),
        condition=Material(least=6, most=7, both_have_kings=True),
        contradicts=("F64-7.2.5",),
    ),
    DrawClock(
        key="three_pieces_against_main_road",
        code="endgame_limit",
        article="F64-7.2.7",
        limit=10,
        reset=frozenset({Event.CAPTURE}),
        status=DrawStatus.CLAIMABLE,
        subject_to=("F64-7.2.9",),
        condition=Material(
            stronger=frozenset({(3, 0), (2, 1), (1, 2)}),
            weaker=LONE_KING,
            weaker_holds_main_road=True,
        ),
    ),
    DrawClock(
        key="two_pieces_against_king",
        code="endgame_limit",
        article="F64-7.2.8",
        limit=10,
        reset=frozenset(),
        status=DrawStatus.CLAIMABLE,
        subject_to=("F64-7.2.9",),
        condition=Material(stronger=frozenset({(2, 0), (1, 1), (1, 0)}), weaker=LONE_KING),
    ),
)

FMJD_64: Final[LawBook] = write_book(
    key="fmjd-64",
    name="FMJD-64 draw clauses",
    edition="as quoted 2019",
    variants=("russian", "brazilian"),
    source="FMJD-64 rules 7.2.3 to 7.2.9, as quoted in a public rules library",
    sections=(PLAY, DRAWS),
    rulings={
        "must_capture": Ruling(("F64-M1",), "irregular"),
        "capture_incomplete": Ruling(("F64-M1",), "irregular"),
        "not_the_priority_capture": Ruling(("F64-M2",), "irregular"),
        "man_moved_backward": Ruling(("F64-M3",), "irregular"),
        "man_captured_backward": Ruling(("F64-M3",)),  # allowed in both games
        "wrong_square": Ruling(("F64-M3", "F64-M4"), "irregular"),
        "occupied_square": Ruling(("F64-M3", "F64-M4"), "irregular"),
        "ambiguous_capture": Ruling(("F64-M2",)),
        "repetition": Ruling(("F64-7.2.3",)),
        "move_count": Ruling(("F64-7.2.5",)),
        "endgame_limit": Ruling(("F64-7.2.4", "F64-7.2.6", "F64-7.2.7", "F64-7.2.8")),
        "result_against_board": Ruling(("F64-M5",)),
        "result_tags_differ": Ruling(("F64-M5",)),
        "moves_after_end": Ruling(("F64-M5",)),
        "no_move_left": Ruling(("F64-M5",)),
    },
    ladder={"irregular": (Step(Sanction.ARBITER_DECIDES, UNCONFIRMED),)},
    clocks=CLOCKS,
    repetition=Repetition(
        article="F64-7.2.3", occurrence=3, before_the_move=False, status=DrawStatus.CLAIMABLE
    ),
)
