"""A game record: the tags, the body and the end of one game, as the file has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.pdn.elements import Comment, Mended, MoveText, Setup, Tag, Variation
from games.pdn.gametype import first_to_move_of
from games.pdn.plain import plain_moves, squares_of_word
from games.pdn.tag_names import canonical_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from games.pdn.elements import Element, Remark

    BodyReader = Callable[[str], list[Element]]

_UNKNOWN_VALUES: Final = ("", "?", "-")
LOSSES: Final = frozenset({"record_cut", "tag_cut", "nested_too_deep"})


class GameRecord:
    """One game of a source, tolerant of everything: tags as found, body in order, warnings.

    `index` counts the games of the source from 1 and `line` is the line of the file where the game
    begins. `source` is the record's own text; every offset of an element counts from its start.
    """

    __slots__ = (
        "_body",
        "_by_name",
        "_moves",
        "_origin",
        "_play",
        "_read_body",
        "_remarks",
        "encoding",
        "index",
        "line",
        "source",
        "tags",
        "terminator",
        "unlisted_warnings",
    )

    def __init__(  # noqa: PLR0913 - a value with many facts, all named
        self,
        *,
        tags: Sequence[Tag] = (),
        body: Iterable[Element] | None = None,
        moves: list[MoveText] | None = None,
        play: tuple[int, int] | None = None,
        terminator: str | None = None,
        index: int = 1,
        line: int = 1,
        origin: tuple[int, int] = (1, 1),
        source: str = "",
        encoding: str = "text",
        remarks: Sequence[Remark] = (),
        unlisted_warnings: int = 0,
        read_body: BodyReader | None = None,
    ) -> None:
        """Store what was read; a body may be left to `read_body`, which is called only when needed.

        `play` is where in the source the half-moves of a plain record are (`plain.py`).
        """
        self.tags = list(tags)
        self._body = None if body is None and read_body is not None else list(body or ())
        self._read_body = read_body
        self._by_name: dict[str, str] | None = None
        self._remarks = remarks
        if moves is None and play is None:
            moves = [element for element in self._body or () if isinstance(element, MoveText)]
        self._moves = moves
        self._play = play
        self.terminator = terminator
        self.index = index
        self.line = line
        self._origin = origin
        self.source = source
        self.encoding = encoding
        self.unlisted_warnings = unlisted_warnings

    def __repr__(self) -> str:
        """Name the game."""
        return f"<GameRecord {self.index} at line {self.line}: {len(self.moves)} half-moves>"

    @property
    def moves(self) -> list[MoveText]:
        """Return the half-moves of the main line in order."""
        if self._moves is None:
            assert self._play is not None  # noqa: S101 - by construction
            self._moves = plain_moves(self.source, *self._play)
        return self._moves

    @property
    def has_moves(self) -> bool:
        """Return True if the record has any half-move; a plain one has."""
        return self._play is not None or bool(self._moves)

    @property
    def words(self) -> list[str] | None:
        """Return half-moves and move numbers as written, or None of a record that is not plain.

        `squares_of_word` reads a word. It is for those who read many games: nothing else is cut out.
        """
        return None if self._play is None else self.source[self._play[0] : self._play[1]].split()

    @property
    def squares(self) -> set[int | str]:
        """Return every square that the half-moves of the main line name."""
        if (words := self.words) is not None:
            return set().union(*map(squares_of_word, words))
        return set().union(*[move.squares for move in self.moves])

    @property
    def body(self) -> list[Element]:
        """Return the elements in order, at the main level; variations contain their own."""
        if self._body is None:
            assert self._read_body is not None  # noqa: S101 - by construction
            self._body = self._read_body(self.source)
        return self._body

    def tag(self, name: str, default: str = "", *, first_to_move: str | None = None) -> str:
        """Return the value of a tag under its standard name, whatever its name in the file.

        Of a tag given twice the first value with content counts. P1 and P2 are read as White
        and Black by who moves first: the argument ("W" or "B"), else the GameType or Variant tag.
        """
        if first_to_move is not None:
            return self._values(first_to_move).get(name, default)
        if self._by_name is None:
            self._by_name = self._values(self._first_to_move())
        return self._by_name.get(name, default)

    def _values(self, first_to_move: str) -> dict[str, str]:
        values: dict[str, str] = {}
        for tag in self.tags:
            name = canonical_name(tag.name, first_to_move)
            if name not in values or (values[name] in _UNKNOWN_VALUES and tag.value not in _UNKNOWN_VALUES):
                values[name] = tag.value
        return values

    def _first_to_move(self) -> str:
        for tag in self.tags:
            if tag.name in {"GameType", "Variant"}:
                first = first_to_move_of(tag.value)
                if first is not None:
                    return first
        return "W"

    @property
    def warnings(self) -> list[Mended]:
        """All repairs in order, with line and column of the file."""
        return [self._warning(remark) for remark in self._remarks]

    @property
    def losses(self) -> list[Mended]:
        """Text that was lost: a record or tag cut short, variations nested too deep."""
        return [self._warning(remark) for remark in self._remarks if remark.code in LOSSES]

    def _warning(self, remark: Remark) -> Mended:
        return Mended(remark.code, *self.locate(remark.offset), remark.facts)

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) in the file of a character of the record's text."""
        before = self.source[:offset]
        breaks = before.count("\n")
        if "\r" in before:
            breaks += before.count("\r") - before.count("\r\n")
        line, column = self._origin
        if not breaks:
            return line, column + len(before)
        last = max(before.rfind("\n"), before.rfind("\r"))
        return line + breaks, len(before) - last

    @property
    def has_commands(self) -> bool:
        """Return True if any comment, also inside a variation, has a `[%command]`."""
        if self._body is None:
            return False
        return any(isinstance(item, Comment) and "[%" in item.text for item in self.elements())

    @property
    def has_setups(self) -> bool:
        """Return True if a position was put on the board in mid game."""
        return self._body is not None and any(isinstance(item, Setup) for item in self._body)

    def with_body(self, body: Sequence[Element]) -> GameRecord:
        """Return the same record with another reading of its body."""
        return GameRecord(
            tags=self.tags,
            body=body,
            terminator=self.terminator,
            index=self.index,
            line=self.line,
            origin=self._origin,
            source=self.source,
            encoding=self.encoding,
            remarks=self._remarks,
            unlisted_warnings=self.unlisted_warnings,
        )

    def elements(self) -> Iterator[Element]:
        """Return every element, those inside variations too, in the order of the text."""
        waiting = [iter(self.body)]
        while waiting:
            for element in waiting[-1]:
                yield element
                if isinstance(element, Variation):
                    waiting.append(iter(element.elements))
                    break
            else:
                waiting.pop()
