"""Text that is no notation: stray words, page headers, web wrappers. It is stored and reported."""

from __future__ import annotations

import re
from typing import Final

from games.pdn.assembly import NOWHERE, Assembly, Token
from games.pdn.headers import is_page_header

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
    return scan.begin == NOWHERE and is_page_header(scan.text, position)


def header(scan: Assembly, position: int) -> int:
    """Record a whole line as stray text."""
    end = scan.brackets.line_end(position)
    scan.add_stray(position, end)
    return end
