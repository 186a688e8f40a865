"""House rules in the words of a law book: a heading a fact, a sentence a value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.house_facts import REMEDY

PREFIX: Final = "HR-"
Wording = tuple[str, Mapping[str, str]]

WORDINGS: Final[Mapping[str, Wording]] = MappingProxyType(
    {
        "rows_of_men": (
            "Rows of men",
            {
                "1": "Each side begins with one row of men.",
                "2": "Each side begins with two rows of men.",
                "3": "Each side begins with three rows of men.",
                "4": "Each side begins with four rows of men.",
                "5": "Each side begins with five rows of men.",
            },
        ),
        "king_flies": (
            "Flying kings",
            {
                "yes": "A king moves any distance along a free line and captures from a distance.",
                "no": "A king moves one square at a time and captures only what stands next to it.",
            },
        ),
        "king_landing": (
            "Where a king lands",
            {
                "anywhere": "A king that captures may land on any free square behind the piece.",
                "directly_behind": "A king that captures lands on the square right behind the piece.",
                "directly_behind_king": "A king that takes a king last lands on the square right behind it.",
            },
        ),
        "king_must_land_to_go_on": (
            "Kings go on capturing",
            {
                "yes": "A king that captures lands where it can go on capturing, if there is such a square.",
                "no": "A king that captures may land where its capture ends.",
            },
        ),
        "man_captures_backward": (
            "Men capture backward",
            {
                "yes": "A man captures backward as well as forward.",
                "no": "A man captures forward only.",
            },
        ),
        "man_captures_king": (
            "Men and kings",
            {"yes": "A man may capture a king.", "no": "A man cannot capture a king."},
        ),
        "crowning": (
            "Crowning in a capture",
            {
                "stops": "A man that reaches the far row in a capture is crowned, and its move ends there.",
                "passes": "A man that reaches the far row in a capture goes on as a man, "
                "and is crowned only if its move ends there.",
                "at_once": "A man that reaches the far row in a capture is crowned at once "
                "and goes on as a king.",
            },
        ),
        "priority": (
            "Which capture",
            {
                "none": "Among several captures the choice is free.",
                "most_pieces": "The capture that takes most pieces has to be chosen.",
                "by_king": "If a king can capture, a king has to.",
                "most_pieces,by_king": "The most pieces have to be taken, and among equals by a king.",
                "most_value": "The capture of the highest value has to be chosen: a man is one, "
                "a king a little less than two.",
                "most_value,by_king": "The capture of the highest value has to be chosen, "
                "and among equals one by a king.",
                "most_pieces,most_kings": "The most pieces have to be taken, among equals the most kings.",
                "most_pieces,by_king,most_kings,king_earliest": "The most pieces have to be taken, "
                "among equals by a king, then the most kings, then a king as early as can be.",
            },
        ),
        "removal": (
            "Captured pieces",
            {
                "at_end": "Captured pieces are taken off when the whole capture is made.",
                "at_once": "A captured piece is taken off at once, before the capture goes on.",
            },
        ),
        "goal": (
            "Who wins",
            {
                "block": "Who has no piece or no move left on the turn loses.",
                "lose_all": "Who has no piece or no move left on the turn wins.",
                "first_king": "Who has a king first wins.",
            },
        ),
        "may_turn_back": (
            "Turning back",
            {
                "yes": "Between two captures of one move a piece may turn right round.",
                "no": "Between two captures of one move a piece may not turn right round.",
            },
        ),
    }
)

REMEDY_WORDINGS: Final[Wording] = (
    "Huffing",
    MappingProxyType(
        {
            "insist": "A capture that was missed is insisted on: the move is taken back, the capture made.",
            "huff": "Where a capture was missed the opponent may take off a piece that should "
            "have captured, before making a move; the wrong move stands.",
            "opponent_chooses": "Where a capture was missed the opponent chooses: to take off a piece that "
            "should have captured, to have the capture made, or to let the move stand.",
        }
    ),
)

_NUMBERS: Final = MappingProxyType({fact: number for number, fact in enumerate((REMEDY, *WORDINGS), start=1)})


def article_id(fact: str) -> str:
    """Number the article of a fact, the same in every house. A new fact goes to the end of `WORDINGS`."""
    return f"{PREFIX}{_NUMBERS[fact]}"


def earlier_article_id(fact: str) -> str:
    """Identifier that stored findings and rulings of earlier versions cite."""
    return PREFIX + fact
