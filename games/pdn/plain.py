"""Fast path for records as the standard writes them: most of an archive.

One expression recognises a record of tags, move numbers, moves and a result without anything to
mend; such a record stores its place in the text, and its half-moves and its body are cut out only on
demand. Anything else goes through scanner.py, which reads plain records to the same
result (tests compare them).
"""

from __future__ import annotations

import re
from typing import Final

from games.pdn.elements import MoveText, Tag
from games.pdn.moves import read_move

_TAG_LINE = r'\[[A-Za-z]\w*+[ ]++"[^"\\\r\n]*+"\](?:\r\n|\n)'
_MOVE = (
    r"(?!1-1\s)(?>[1-9]\d?[-x:][1-9]\d?(?:[x:][1-9]\d?)*+"
    r"|[a-h][1-8][-x:][a-h][1-8](?:[x:][a-h][1-8])*+)"
)
PLAIN: Final = re.compile(
    rf"((?:{_TAG_LINE}){{1,60}}+)\s*+"
    rf"((?>(?:[1-9]\d{{0,2}}\.\s*+)?+{_MOVE}\s++)++)"
    r"(1-0|0-1|1/2-1/2|2-0|0-2|1-1|\*)[^\S\r\n]*+[\r\n]\s*+(?=\[[A-Za-z]\w*+[ ]++\")",
)
_TAG: Final = re.compile(r'\[(\w++) ++"([^"]*+)"')
_MOVES: Final = re.compile(r"(?:\d\d?[-x:]|[a-h])\S++")


def plain_tags(text: str, start: int, stop: int, line: int) -> list[Tag]:
    """Tags of a plain record, one a line."""
    make = tuple.__new__
    found = _TAG.findall(text, start, stop)
    return [make(Tag, (name, value, at)) for at, (name, value) in enumerate(found, line)]


def plain_moves(text: str, start: int, stop: int) -> list[MoveText]:
    """Moves of a plain record's own text, between two places of it."""
    moves: list[MoveText] = []
    add, make = moves.append, tuple.__new__
    for found in _MOVES.finditer(text, start, stop):
        written, squares, sign, _ = read_move(found[0])
        add(make(MoveText, (written, squares, sign, "", found.start())))
    return moves


def squares_of_word(word: str) -> tuple[int | str, ...]:
    """Return the squares named by a word of a plain body; none for a move number by itself."""
    written = word[word.find(".") + 1 :]
    return read_move(written).squares if written else ()
