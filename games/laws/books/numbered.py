"""Parts shared by books without a federation text: six articles of play under numbers of ours.

1 setting up, 2 man, 3 king, 4 capturing is compulsory, 5 which capture, 6 losing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.laws.law_book import (
    UNCONFIRMED,
    Article,
    Certainty,
    DrawClock,
    DrawStatus,
    Event,
    Fact,
    LawBook,
    Repetition,
    Ruling,
    Sanction,
    Step,
)

UNREAD: Final = Certainty.UNCONFIRMED
READ: Final = Certainty.CONFIRMED
NO_PROGRESS: Final = frozenset({Event.MAN_MOVE, Event.CAPTURE})
LONE_KING: Final = frozenset({(1, 0)})
THREE_KINGS: Final = frozenset({(3, 0)})
TO_THE_ARBITER: Final = {"irregular": (Step(Sanction.ARBITER_DECIDES, UNCONFIRMED),)}


def must_capture_article(number: str) -> Article:
    """Return the article that makes capturing compulsory."""
    return Article(
        number,
        "Capturing is compulsory",
        "A capture that is there has to be made and carried on to its end.",
        {"compulsory": True},
    )


def losing_article(number: str) -> Article:
    """Return the article that makes the side lose that cannot move."""
    return Article(
        number,
        "Losing",
        "Having no piece or no move on one's turn loses.",
        {"loses": "side without a move"},
    )


def repetition_article(number: str, text: str, occurrence: int, certainty: Certainty) -> Article:
    """Return the article on positions that come back."""
    return Article(number, "Repetition", text, {"occurrence": occurrence}, certainty)


def count_article(number: str, heading: str, text: str, moves: int, certainty: Certainty) -> Article:
    """Return an article by which moves are counted, by each side."""
    facts: dict[str, Fact] = {"moves": moves, "plies": 2 * moves}
    return Article(number, heading, text, facts, certainty)


def third_occurrence(article: str, certainty: Certainty) -> Repetition:
    """Draw the third time, claimed by the side then to move."""
    return Repetition(
        article=article,
        occurrence=3,
        before_the_move=False,
        status=DrawStatus.CLAIMABLE,
        certainty=certainty,
    )


def numbered_rulings(prefix: str, **further: Ruling) -> dict[str, Ruling]:
    """Cite the numbering that these books share."""
    man, king, must, which, loses = (f"{prefix}-{number}" for number in (2, 3, 4, 5, 6))
    end = Ruling((loses,))
    return {
        "must_capture": Ruling((must,), "irregular"),
        "capture_incomplete": Ruling((must,), "irregular"),
        "not_the_priority_capture": Ruling((which,), "irregular"),
        "man_moved_backward": Ruling((man,), "irregular"),
        "wrong_square": Ruling((man, king), "irregular"),
        "occupied_square": Ruling((man, king), "irregular"),
        "ambiguous_capture": Ruling((which,)),
        "result_against_board": end,
        "result_tags_differ": end,
        "moves_after_end": end,
        "no_move_left": end,
        **further,
    }


def repetition_as_reported(book: LawBook) -> Repetition:
    """Build the repetition of another game, only reported to apply here: to be claimed, unconfirmed."""
    assert book.repetition is not None  # noqa: S101 - a broken promise of this module
    return replace(book.repetition, status=DrawStatus.CLAIMABLE, certainty=UNREAD)


def as_reported(*clocks: DrawClock) -> tuple[DrawClock, ...]:
    """Build clocks of another game, only reported to apply here: for the arbiter, unconfirmed."""
    return tuple(replace(clock, status=DrawStatus.ARBITER, certainty=UNREAD) for clock in clocks)
