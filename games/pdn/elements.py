"""Elements of a record: tags and the elements of its body, each with its place in the text.

An `offset` counts characters from the start of the record's own text; `GameRecord.locate` turns
it into line and column of the file.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

_UNWRITTEN = "-\u2013\u2014.\u2026 "  # sign for a half-move that was not written down
_COMMAND = re.compile(r"\[%\s*+([^\W\d]\w*+)\s*+([^\]]*+)\]")


class Tag(NamedTuple):
    """Tag as found: name and value unchanged, and its line in the file."""

    name: str
    value: str
    line: int = 0


class MoveNumber(NamedTuple):
    """A move number and how many dots followed it (three or more: the second side moves)."""

    number: int
    dots: int = 1
    offset: int = 0


class MoveText(NamedTuple):
    """One half-move as written.

    `squares` has numbers for number squares and lower-case names ("c3") for letter squares; it is
    empty for an unknown move (`--`, an ellipsis) and for one that cannot be read ("25/18").
    `sign` is "-", "x", ":" or "" (none written).
    `strength` is the run of ! and ? (or the * of older files) that belongs to the move.
    """

    text: str
    squares: tuple[int | str, ...]
    sign: str = ""
    strength: str = ""
    offset: int = 0

    @property
    def is_unknown(self) -> bool:
        """Return True if the score marks a half-move that was not written down."""
        return not self.squares

    @property
    def is_smudged(self) -> bool:
        """Return True if there is text in the place of a half-move that cannot be read as one."""
        return not self.squares and bool(self.text.strip(_UNWRITTEN))


class Command(NamedTuple):
    """A command inside a comment: `[%name argument]`."""

    name: str
    argument: str


class Comment(NamedTuple):
    """A comment without its brackets; line breaks inside it are read as one blank."""

    text: str
    offset: int = 0

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return all commands in the order of the comment."""
        if "[%" not in self.text:
            return ()
        return tuple(Command(found[1], found[2].strip()) for found in _COMMAND.finditer(self.text))

    @property
    def words(self) -> str:
        """The comment without its commands: what a person reads."""
        if "[%" not in self.text:
            return self.text
        return " ".join(_COMMAND.sub(" ", self.text).split())


class Nag(NamedTuple):
    """A numeric annotation glyph, `$4`."""

    number: int
    offset: int = 0


class Setup(NamedTuple):
    """A position put on the board in mid game: `/FEN "..."/`."""

    fen: str
    offset: int = 0


class Junk(NamedTuple):
    """Text that is no part of the notation: stray words, page headers, web wrappers."""

    text: str
    offset: int = 0


class Variation(NamedTuple):
    """A bracketed line; it starts as an alternative to the half-move before it."""

    elements: tuple[Element, ...]
    offset: int = 0


Element: TypeAlias = MoveNumber | MoveText | Comment | Nag | Variation | Setup | Junk


class Mended(NamedTuple):
    """One thing the reader mended, with a stable code, its place in the file and plain facts."""

    code: str
    line: int
    column: int
    facts: dict[str, object]


class Remark(NamedTuple):
    """A mended thing before its line and column are asked for."""

    code: str
    offset: int
    facts: dict[str, object]
