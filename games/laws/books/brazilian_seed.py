"""Brazilian draughts as in the owner's fourth text, silent about conduct (BR-6)."""

from __future__ import annotations

from typing import Final

from games.laws.law_book import (
    UNCONFIRMED,
    Article,
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

PLAY: Final = section(
    "Play",
    Article(
        "BR-1",
        "Setting up",
        "Twelve pieces a side; the light ones open the game.",
        {"men": 12, "first_to_move": "white"},
    ),
    Article(
        "BR-2",
        "Placing it",
        "The long dark diagonal starts at the left of each player.",
        {"equipment": True},
    ),
    Article("BR-3", "Man's move", "A man goes forward along a diagonal."),
    Article(
        "BR-4", "King's move", "A king goes as far as it likes along a free diagonal.", {"king_flies": True}
    ),
    Article(
        "BR-5",
        "Capturing is compulsory",
        "A capture that is there has to be made and carried on to its end.",
        {"compulsory": True},
    ),
    Article(
        "BR-6",
        "The most pieces",
        "The capture that takes most has to be chosen; between equal ones the player is free.",
        {"majority": True},
    ),
    Article(
        "BR-7",
        "Men capture both ways",
        "A man captures backward as well as forward.",
        {"man_captures_backward": True},
    ),
    Article(
        "BR-8", "King's capture", "A king captures from any distance as long as the square behind is empty."
    ),
    Article(
        "BR-9", "Losing", "Having no pieces left, or no legal move, loses.", {"loses": "side without a move"}
    ),
)

DRAWS: Final = section(
    "Draws",
    Article(
        "BR-D1",
        "Twenty king moves",
        "The game is drawn after 20 successive moves of kings with no capture and no move of a man.",
        {"moves": 20, "plies": 40},
    ),
    Article("BR-D2", "Third occurrence", "The same position for the third time draws.", {"occurrence": 3}),
    Article(
        "BR-D3",
        "Three kings against one",
        "Three kings that have not beaten a single king within 20 moves have to be content with a draw.",
        {"moves": 20, "plies": 40},
    ),
)

BRAZILIAN_SEED: Final[LawBook] = write_book(
    key="brazilian-seed",
    name="Brazilian draughts",
    edition="as supplied",
    variants=("brazilian",),
    source="rule text 4, Checkers (Brazilian draughts)",
    sections=(PLAY, DRAWS),
    rulings={
        "must_capture": Ruling(("BR-5",), "irregular"),
        "capture_incomplete": Ruling(("BR-5",), "irregular"),
        "not_the_priority_capture": Ruling(("BR-6",), "irregular"),
        "man_moved_backward": Ruling(("BR-3",), "irregular"),
        "man_captured_backward": Ruling(("BR-7",)),  # allowed in this game
        "wrong_square": Ruling(("BR-3", "BR-4"), "irregular"),
        "occupied_square": Ruling(("BR-3", "BR-4"), "irregular"),
        "ambiguous_capture": Ruling(("BR-6",)),
        "repetition": Ruling(("BR-D2",)),
        "move_count": Ruling(("BR-D1",)),
        "endgame_limit": Ruling(("BR-D3",)),
        "result_against_board": Ruling(("BR-9",)),
        "result_tags_differ": Ruling(("BR-9",)),
        "moves_after_end": Ruling(("BR-9",)),
        "no_move_left": Ruling(("BR-9",)),
    },
    ladder={"irregular": (Step(Sanction.ARBITER_DECIDES, UNCONFIRMED),)},
    clocks=(
        DrawClock(
            key="twenty_king_moves",
            code="move_count",
            article="BR-D1",
            limit=40,  # read as twenty by each side
            reset=frozenset({Event.MAN_MOVE, Event.CAPTURE}),
            status=DrawStatus.MANDATORY,
        ),
        DrawClock(
            key="three_kings_against_one",
            code="endgame_limit",
            article="BR-D3",
            limit=40,
            reset=frozenset({Event.CAPTURE}),
            status=DrawStatus.MANDATORY,
            condition=Material(stronger=frozenset({(3, 0)}), weaker=frozenset({(1, 0)})),
        ),
    ),
    repetition=Repetition(article="BR-D2", occurrence=3, before_the_move=False, status=DrawStatus.MANDATORY),
)
