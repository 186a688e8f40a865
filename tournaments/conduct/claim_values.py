"""Claims and the answers of the rules engine, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from games.laws import LawBook
from games.pdn import GameRecord
from games.rules import Side, Variant


class Word(StrEnum):
    """Answer in one word."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"  # cannot be decided from the given facts


class Kind(StrEnum):
    """Kind of a claim. The judge answers the first five; written notes decide the others."""

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
    """Claim with all known facts: a record up to the position, or the position alone.

    `ply` is the number of half-moves made at the time of the claim; None: all of the record. `move` is the
    claimant's note: the move intended, the move complained of, or for touch-move the square that was
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
    """Answer to a claim: a word, the reason (`code`), its articles, and the plies that prove it."""

    kind: Kind
    word: Word
    code: str
    article: str = ""
    ply: int | None = None  # the position it is about, as the number of half-moves made
    fen: str = ""
    plies: tuple[int, ...] = ()  # plies after which the position occurred, or first and last ply of the count
    legal: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_draw(self) -> bool:
        """True if the claim, upheld as answered, ends the game in a draw."""
        return self.word is Word.RIGHT and self.kind in DRAWS

    def as_dict(self) -> dict[str, Any]:
        """Return the stored form."""
        return {**asdict(self), "kind": self.kind.value, "word": self.word.value, "facts": dict(self.facts)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Basis of an answer."""

    book: LawBook
    variant: Variant
