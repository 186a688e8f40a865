"""Meaning of each kind of token inside a game; the table at the end names them all."""

from __future__ import annotations

import re
from typing import Final

from games.pdn.assembly import NOWHERE, STOP, Assembly, Handler, Token, comment_text
from games.pdn.elements import Comment, MoveNumber, MoveText, Nag, Setup
from games.pdn.endings import result, star
from games.pdn.moves import is_smudged
from games.pdn.strays import header, is_header, stray, wrapper
from games.pdn.tags import read_tag
from games.pdn.tokens import VARIATION

_BLANK_LINE: Final = re.compile(r"(?>\r\n|\r|\n)[ \t]*+[\r\n]")


def tag(scan: Assembly, token: Token, position: int) -> int:
    """Read a tag; one behind the moves, or given again, belongs to the next record."""
    if scan.has_play and read_tag(scan.text, position) is not None:
        return STOP
    reading = read_tag(scan.text, position)
    if reading is None:
        return wrapper(scan, token, position)
    if _is_next_record(scan, reading.name, position):
        return STOP
    value = reading.value
    if len(value) > scan.limits.tag_value:
        scan.remark("tag_cut", position, name=reading.name, characters=len(value))
        value = value[: scan.limits.tag_value]
    for code in reading.mended:
        scan.remark(code, position, name=reading.name)
    scan.begun(position)
    scan.tags.append((reading.name, value, position))
    scan.names.add(reading.name)
    scan.before = reading.end
    return reading.end


def _is_next_record(scan: Assembly, name: str, position: int) -> bool:
    """Return True if a repeated tag begins the next record: after a blank line, or if only FEN is there."""
    if name not in scan.names:
        return False
    if name == "FEN" and len(scan.names) == 1:
        return True
    return _BLANK_LINE.search(scan.text, scan.before, position) is not None


def move_number(scan: Assembly, token: Token, position: int) -> int:
    """Read a move number with its dots."""
    if is_header(scan, position):
        return header(scan, position)
    digits = token["number"]
    number = int(digits.partition(".")[0])
    scan.begun(position)
    scan.has_play = True
    if not scan.depth:
        scan.number = number
    scan.add(MoveNumber(number, _dots(digits), position - scan.start), token.end("number"))
    return token.end()


def bare_number(scan: Assembly, token: Token, position: int) -> int:
    """Take a small number before a move for a move number that lost its dot."""
    if is_header(scan, position):
        return header(scan, position)
    scan.begun(position)
    scan.remark("number_without_dot", position, text=token["bare"])
    scan.add(MoveNumber(int(token["bare"]), 0, position - scan.start), token.end("bare"))
    return token.end()


def move(scan: Assembly, token: Token, position: int) -> int:
    """Read a half-move."""
    if scan.begin == NOWHERE and is_header(scan, position):
        return header(scan, position)
    scan.add_move(token["move"], position)
    return token.end()


def run_of_digits(scan: Assembly, token: Token, position: int) -> int:
    """Digits run together are a move where a move is expected, else a year or a number."""
    if not isinstance(scan.last, MoveNumber | MoveText | Comment):
        return stray(scan, token, position)
    scan.add_move(token["run"], position)
    return token.end()


def junk(scan: Assembly, token: Token, position: int) -> int:
    """Record stray text; in the moves, text like a half-move occupies the place of one."""
    text = token["junk"]
    if not (scan.has_play and is_smudged(text)):
        return stray(scan, token, position)
    scan.remark("move_unreadable", position, text=text)
    scan.add_half_move(MoveText(text, (), "", "", position - scan.start))
    scan.before = token.end("junk")
    return token.end()


def unknown_move(scan: Assembly, token: Token, position: int) -> int:
    """Record dashes or an ellipsis as an unknown half-move; dots behind a number are its own."""
    text, last = token["unknown"], scan.last
    if text[0] in ".\u2026":
        if isinstance(last, MoveNumber):
            scan.line[-1] = last._replace(dots=last.dots + _dots(text))
            return token.end()
        if text == "..":
            return stray(scan, token, position)
    elif is_header(scan, position) or (text == "-" and not scan.has_play):
        return stray(scan, token, position)
    scan.begun(position)
    scan.add_half_move(MoveText(text, (), "", "", position - scan.start))
    scan.before = token.end("unknown")
    return token.end()


def strength(scan: Assembly, token: Token, position: int) -> int:
    """Give a strength to the half-move before it."""
    if scan.strengthen(token["strength"].strip("()"), token.end("strength")):
        return token.end()
    return stray(scan, token, position)


def brace(scan: Assembly, _token: Token, position: int) -> int:
    """Read a comment in braces."""
    return scan.add_comment(scan.brackets.comment(position), position)


def line_comment(scan: Assembly, token: Token, position: int) -> int:
    """Read a comment to the end of the line; a line that starts with % is skipped."""
    text = token["line"]
    if text[0] == ";":
        scan.remark("comment_to_line_end", position)
        scan.add(Comment(comment_text(text[1:]), position - scan.start), token.end("line"))
    return token.end()


def nag(scan: Assembly, token: Token, position: int) -> int:
    """Read a numeric glyph."""
    scan.add(Nag(int(token["nag"][1:]), position - scan.start), token.end("nag"))
    return token.end()


def setup(scan: Assembly, token: Token, position: int) -> int:
    """Read a position put on the board in mid game."""
    scan.begun(position)
    scan.has_play = True
    fen = token["setup"].partition('"')[2].rpartition('"')[0]
    scan.add(Setup(fen, position - scan.start), token.end("setup"))
    return token.end()


def open_bracket(scan: Assembly, token: Token, position: int) -> int:
    """Open a variation if the round bracket begins like one, else a comment."""
    if VARIATION.match(scan.text, position + 1) is None:
        scan.remark("comment_in_round_brackets", position)
        return scan.add_comment(scan.brackets.round(position), position)
    if scan.depth < scan.limits.nesting:
        scan.open_variation(position, token.end("open"))
        return token.end()
    end = scan.brackets.round(position).end
    scan.remark("nested_too_deep", position, depth=scan.limits.nesting)
    scan.add_stray(position, end)
    return end


def close_bracket(scan: Assembly, token: Token, position: int) -> int:
    """End the innermost variation."""
    if not scan.depth:
        scan.remark("bracket_unopened", position)
        return stray(scan, token, position)
    scan.close_variation()
    scan.before = token.end("close")
    return token.end()


def _dots(text: str) -> int:
    """Count the dots; an ellipsis counts three."""
    return text.count(".") + 3 * text.count("\u2026")


IN_THE_GAME: Final[dict[str, Handler]] = {
    "result": result,
    "move": move,
    "number": move_number,
    "brace": brace,
    "nag": nag,
    "strength": strength,
    "open": open_bracket,
    "close": close_bracket,
    "star": star,
    "tag": tag,
    "setup": setup,
    "line": line_comment,
    "unknown": unknown_move,
    "run": run_of_digits,
    "bare": bare_number,
    "junk": junk,
}
