"""Facts of rules in plain words: questions of the form, values, names of rules."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Text = str | Promise
_YES_NO: Final[dict[str, Text]] = {"yes": gettext_lazy("yes"), "no": gettext_lazy("no")}

QUESTIONS: Final[dict[str, Text]] = {
    "rows_of_men": gettext_lazy("Rows of men at the start"),
    "king_flies": gettext_lazy("Flying kings"),
    "king_landing": gettext_lazy("Where a capturing king lands"),
    "king_must_land_to_go_on": gettext_lazy("A king must land where it can go on capturing"),
    "man_captures_backward": gettext_lazy("Men capture backward"),
    "man_captures_king": gettext_lazy("Men capture kings"),
    "crowning": gettext_lazy("A man that reaches the king row in a capture"),
    "priority": gettext_lazy("Which capture must be chosen"),
    "removal": gettext_lazy("Captured pieces leave the board"),
    "may_turn_back": gettext_lazy("A capturing piece may reverse direction"),
    "goal": gettext_lazy("Who wins"),
    "remedy_for_missed_capture": gettext_lazy("If a capture is missed"),
}

VALUES: Final[dict[str, dict[str, Text]]] = {
    "king_landing": {
        "anywhere": gettext_lazy("on any free square behind the piece"),
        "directly_behind": gettext_lazy("right behind the piece"),
        "directly_behind_king": gettext_lazy("right behind the piece if the last one is a king"),
    },
    "crowning": {
        "stops": gettext_lazy("is crowned and stops"),
        "passes": gettext_lazy("continues as a man"),
        "at_once": gettext_lazy("continues as a king"),
    },
    "priority": {
        "none": gettext_lazy("any capture"),
        "most_pieces": gettext_lazy("the most pieces"),
        "by_king": gettext_lazy("by a king"),
        "most_pieces,by_king": gettext_lazy("the most pieces, then by a king"),
        "most_pieces,most_kings": gettext_lazy("the most pieces, then the most kings"),
        "most_value": gettext_lazy("the highest value"),
        "most_value,by_king": gettext_lazy("the highest value, then by a king"),
        "most_pieces,by_king,most_kings,king_earliest": gettext_lazy(
            "the most pieces, then by a king, then the most kings, then a king as early as possible"
        ),
    },
    "removal": {
        "at_end": gettext_lazy("after the whole capture"),
        "at_once": gettext_lazy("one by one"),
    },
    "goal": {
        "block": gettext_lazy("the player who leaves the opponent without a move"),
        "lose_all": gettext_lazy("the player with no move left"),
        "first_king": gettext_lazy("the first player to get a king"),
    },
    "remedy_for_missed_capture": {
        "insist": gettext_lazy("as the law book says"),
        "huff": gettext_lazy("the opponent may huff: remove the piece that should have captured"),
        "opponent_chooses": gettext_lazy(
            "the opponent chooses: huff, insist on the capture, or accept the move"
        ),
    },
}

SHORT: Final[dict[tuple[str, str], Text]] = {
    ("king_flies", "yes"): gettext_lazy("flying kings"),
    ("king_flies", "no"): gettext_lazy("kings go one square"),
    ("king_must_land_to_go_on", "yes"): gettext_lazy("kings must continue capturing"),
    ("king_must_land_to_go_on", "no"): gettext_lazy("kings may stop capturing"),
    ("man_captures_backward", "yes"): gettext_lazy("men capture backward"),
    ("man_captures_backward", "no"): gettext_lazy("men capture forward only"),
    ("man_captures_king", "yes"): gettext_lazy("men capture kings"),
    ("man_captures_king", "no"): gettext_lazy("men do not capture kings"),
    ("may_turn_back", "yes"): gettext_lazy("captures may reverse direction"),
    ("may_turn_back", "no"): gettext_lazy("captures may not reverse direction"),
    ("remedy_for_missed_capture", "huff"): gettext_lazy("huffing"),
    ("remedy_for_missed_capture", "opponent_chooses"): gettext_lazy("huffing if the opponent chooses"),
}
FOLLOWS: Final = {"king_must_land_to_go_on": "king_flies", "king_landing": "king_flies"}
"""Facts that go without saying where the other one is changed."""


def fact_question(fact: str) -> str:
    """Return the question that a fact answers."""
    return str(QUESTIONS[fact])


def value_text(fact: str, value: str) -> str:
    """Return the meaning of a fact's value; numbers are their own words."""
    return str(VALUES.get(fact, _YES_NO).get(value, value))


def changes_text(changes: Mapping[str, str]) -> str:
    """Describe changed facts briefly, without those that are implied."""
    parts = [
        str(SHORT.get((fact, value)) or f"{fact_question(fact)}: {value_text(fact, value)}")
        for fact, value in changes.items()
        if FOLLOWS.get(fact) not in changes
    ]
    return _(", ").join(parts)
