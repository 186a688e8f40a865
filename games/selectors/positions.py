"""A position and every legal move in it, as the board asks for them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from games.errors import PositionUnreadable
from games.messages import fen_sentence
from games.rules import (
    FenError,
    Position,
    Variant,
    legal_moves_after,
    move_between,
    move_text,
    must_capture,
    play,
    winner_on_the_board,
)
from games.selectors.variants import variant_named

Data = dict[str, Any]


def position_payload(*, variant: str, fen: str = "", before: Sequence[str] = ()) -> Data:
    """The position in canonical form, whose turn it is, and each legal move with the position after it.

    `before` are the positions that led to it, oldest first: some rules look back at them.
    """
    rules = variant_named(variant)
    position = read_position(fen, rules)
    positions = [*(read_position(one, rules) for one in before), position]
    played = [move_between(one, then, rules) for one, then in pairwise(positions)]
    moves = legal_moves_after(positions, played, rules)
    winner = winner_on_the_board(position, rules)
    if winner is None and not moves:
        winner = position.side.opponent  # the one piece that could move has to wait
    return {
        "variant": rules.key,
        "fen": position.to_fen(rules),
        "side": position.side.key,
        "must_capture": must_capture(position, rules) and bool(moves),
        "winner": winner.key if winner is not None else "",
        "moves": [
            {
                "text": move_text(move, rules, moves),
                "route": list(move.route),
                "captured": list(move.captured),
                "fen": play(position, move, rules).to_fen(rules),
            }
            for move in moves
        ],
    }


def read_position(fen: str, variant: Variant) -> Position:
    """The position a FEN says, the variant's first one when there is none."""
    if not fen.strip():
        return Position.start(variant)
    try:
        return Position.from_fen(fen, variant)
    except FenError as error:
        raise PositionUnreadable(
            reason=fen_sentence(error.code, error.facts), reason_code=error.code
        ) from error
