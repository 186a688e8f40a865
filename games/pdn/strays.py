"""Text that is no notation: stray words, page headers, web wrappers. It is stored and reported."""

from __future__ import annotations

import re
from typing import Final

from games.pdn.assembly import NOWHERE, Assembly, Token

_WRAPPER: Final = re.compile(r"\[[^\[\]\r\n]{0,80}+\]")


def stray(scan: Assembly, token: Token, position: int) -> int:
    """Record text that is no notation; before the game begins a page header is taken as a whole."""
    if is_header(scan, position):
        return header(scan, position)
    scan.add_stray(position, token.end(token.lastgroup or 0))
    return token.end()


def wrapper(scan: Assembly, token: Token, position: int) -> int:
    """Record a bracket that opens no tag: a web wrapper such as [pdn], or a lone bracket."""
    found = _WRAPPER.match(scan.text, position)
    end = token.end("tag") if found is None else found.end()
    scan.add_stray(position, end)
    return end


def is_header(scan: Assembly, position: int) -> bool:
    """Return True if a page header begins here, before the game begins."""
    if scan.begin != NOWHERE or position < scan.searched_to:
        return False
    found = is_page_header(scan.text, position)
    if not found:  # a long line is not searched again at each of its words
        line_break = _LINE_BREAK.search(scan.text, position, position + _WIDTH)
        scan.searched_to = position + _WIDTH if line_break is None else line_break.end()
    return found


def header(scan: Assembly, position: int) -> int:
    """Record a whole line as stray text."""
    end = scan.brackets.line_end(position)
    scan.add_stray(position, end)
    return end


_WIDTH: Final = 200  # characters of a line that are looked at
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_NOT_WORDS: Final = re.compile(r"[{(;].*|/\s?FEN.*")
_MOVE_LIKE: Final = re.compile(r"(?:\d{1,2}|[a-h][1-8])[-x:](?:\d|[a-h])")
_LINE_BREAK: Final = re.compile(r"[\r\n]")
_NUMBER: Final = re.compile(r"\s*+(\d{1,3})[ \t]*+\.")
_RECORD: Final = re.compile(r"\Z|\[[ \t]*+/?[^\W\d]|[01][ \t]*+\.(?!\d)")


def is_page_header(text: str, position: int) -> bool:
    """Return True if the line is a page header: more words than moves, and no move number in front."""
    line = _LINE_BREAK.split(text[position : position + _WIDTH], maxsplit=1)[0]
    words = len(_WORD.findall(_NOT_WORDS.sub("", line)))
    return words > len(_MOVE_LIKE.findall(line)) and _NUMBER.match(line) is None


def next_number(text: str, position: int) -> int | None:
    """Return the move number that comes next in the text, if one does."""
    found = _NUMBER.match(text, position)
    return None if found is None else int(found[1])


def record_follows(text: str, position: int) -> bool:
    """Return True if the text ends here or another record begins: a tag, or move number 0 or 1."""
    return _RECORD.match(text, position) is not None


def is_same_line(text: str, start: int, stop: int) -> bool:
    """Return True if no line break separates two places."""
    return _LINE_BREAK.search(text, start, stop) is None
