"""A position and every legal move in it, as the board asks for them."""

from typing import Any

from games.choices import named_variant
from games.errors import PositionUnreadable
from games.messages import fen_sentence
from games.rules import FenError, Position, Variant, legal_moves, move_text, must_capture, play

Data = dict[str, Any]


def position_payload(*, variant: str, fen: str = "") -> Data:
    """The position in canonical form, whose turn it is, and each legal move with the position after it."""
    rules = named_variant(variant)
    position = read_position(fen, rules)
    moves = legal_moves(position, rules)
    return {
        "variant": rules.key,
        "fen": position.to_fen(rules),
        "side": position.side.key,
        "must_capture": must_capture(position, rules),
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
