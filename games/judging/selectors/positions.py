"""A position and every legal move in it, in the form that the board requests."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from games.core.errors import PositionUnreadable
from games.house_rules.selectors import variant_named
from games.judging.messages import fen_sentence
from games.rules import (
    NO_ROWS,
    FenError,
    Position,
    Variant,
    fen_after,
    king_rows_of_fen,
    legal_moves_after,
    move_between,
    move_text,
    must_capture,
    play,
    winner_on_the_board,
)

Data = dict[str, Any]


def position_payload(*, variant: str, fen: str = "", before: Sequence[str] = ()) -> Data:
    """Return the position in canonical form, the side to move, and each legal move with its position.

    `before` are the positions that led to it, oldest first, for rules that look back at them. The FEN itself
    may state those facts as well; then the FEN is believed.
    """
    rules = variant_named(variant)
    position = read_position(fen, rules)
    begun = king_rows_of_fen(fen, rules)
    if begun != NO_ROWS:
        before = ()
    elif before:
        begun = king_rows_of_fen(before[0], rules)
    positions = [*(read_position(one, rules) for one in before), position]
    played = [move_between(one, then, rules) for one, then in pairwise(positions)]
    moves = legal_moves_after(positions, played, rules, begun=begun)
    ply = len(played)
    winner = winner_on_the_board(position, rules)
    if winner is None and not moves:
        winner = position.side.opponent  # the one piece that could move has to wait
    return {
        "variant": rules.key,
        "fen": fen_after(positions, played, rules, ply, begun),
        "side": position.side.key,
        "must_capture": must_capture(position, rules) and bool(moves),
        "winner": winner.key if winner is not None else "",
        "moves": [
            {
                "text": move_text(move, rules, moves),
                "route": list(move.route),
                "captured": list(move.captured),
                "fen": fen_after(
                    [*positions, play(position, move, rules)], [*played, move], rules, ply + 1, begun
                ),
            }
            for move in moves
        ],
    }


def read_position(fen: str, variant: Variant) -> Position:
    """Parse a FEN into a position; the variant's first position if there is none."""
    if not fen.strip():
        return Position.start(variant)
    try:
        return Position.from_fen(fen, variant)
    except FenError as error:
        raise PositionUnreadable(
            reason=fen_sentence(error.code, error.facts), reason_code=error.code
        ) from error
