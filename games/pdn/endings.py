"""The end of a game: a result, or `*`, which older files also use as a strength."""

from __future__ import annotations

import re
from typing import Final

from games.pdn.assembly import Assembly, Token
from games.pdn.elements import MoveText
from games.pdn.strays import header, is_header, next_number, record_follows, stray

_COMMENTS: Final = re.compile(r"(?:[\s\x00\x1a]++|\{[^{}]*+\}|\([!?]*+\))*+")


def star(scan: Assembly, token: Token, position: int) -> int:
    """Decide whether `*` ends the game or is the old strength of the half-move before it.

    Glued to a half-move it is a strength unless the record ends there; set apart it is one only
    before the move number that comes next in this very game.
    """
    if not isinstance(scan.last, MoveText):
        return result(scan, token, position)
    is_glued = scan.before == position
    ends_here = not scan.depth and record_follows(scan.text, _after_comments(scan, token.end()))
    is_strength = is_glued and not ends_here
    if scan.number and next_number(scan.text, token.end()) == scan.number + 1:
        is_strength = True
    if is_strength and scan.strengthen("*", token.end("star")):
        return token.end()
    return result(scan, token, position)


def _after_comments(scan: Assembly, position: int) -> int:
    skipped = _COMMENTS.match(scan.text, position)
    end = position if skipped is None else skipped.end()
    if end < scan.size and scan.text[end] == "{":
        scan.brackets.closing("}", end)
    scan.brackets.reach = max(scan.brackets.reach, end)
    return end


def result(scan: Assembly, token: Token, position: int) -> int:
    """End the game, unless the result is inside a variation that is closed later."""
    if is_header(scan, position):
        return header(scan, position)
    if scan.depth and scan.brackets.closing(")", position) >= 0:
        return stray(scan, token, position)
    group = token.lastgroup or 0
    scan.close_all(position)
    scan.terminator = token[group]
    scan.begun(position)
    scan.ended_at = token.end(group)
    return scan.ended_at
