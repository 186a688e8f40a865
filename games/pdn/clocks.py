"""Clock times and board marks in comments.

clk is the time left, mct the mechanical clock, egt the time used in the game, emt the time used for the move,
all h:mm:ss. clock gives one or both players with w and b, a capital for the clock that runs. The standard's
own text mixes clk and clock, so both names are read in both forms.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from games.pdn.elements import Command, Comment

_KINDS: Final = {
    "clk": "remaining",
    "clock": "remaining",
    "mct": "mechanical",
    "egt": "game_elapsed",
    "emt": "move_elapsed",
}
_TIME: Final = re.compile(r"([wWbB])?\s*(\d{1,4})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,](\d{1,6}))?)?(?!\d)")
_MARK: Final = re.compile(r"([A-Za-z])((?:\d{1,2}|[a-l]\d{1,2}))(?:[-x]?(\d{1,2}|[a-l]\d{1,2}))?")


class Clock(NamedTuple):
    """One clock time of a comment.

    `side` is "W", "B" or "" for the player who has just moved; `seconds` may have a fraction.
    """

    kind: str
    side: str
    seconds: Fraction
    is_running: bool

    @property
    def text(self) -> str:
        """Time as h:mm:ss."""
        minutes, seconds = divmod(int(self.seconds), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


class Mark(NamedTuple):
    """A coloured square (csl) or an arrow between two squares (cal)."""

    colour: str
    squares: tuple[int | str, ...]


def clocks(comment: Comment | str) -> tuple[Clock, ...]:
    """Return all clock times of a comment, in order."""
    found: list[Clock] = []
    for command in _commands(comment):
        kind = _KINDS.get(command.name.lower())
        if kind is not None:
            found.extend(_clock(kind, time) for time in _TIME.finditer(command.argument))
    return tuple(found)


def marks(comment: Comment | str) -> tuple[Mark, ...]:
    """Return all coloured squares and arrows of a comment, in order."""
    found = []
    for command in _commands(comment):
        if command.name.lower() in {"csl", "cal"}:
            for colour, start, end in _MARK.findall(command.argument):
                squares = tuple(_square(name) for name in (start, end) if name)
                found.append(Mark(colour.upper(), squares))
    return tuple(found)


def _commands(comment: Comment | str) -> tuple[Command, ...]:
    return (comment if isinstance(comment, Comment) else Comment(comment)).commands


def _clock(kind: str, time: re.Match[str]) -> Clock:
    """Parse a clock time: two parts are minutes and seconds, three are hours, minutes and seconds."""
    side, first, second, third, part = time.groups()
    if third is None:
        seconds = Fraction(int(first) * 60 + int(second))
    else:
        seconds = Fraction(int(first) * 3600 + int(second) * 60 + int(third))
    if part:
        seconds += Fraction(int(part), 10 ** len(part))
    is_running = side is not None and side.isupper()
    return Clock(kind, (side or "").upper(), seconds, is_running)


def _square(name: str) -> int | str:
    return int(name) if name.isdigit() else name
