"""Illegal moves that were let stand: `1. {[%stood b]} 9-14 /FEN "W:..."/`, written into a record and read.

The laws have an illegal move recalled when it is noticed. When it is noticed late, the players may have
gone on from what it left on the board. The command records that and is enough for this program. PDN's own
setup behind the move informs other readers, and goes before what the move would have left.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from games.pdn import Comment, GameRecord, MoveText

COMMAND: Final = "stood"


def may_stand(record: GameRecord, *, play_on: bool = False) -> Container[int]:
    """Return offsets of half-moves that may be let stand: those marked, or all that another one follows."""
    named = marked_offsets(record)
    if not play_on or not record.moves:
        return named
    last = record.moves[-1].offset
    return range(last + 1) if last in named else range(last)


def marked_offsets(record: GameRecord) -> frozenset[int]:
    """Return offsets of the half-moves that the record itself marks with the command `stood`."""
    if not record.has_commands:
        return frozenset()
    found: set[int] = set()
    is_marked = False
    for element in record.body:
        if isinstance(element, MoveText):
            if is_marked:
                found.add(element.offset)
            is_marked = False
        elif isinstance(element, Comment) and "[%" in element.text:
            is_marked = is_marked or any(command.name == COMMAND for command in element.commands)
    return frozenset(found)
