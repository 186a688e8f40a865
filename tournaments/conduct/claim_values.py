"""What a claim is and what the rules engine says of it, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from games.laws import LawBook
from games.pdn import GameRecord
from games.rules import Side, Variant


class Word(StrEnum):
    """The answer in one word."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"  # it cannot be said from what is there


class Kind(StrEnum):
    """What a player claims; the first five are answered by the judge, the others by what was written down."""

    REPETITION = "repetition"
    MOVE_COUNT = "move_count"
    ENDGAME_LIMIT = "endgame_limit"
    TOUCH_MOVE = "touch_move"
    ILLEGAL_MOVE = "illegal_move"
    FLAG = "flag"
    WRONG_PAIRING = "wrong_pairing"
    RESULT = "result"


DRAWS = frozenset({Kind.REPETITION, Kind.MOVE_COUNT, Kind.ENDGAME_LIMIT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A claim with all that is known: a record up to the position, or the position alone.

    `ply` is how many half-moves were made when the claim was; None: all of the record. `move` is what the
    claimant wrote down: the move intended, the move complained of, or for touch-move the square that was
    touched and the move then made ("11, 12-16").
    """

    kind: Kind
    claimant: Side
    record: GameRecord | None = None
    fen: str = ""
    ply: int | None = None
    move: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is said of a claim: a word, why (`code`), by which article, and the plies that prove it."""

    kind: Kind
    word: Word
    code: str
    article: str = ""
    ply: int | None = None  # the position it is about: so many half-moves made
    fen: str = ""
    plies: tuple[int, ...] = ()  # after which the position stood, or from where to where was counted
    legal: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_draw(self) -> bool:
        """Whether the claim ends the game in a draw if it is upheld as the engine says."""
        return self.word is Word.RIGHT and self.kind in DRAWS

    def as_dict(self) -> dict[str, Any]:
        """The same as it is kept."""
        return {**asdict(self), "kind": self.kind.value, "word": self.word.value, "facts": dict(self.facts)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """By what a claim is answered."""

    book: LawBook
    variant: Variant
