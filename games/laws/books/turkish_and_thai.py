"""Turkish and Thai draughts (TK-D1, TH-D1).

No federation's text could be read: play is restated from public comparisons under numbers of ours; what
only one source reports is marked so, and so is every draw.
"""

from __future__ import annotations

from typing import Final

from games.laws.books.numbered import (
    TO_THE_ARBITER,
    UNREAD,
    count_article,
    losing_article,
    must_capture_article,
    numbered_rulings,
    repetition_article,
    third_occurrence,
)
from games.laws.law_book import (
    Article,
    DrawClock,
    DrawStatus,
    Event,
    ForcedCapture,
    LawBook,
    Material,
    Ruling,
    section,
    write_book,
)

ONE_PIECE: Final = frozenset({(1, 0), (0, 1)})

TURKISH: Final[LawBook] = write_book(
    key="turkish",
    name="Turkish draughts",
    edition="unconfirmed",
    variants=("turkish",),
    source="public comparisons of the rules and two programs; the federation's text was not readable",
    sections=(
        section(
            "Play",
            Article(
                "TK-1",
                "Setting up",
                "Eight by eight, all 64 squares; sixteen men a side on rows two and three, White first.",
                {"men": 16, "first_to_move": "white", "equipment": True},
            ),
            Article(
                "TK-2",
                "Man",
                "A man goes and captures forward or sideways, never backward and never diagonally.",
                {"man_captures_backward": False},
            ),
            Article(
                "TK-3",
                "King",
                "A king goes and captures any distance along free rows and files.",
                {"king_flies": True},
            ),
            must_capture_article("TK-4"),
            Article(
                "TK-5",
                "Which capture",
                "The capture of most pieces. Each piece is lifted as it is taken, and a king does not turn "
                "straight back between two captures.",
                {"majority": True},
            ),
            losing_article("TK-6"),
            Article(
                "TK-7",
                "Crowning in a capture",
                "A man that reaches the far row in a capture goes on as a man and is crowned at the end; "
                "other sources let it go on as a king or stop.",
                certainty=UNREAD,
            ),
        ),
        section(
            "Draw",
            Article(
                "TK-D1",
                "One piece each",
                "Reported: one piece each is drawn at once. What holds when one of them is about to be taken "
                "no source says: the arbiter judges.",
                {"at_once": True},
                UNREAD,
            ),
            repetition_article("TK-D2", "Reported: the third occurrence of a position draws.", 3, UNREAD),
            count_article(
                "TK-D3",
                "No capture",
                "One program draws after twenty-five moves each without a capture; it can be left out there.",
                25,
                UNREAD,
            ),
        ),
    ),
    rulings=numbered_rulings(
        "TK",
        man_captured_backward=Ruling(("TK-2",), "irregular"),
        turned_back=Ruling(("TK-5",), "irregular"),
        went_on_through_king_row=Ruling(("TK-7",)),  # as a man, crowned at the end
        repetition=Ruling(("TK-D2",)),
        move_count=Ruling(("TK-D3",)),
        endgame_limit=Ruling(("TK-D1",)),
    ),
    ladder=TO_THE_ARBITER,
    clocks=(
        DrawClock(
            key="one_piece_each",
            code="endgame_limit",
            article="TK-D1",
            limit=0,
            reset=frozenset(),
            status=DrawStatus.ARBITER,
            condition=Material(stronger=ONE_PIECE, weaker=ONE_PIECE),
            certainty=UNREAD,
            forced_capture=ForcedCapture.ASKS_ARBITER,
        ),
        DrawClock(
            key="fifty_plies_without_capture",
            code="move_count",
            article="TK-D3",
            limit=50,
            reset=frozenset({Event.CAPTURE}),
            status=DrawStatus.ARBITER,
            certainty=UNREAD,
        ),
    ),
    repetition=third_occurrence("TK-D2", UNREAD),
)

THAI: Final[LawBook] = write_book(
    key="thai",
    name="Thai draughts",
    edition="unconfirmed",
    variants=("thai",),
    source="public descriptions of makhos; no federation's text was found",
    sections=(
        section(
            "Play",
            Article(
                "TH-1",
                "Setting up",
                "Eight by eight, eight men a side on two rows; who begins differs from site to site.",
                {"men": 8, "equipment": True},
                UNREAD,
            ),
            Article(
                "TH-2",
                "Man",
                "A man goes and captures forward only; its capture ends where it is crowned.",
                {"man_captures_backward": False},
            ),
            Article(
                "TH-3",
                "King",
                "A king goes any distance along free diagonals and lands directly behind what it captures.",
                {"king_flies": True},
            ),
            must_capture_article("TH-4"),
            Article(
                "TH-5",
                "Which capture",
                "Any capture may be chosen. Each piece is lifted as it is taken.",
                {"majority": False},
            ),
            losing_article("TH-6"),
        ),
        section(
            "Draw",
            Article(
                "TH-D1",
                "No rule found",
                "No source names a count or a repetition: the players agree or the arbiter judges.",
                {"arbiter": True},
                UNREAD,
            ),
        ),
    ),
    rulings=numbered_rulings(
        "TH",
        man_captured_backward=Ruling(("TH-2",), "irregular"),
        not_the_priority_capture=Ruling(("TH-5",)),  # the choice is free in this game
        landed_too_far=Ruling(("TH-3",), "irregular"),
        went_on_through_king_row=Ruling(("TH-2",), "irregular"),
    ),
    ladder=TO_THE_ARBITER,
    clocks=(),
)
