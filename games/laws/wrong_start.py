"""Record that the wrong side begins: its readings, and how many half-moves each explains."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.laws.lexicon import Notation
from games.laws.replay import replay
from games.laws.replay_result import Replay
from games.laws.walk import Walk
from games.pdn import GameRecord
from games.rules import VARIANTS

BOTH_SIDES: Final = 2  # half-moves; one alone is a move out of turn and no game begun so
_OUT_OF_TURN: Final = frozenset({"out_of_turn", "not_your_piece"})


class WrongStart(NamedTuple):
    """Half-moves that are legal if that side begins by agreement, with colours swapped, in another game."""

    total: int
    agreed: int
    swapped: int
    other_game: int
    game: str  # key of the variant that explains most; "" where none explains any


def wrong_start(record: GameRecord, played: Replay) -> WrongStart | None:
    """Explain a record of which most is legal once the other side begins; None of any other record."""
    failure = played.failure
    if failure is None or failure.ply != 1 or failure.code not in _OUT_OF_TURN or record.tag("FEN"):
        return None
    variant, total = played.variant, len(record.moves)
    agreed = replay(record, variant, start=played.start._replace(side=played.start.side.opponent)).reached
    if agreed < BOTH_SIDES or agreed * 2 <= total:
        return None
    other_view: Notation = "as written" if played.notation == "rotated" else "rotated"
    swapped = Walk(variant, played.start, record.moves, {}, other_view)
    swapped.go()
    others = [replay(record, other) for key, other in VARIANTS.items() if key != variant.key]
    has_letters = any(isinstance(name, str) for name in record.squares)
    best = max(others, key=lambda other: (other.reached, other.variant.uses_letters == has_letters))
    game = best.variant.key if best.reached else ""
    return WrongStart(total, agreed, len(swapped.moves), best.reached, game)
