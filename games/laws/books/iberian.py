"""Spanish and Portuguese draughts (ES-D2, PT-D1).

The Portuguese federation's rules were read in part, so that its repetition is confirmed. Play is restated
under numbers of ours. The count of twelve moves is reported in forums only, the Spanish repetition in public
comparisons only; both are marked so.
"""

from __future__ import annotations

from typing import Final

from games.laws.books.numbered import (
    LONE_KING,
    READ,
    THREE_KINGS,
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
    LawBook,
    Material,
    Ruling,
    section,
    write_book,
)


def twelve_moves(article: str) -> DrawClock:
    """Count twelve moves each with three kings against one: reported in forums only."""
    return DrawClock(
        key="twelve_moves",
        code="endgame_limit",
        article=article,
        limit=24,
        reset=frozenset({Event.CAPTURE}),
        status=DrawStatus.ARBITER,
        condition=Material(stronger=THREE_KINGS, weaker=LONE_KING),
        certainty=UNREAD,
    )


SPANISH: Final[LawBook] = write_book(
    key="spanish",
    name="Spanish draughts",
    edition="unconfirmed",
    variants=("spanish",),
    source="public comparisons of the rules; the count of twelve from a forum only",
    sections=(
        section(
            "Play",
            Article(
                "ES-1",
                "Setting up",
                "Eight by eight with the dark corner at the right, twelve men a side, White first.",
                {"men": 12, "first_to_move": "white", "equipment": True},
            ),
            Article(
                "ES-2",
                "Man",
                "A man goes and captures forward only and may capture a king; its capture ends where it is "
                "crowned.",
                {"man_captures_backward": False},
            ),
            Article("ES-3", "King", "A king goes any distance along free diagonals.", {"king_flies": True}),
            must_capture_article("ES-4"),
            Article(
                "ES-5", "Which capture", "First the most pieces, then the most kings.", {"majority": True}
            ),
            losing_article("ES-6"),
        ),
        section(
            "Draw",
            repetition_article("ES-D1", "Reported: the third occurrence of a position draws.", 3, UNREAD),
            count_article(
                "ES-D2",
                "Three kings against one",
                "Reported: three kings have twelve moves to beat a single king.",
                12,
                UNREAD,
            ),
        ),
    ),
    rulings=numbered_rulings(
        "ES",
        man_captured_backward=Ruling(("ES-2",), "irregular"),
        man_captured_king=Ruling(("ES-2",)),
        went_on_through_king_row=Ruling(("ES-2",), "irregular"),
        repetition=Ruling(("ES-D1",)),
        endgame_limit=Ruling(("ES-D2",)),
    ),
    ladder=TO_THE_ARBITER,
    clocks=(twelve_moves("ES-D2"),),
    repetition=third_occurrence("ES-D1", UNREAD),
)

PORTUGUESE: Final[LawBook] = write_book(
    key="portuguese",
    name="Portuguese draughts",
    edition="unconfirmed",
    variants=("portuguese",),
    source="rules of classical draughts of the Portuguese federation, in part; the limited moves reported",
    sections=(
        section(
            "Play",
            Article(
                "PT-1",
                "Setting up",
                "Eight by eight with the dark corner at the right, twelve men a side, White first.",
                {"men": 12, "first_to_move": "white", "equipment": True},
            ),
            Article(
                "PT-2",
                "Man",
                "A man goes and captures forward only and may capture a king; its capture ends where it is "
                "crowned.",
                {"man_captures_backward": False},
            ),
            Article("PT-3", "King", "A king goes any distance along free diagonals.", {"king_flies": True}),
            must_capture_article("PT-4"),
            Article(
                "PT-5",
                "Which capture",
                "Three laws: a capture must be made, of most pieces, and among these of most quality, a "
                "king being worth more than a man.",
                {"majority": True},
            ),
            losing_article("PT-6"),
        ),
        section(
            "Draw",
            repetition_article(
                "PT-D1",
                "The third occurrence of a position draws when the opponent of the player who made it "
                "claims, in a limited count too.",
                3,
                READ,
            ),
            count_article(
                "PT-D2",
                "Limited moves",
                "The laws of limited moves draw the game; reported are twelve moves for three kings "
                "against one.",
                12,
                UNREAD,
            ),
        ),
    ),
    rulings=numbered_rulings(
        "PT",
        man_captured_backward=Ruling(("PT-2",), "irregular"),
        man_captured_king=Ruling(("PT-2",)),
        went_on_through_king_row=Ruling(("PT-2",), "irregular"),
        repetition=Ruling(("PT-D1",)),
        endgame_limit=Ruling(("PT-D2",)),
    ),
    ladder=TO_THE_ARBITER,
    clocks=(twelve_moves("PT-D2"),),
    repetition=third_occurrence("PT-D1", READ),
)
