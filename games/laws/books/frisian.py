"""Frisian draughts and Frysk! (FR-7).

The official rules of 2011 were read up to the king's move (their articles 1 to 9, our 1 to 3); the
articles on endings and the counts are restated from public descriptions of them, and marked so.
"""

from __future__ import annotations

from typing import Final

from games.laws.books.numbered import (
    LONE_KING,
    TO_THE_ARBITER,
    UNREAD,
    count_article,
    losing_article,
    must_capture_article,
    numbered_rulings,
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

PLAY: Final = section(
    "Play",
    Article(
        "FR-1",
        "Setting up",
        "Ten by ten with a dark corner at the left, twenty men a side, White first (2011: articles 1 to 6).",
        {"men": 20, "first_to_move": "white", "equipment": True},
    ),
    Article(
        "FR-2",
        "Man",
        "A man goes one square diagonally forward and captures in eight directions, along rows and "
        "files too; it is crowned where its move ends on the far row (2011: articles 7 and 8).",
        {"man_captures_backward": True},
    ),
    Article(
        "FR-3",
        "King",
        "A king goes any distance along diagonals and captures from any distance in eight "
        "directions (2011: article 9).",
        {"king_flies": True},
    ),
    must_capture_article("FR-4"),
    Article(
        "FR-5",
        "Which capture",
        "The capture of the highest value: a man counts one, a king just less than two. Of equal "
        "values the one made with a king. How much less than two is told differently.",
        {"majority": True},
        UNREAD,
    ),
    losing_article("FR-6"),
    Article(
        "FR-7",
        "Three moves of one king",
        "While a side has men, one king makes no more than three moves in a row without a capture. "
        "A capture, a move of a man or of another king sets it free. That a side without another "
        "move has lost is our reading.",
        {"king_moves_in_a_row": 3},
    ),
)

DRAWS: Final = section(
    "Draw",
    count_article(
        "FR-D1",
        "Two kings against one",
        "Reported: two kings that have not beaten a single king within seven moves each draw.",
        7,
        UNREAD,
    ),
    Article(
        "FR-D2",
        "One king each",
        "Reported: one king each is drawn at once, unless one of them is taken now or cannot escape it "
        "next move.",
        {"at_once": True},
        UNREAD,
    ),
    count_article(
        "FR-D3",
        "Two moves more",
        "A play site cannot tell a forced capture and allows two moves each before the draw.",
        2,
        UNREAD,
    ),
)

CLOCKS: Final = (
    DrawClock(
        key="seven_moves",
        code="endgame_limit",
        article="FR-D1",
        limit=14,
        reset=frozenset({Event.CAPTURE}),
        status=DrawStatus.ARBITER,
        condition=Material(stronger=frozenset({(2, 0)}), weaker=LONE_KING),
        certainty=UNREAD,
    ),
    DrawClock(
        key="one_king_each",
        code="endgame_limit",
        article="FR-D2",
        limit=0,
        reset=frozenset(),
        status=DrawStatus.ARBITER,
        condition=Material(stronger=LONE_KING, weaker=LONE_KING),
        certainty=UNREAD,
        forced_capture=ForcedCapture.HOLDS_UP,
    ),
    DrawClock(
        key="two_moves",
        code="endgame_limit",
        article="FR-D3",
        limit=4,
        reset=frozenset(),
        status=DrawStatus.ARBITER,
        condition=Material(stronger=LONE_KING, weaker=LONE_KING),
        certainty=UNREAD,
        contradicts=("FR-D2",),
    ),
)

FRISIAN: Final[LawBook] = write_book(
    key="frisian",
    name="Frisian draughts",
    edition="2011, in part",
    variants=("frisian",),
    source="Official Rules for Frisian Draughts (2011), articles 1 to 9; the rest from public descriptions",
    sections=(PLAY, DRAWS),
    rulings=numbered_rulings(
        "FR",
        man_captured_backward=Ruling(("FR-2",)),
        went_on_through_king_row=Ruling(("FR-2",)),  # crowned where its move ends
        king_moved_too_often=Ruling(("FR-7",), "irregular"),
        endgame_limit=Ruling(("FR-D1", "FR-D2", "FR-D3")),
    ),
    ladder=TO_THE_ARBITER,
    clocks=CLOCKS,
)

FRYSK: Final[LawBook] = write_book(
    key="frysk",
    name="Frysk!",
    edition="unconfirmed",
    variants=("frysk",),
    source="public descriptions of the game; otherwise as Frisian draughts",
    base=FRISIAN,
    sections=(
        section(
            "Play",
            Article(
                "FY-1",
                "Setting up",
                "Ten by ten, five men a side on the row nearest each player, White first.",
                {"men": 5, "first_to_move": "white", "equipment": True},
                replaces=("FR-1",),
            ),
        ),
    ),
    rulings={},
)
