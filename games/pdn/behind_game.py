"""Meaning of each kind of token behind the end of a game, until the next record begins.

Comments and stray words on the line of the result belong to the game that has ended; text on
later lines belongs to the next record, if there is one.
"""

from __future__ import annotations

from typing import Final

from games.pdn.assembly import STOP, Assembly, Handler, Token
from games.pdn.in_game import brace, line_comment, nag, open_bracket
from games.pdn.strays import stray, wrapper
from games.pdn.tags import read_tag
from games.pdn.tokens import VARIATION


def second_end(scan: Assembly, token: Token, position: int) -> int:
    """Another result or `*` behind the end of the game, before anything new begins."""
    group = token.lastgroup or 0
    scan.remark("second_terminator", position, text=token[group])
    scan.seal()
    scan.body.extend(scan.trailing)
    scan.trailing.clear()
    scan.ended_at = token.end(group)
    return scan.ended_at


def next_record(_scan: Assembly, _token: Token, _position: int) -> int:
    """Stop: this begins the next record."""
    return STOP


def trailing_tag(scan: Assembly, token: Token, position: int) -> int:
    """Stop at a tag; record a web wrapper as stray text."""
    if read_tag(scan.text, position) is not None:
        return STOP
    scan.line = scan.trailing
    return wrapper(scan, token, position)


def trailing_open(scan: Assembly, token: Token, position: int) -> int:
    """Stop at a variation; record a comment in round brackets."""
    if VARIATION.match(scan.text, position + 1) is not None:
        return STOP
    scan.line = scan.trailing
    return open_bracket(scan, token, position)


def _trailing(handler: Handler) -> Handler:
    """Make the handler put what it reads behind the end of the game."""

    def keep(scan: Assembly, token: Token, position: int) -> int:
        scan.line = scan.trailing
        return handler(scan, token, position)

    return keep


BEHIND_THE_GAME: Final[dict[str, Handler]] = {
    "result": second_end,
    "star": second_end,
    "move": next_record,
    "number": next_record,
    "unknown": next_record,
    "setup": next_record,
    "tag": trailing_tag,
    "open": trailing_open,
    "brace": _trailing(brace),
    "line": _trailing(line_comment),
    "nag": _trailing(nag),
    "close": _trailing(stray),
    "strength": _trailing(stray),
    "run": _trailing(stray),
    "bare": _trailing(stray),
    "junk": _trailing(stray),
}
