"""Unreadable words in the place of a half-move: the next half-move is then no offence."""

from __future__ import annotations

import re
from typing import Final

from games.laws.replay import replay
from games.laws.replay_result import Replay
from games.pdn import GameRecord, Junk, MoveNumber, MoveText
from games.pdn.elements import Element
from games.pdn.moves import CROSSES, DASHES, MOVE_PATTERN, read_move

_OUT_OF_TURN: Final = frozenset({"out_of_turn", "not_your_piece"})
BOTH: Final = 2  # the half-move written in part and the one that was run together with it
_MAX_QUOTED: Final = 80
_SIGN: Final = rf"[{DASHES}{CROSSES}:]"
_HALF_BEFORE: Final = re.compile(rf"(?P<half>\S+{_SIGN})\s+(?P<move>\S+)")
_HALF_BEHIND: Final = re.compile(rf"(?P<move>\S+)\s+(?P<half>{_SIGN}\S+)")
_MOVE: Final = re.compile(MOVE_PATTERN)


def read_stray_words(
    record: GameRecord, played: Replay, *, play_on: bool = False
) -> tuple[GameRecord, Replay]:
    """Take stray words for the half-move in whose place they are, and replay the record.

    They are such only if the half-move behind them belongs to the player whose turn it was not. Text was
    then written there and not read, and no player is accused.
    """
    while (played.failure or played.slips) and record.words is None:
        body, least = _with_stray_words(record, played), played.reached
        if body is None:
            body, least = _with_split_halves(record, played), played.reached + BOTH
        if body is None:
            break
        rewritten = record.with_body(body)
        again = replay(rewritten, played.variant, play_on=play_on)
        if again.reached < least:
            break
        record, played = rewritten, again
    return record, played


def _with_stray_words(record: GameRecord, played: Replay) -> list[Element] | None:
    """Return the body with the words before a move out of turn as a half-move; None without any."""
    faults = [*played.slips, *([played.failure] if played.failure else [])]
    offsets = {fault.token.offset for fault in faults if fault.code in _OUT_OF_TURN}
    body, before, number = list(record.body), -1, 0
    for at, element in enumerate(body if offsets else ()):
        if isinstance(element, MoveText):
            if before >= 0 and element.offset in offsets:
                words = body[before]
                text = words.text if isinstance(words, Junk) else _number_as_written(words)
                body[before] = MoveText(text[:_MAX_QUOTED], (), offset=words.offset)
                return body
            before = -1
        elif isinstance(element, MoveNumber):
            is_out_of_order = not element.dots and number and element.number not in {number, number + 1}
            before, number = (at if is_out_of_order else before), element.number
        elif isinstance(element, Junk) and element.text.strip():
            before = at
    return None


def _number_as_written(element: Element) -> str:
    """Return the text of a number that was read as a move number and is none."""
    return str(element.number) if isinstance(element, MoveNumber) else ""


def _with_split_halves(record: GameRecord, played: Replay) -> list[Element] | None:
    """Return the body with "25x 8-11" or "15x22 x18" as two half-moves, one of which is written in part."""
    failure = played.failure
    if failure is None or not (parts := _parts(failure.token)):
        return None
    return [part for element in record.body for part in (parts if element == failure.token else (element,))]


def _parts(token: MoveText) -> tuple[MoveText, ...]:
    """Split a half-move with a blank on one side of a sign only into the two that it may be."""
    for pattern in (_HALF_BEFORE, _HALF_BEHIND):
        found = pattern.fullmatch(token.text)
        if found is not None and _MOVE.fullmatch(found["move"]):
            half = MoveText(found["half"], (), offset=token.offset + found.start("half"))
            read = read_move(found["move"])
            move = MoveText(read.text, read.squares, read.sign, offset=token.offset + found.start("move"))
            first, second = sorted((half, move), key=lambda part: part.offset)
            return first, second._replace(strength=token.strength)
    return ()
