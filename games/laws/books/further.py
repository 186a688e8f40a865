"""Books for variants whose federation texts were not read: Italian, Czech and American pool.

Movement is restated from public comparisons of the variants under numbers of ours. What no source
confirms is marked so and shown to the arbiter as such; without any source there is no article.
"""

from __future__ import annotations

from typing import Final

from games.laws.books.numbered import (
    LONE_KING,
    NO_PROGRESS,
    THREE_KINGS,
    TO_THE_ARBITER,
    UNREAD,
    losing_article,
    must_capture_article,
    numbered_rulings,
)
from games.laws.law_book import (
    Article,
    DrawClock,
    DrawStatus,
    Event,
    LawBook,
    Material,
    Repetition,
    Ruling,
    section,
    write_book,
)

ITALIAN: Final[LawBook] = write_book(
    key="italian",
    name="Italian draughts",
    edition="unconfirmed",
    variants=("italian",),
    source="public comparisons of the FID rules; articles 9.3 and 10.4 reported, not read",
    sections=(
        section(
            "Play",
            Article(
                "IT-1",
                "Setting up",
                "Eight by eight with the dark corner at the right; twelve men a side, White first.",
                {"men": 12, "first_to_move": "white", "equipment": True},
            ),
            Article(
                "IT-2",
                "Man",
                "A man goes and captures forward only and cannot capture a king.",
                {"man_captures_backward": False, "man_captures_king": False},
            ),
            Article(
                "IT-3", "King", "A king goes one square at a time in any direction.", {"king_flies": False}
            ),
            must_capture_article("IT-4"),
            Article(
                "IT-5",
                "Which capture",
                "First the most pieces, then with a king, then the most kings, then the one "
                "that meets a king earliest.",
                {"majority": True},
            ),
            losing_article("IT-6"),
        ),
        section(
            "Draw",
            Article(
                "IT-D1",
                "Repetition",
                "Reported: the fourth occurrence of a position draws (FID 9.3, 10.4).",
                {"occurrence": 4},
                UNREAD,
            ),
            Article(
                "IT-D2",
                "Count of forty",
                "Reported: on request forty moves are counted, anew after a man's move or a capture.",
                {"moves": 40, "plies": 80},
                UNREAD,
            ),
        ),
    ),
    rulings=numbered_rulings(
        "IT",
        man_captured_backward=Ruling(("IT-2",), "irregular"),
        man_captured_king=Ruling(("IT-2",), "irregular"),
        repetition=Ruling(("IT-D1",)),
        move_count=Ruling(("IT-D2",)),
    ),
    ladder=TO_THE_ARBITER,
    clocks=(
        DrawClock(
            key="count_of_forty",
            code="move_count",
            article="IT-D2",
            limit=80,
            reset=NO_PROGRESS,
            status=DrawStatus.ARBITER,
            certainty=UNREAD,
            on_request=True,
        ),
    ),
    repetition=Repetition(
        article="IT-D1",
        occurrence=4,
        before_the_move=False,
        status=DrawStatus.CLAIMABLE,
        certainty=UNREAD,
    ),
)

CZECH: Final[LawBook] = write_book(
    key="czech",
    name="Czech draughts",
    edition="unconfirmed",
    variants=("czech",),
    source="Czech federation text as reproduced in an encyclopedia of 2007",
    sections=(
        section(
            "Play",
            Article(
                "CZ-1",
                "Setting up",
                "Eight by eight, twelve men a side, White first.",
                {"men": 12, "first_to_move": "white"},
            ),
            Article(
                "CZ-2",
                "Man",
                "A man goes and captures forward only; it may capture a king.",
                {"man_captures_backward": False},
            ),
            Article("CZ-3", "King", "A king goes any distance along free diagonals.", {"king_flies": True}),
            must_capture_article("CZ-4"),
            Article(
                "CZ-5",
                "Which capture",
                "If a king can capture, a king has to; otherwise the choice is free.",
                {"majority": False},
            ),
            losing_article("CZ-6"),
        ),
        section(
            "Draw",
            Article(
                "CZ-D1",
                "No further capture",
                "Drawn when with careful play nothing more can be captured: the arbiter "
                "judges. Numbers are unknown.",
                {"arbiter": True},
                UNREAD,
            ),
        ),
    ),
    rulings=numbered_rulings(
        "CZ",
        man_captured_backward=Ruling(("CZ-2",), "irregular"),
        man_captured_king=Ruling(("CZ-2",)),
    ),
    ladder=TO_THE_ARBITER,
    clocks=(),
)

AMERICAN_POOL: Final[LawBook] = write_book(
    key="american-pool",
    name="American pool checkers",
    edition="unconfirmed",
    variants=("pool",),
    source="APCA rules of play as reported by public comparisons; rule 26 not read",
    sections=(
        section(
            "Play",
            Article(
                "AP-1",
                "Setting up",
                "Eight by eight, twelve men a side, the dark side first.",
                {"men": 12, "first_to_move": "black"},
            ),
            Article(
                "AP-2",
                "Man",
                "A man goes forward and captures both ways; it is crowned only where its capture ends.",
                {"man_captures_backward": True},
            ),
            Article("AP-3", "King", "A king goes any distance along free diagonals.", {"king_flies": True}),
            must_capture_article("AP-4"),
            Article(
                "AP-5", "Which capture", "Any capture may be chosen, longer or shorter.", {"majority": False}
            ),
            losing_article("AP-6"),
        ),
        section(
            "Draw",
            Article(
                "AP-D1",
                "Repetition",
                "Reported: the third occurrence of a position draws.",
                {"occurrence": 3},
                UNREAD,
            ),
            Article(
                "AP-D2",
                "No progress",
                "Reported: fifteen moves each without progress (rule 26).",
                {"moves": 15, "plies": 30},
                UNREAD,
            ),
            Article(
                "AP-D3",
                "Three kings against one",
                "Reported: the stronger side has thirteen moves of its own, and a capture by the "
                "fourteenth comes too late; whether the single king must hold the main diagonal is unknown.",
                {"moves": 13, "by_stronger": True},
                UNREAD,
            ),
        ),
    ),
    rulings=numbered_rulings(
        "AP",
        not_the_priority_capture=Ruling(("AP-5",)),  # the choice is free in this game
        man_captured_backward=Ruling(("AP-2",)),
        went_on_through_king_row=Ruling(("AP-2",)),  # as a man, crowned where it ends
        repetition=Ruling(("AP-D1",)),
        move_count=Ruling(("AP-D2",)),
        endgame_limit=Ruling(("AP-D3",)),
    ),
    ladder=TO_THE_ARBITER,
    clocks=(
        DrawClock(
            key="fifteen_moves",
            code="move_count",
            article="AP-D2",
            limit=30,
            reset=NO_PROGRESS,
            status=DrawStatus.ARBITER,
            certainty=UNREAD,
        ),
        DrawClock(
            key="thirteen_moves",
            code="endgame_limit",
            article="AP-D3",
            limit=26,
            reset=frozenset({Event.CAPTURE}),
            status=DrawStatus.ARBITER,
            condition=Material(stronger=THREE_KINGS, weaker=LONE_KING),
            certainty=UNREAD,
            by_stronger=True,
        ),
    ),
    repetition=Repetition(
        article="AP-D1",
        occurrence=3,
        before_the_move=False,
        status=DrawStatus.CLAIMABLE,
        certainty=UNREAD,
    ),
)
