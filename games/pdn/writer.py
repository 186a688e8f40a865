"""Writer of records: `strict` as PDN 3.0 asks, `classic` with the result at the end of the game.

Strict: standard tag names, date YYYY.MM.DD, full GameType, the 2-0 family only where it is due, one
separator for captures, `*` between games and never a result. Both: `*` as strength becomes $7 (the
standard bans it), stray text becomes a comment, braces inside a comment are written full-width and
read back as braces, lines are wrapped at 79 characters. Both write a FEN without a final dot, White's
squares first, and a record without moves with a line comment for a reader that looks for a move. What
is written reads as the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from games.pdn.elements import Comment, Element, Junk, MoveNumber, MoveText, Nag, Setup, Variation
from games.pdn.gametype import COLON_TYPES, TWO_POINT_TYPES, parse_game_type
from games.pdn.records import GameRecord
from games.pdn.tag_writing import fen_text, pinned_tags, readable_tags, strict_tags, tag_lines
from games.pdn.tokens import is_result
from games.pdn.wrapping import Lines

Style: TypeAlias = Literal["strict", "classic"]
_FIRST_DOTS: Final = 1
# A line comment of the standard. pydraughts, which skips no such lines, reads on behind a record without
# moves only where a number with something behind it occurs.
_NO_MOVES: Final = "% No moves: 1. --"
_FORCED: Final = "$7"  # what the older sign * for a forced or best move means


class RuleFacts(Protocol):
    """Facts of a variant that the writer uses."""

    @property
    def game_type_text(self) -> str:
        """Full GameType."""

    @property
    def result_family(self) -> str:
        """Family of results that is due: 1-0 or 2-0."""

    @property
    def capture_sign(self) -> str:
        """Separator of captures."""

    @property
    def pinning_tags(self) -> tuple[tuple[str, str], ...]:
        """Return the tags next to GameType that bind a record to rules of one's own."""


def write_record(
    record: GameRecord,
    style: Style = "strict",
    *,
    variant: RuleFacts | None = None,
    move_texts: Sequence[str] | None = None,
) -> str:
    """Write one record as text that ends with a line break.

    `variant` settles GameType, result family and capture sign; without it the record's own GameType
    does. `move_texts` are the canonical texts of the record's moves, for full capture paths.
    """
    return "".join(_RecordWriter(record, style, variant, move_texts).pieces())


def write_games(
    records: Iterable[GameRecord], style: Style = "strict", *, variant: RuleFacts | None = None
) -> Iterator[str]:
    """Write records one by one, a blank line between them."""
    for position, record in enumerate(records):
        if position:
            yield "\n"
        yield write_record(record, style, variant=variant)


class _RecordWriter:
    """The writing of one record."""

    def __init__(
        self,
        record: GameRecord,
        style: Style,
        variant: RuleFacts | None,
        move_texts: Sequence[str] | None,
    ) -> None:
        self.record = record
        self.is_strict = style == "strict"
        self.variant = variant
        self.canonical = list(move_texts) if move_texts is not None else None
        self.played = 0
        number = parse_game_type(record.tag("GameType"))
        self.number = None if number is None else number.number

    def pieces(self) -> Iterator[str]:
        """Tags, a blank line, the body, and what ends it."""
        lines = tag_lines(self._tags())
        if lines:
            yield "".join(f"{line}\n" for line in lines)
        body = Lines()
        is_result_alone = bool(lines) and not self.record.has_moves
        for word in self._words(with_numbers=not is_result_alone):
            body.add(word)
        terminator = self._terminator()
        if self.is_strict and self._end_is_lost():
            body.add_comment(f"[%terminator {self.record.terminator}]")
        body.add(terminator)
        if lines:
            yield "\n"
            if is_result_alone:
                yield f"{_NO_MOVES}\n"
        yield body.text

    # -- tags and the end --------------------------------------------------------------------------

    def _tags(self) -> list[tuple[str, str]]:
        tags = [(tag.name, tag.value) for tag in self.record.tags]
        end = self.record.terminator or "*"
        has_result = bool(self.record.tag("Result"))
        needs_tag = self.is_strict or not is_result(end)
        if end != "*" and not has_result and needs_tag:
            tags = [(name, value) for name, value in tags if name != "Result"]
            tags.append(("Result", end))
        if self.variant is not None and self.variant.pinning_tags:
            tags = pinned_tags(tags, self.variant.pinning_tags, self.variant.game_type_text)
        tags = readable_tags(tags)
        if not self.is_strict:
            return tags
        game_type = None if self.variant is None else self.variant.game_type_text
        return strict_tags(tags, game_type=game_type, family=self._family())

    def _family(self) -> str | None:
        if self.variant is not None:
            return self.variant.result_family
        if self.number is None:
            return None
        return "2-0" if self.number in TWO_POINT_TYPES else "1-0"

    def _terminator(self) -> str:
        if self.is_strict:
            return "*"
        if self.record.terminator is not None:
            return self.record.terminator
        result = self.record.tag("Result")
        return result if is_result(result) else "*"

    def _end_is_lost(self) -> bool:
        """Strict writing has no place for a result that contradicts the Result tag but a comment."""
        end, result = self.record.terminator, self.record.tag("Result")
        return end not in {None, "*"} and result not in {"", end}

    # -- the body ------------------------------------------------------------------------------------

    def _words(self, *, with_numbers: bool) -> Iterator[str]:
        """Return the words of the body in order; brackets of variations are words of their own."""
        numbered = _with_move_numbers(self.record)
        if not with_numbers:
            numbered = [element for element in numbered if not isinstance(element, MoveNumber)]
        waiting: list[Iterator[Element]] = [iter(numbered)]
        while waiting:
            for element in waiting[-1]:
                if isinstance(element, Variation):
                    yield "("
                    waiting.append(iter(element.elements))
                    break
                is_main = len(waiting) == 1
                yield from self._element_words(element, is_main=is_main)
            else:
                waiting.pop()
                if waiting:
                    yield ")"

    def _element_words(self, element: Element, *, is_main: bool) -> list[str]:
        if isinstance(element, MoveText):
            return self._move_words(element, is_main=is_main)
        if isinstance(element, MoveNumber):
            return [f"{element.number}" + ("." if element.dots <= _FIRST_DOTS else "...")]
        if isinstance(element, Nag):
            return [f"${element.number}"]
        if isinstance(element, Setup):
            return [f'/FEN "{_fen(element.fen)}"/']
        if isinstance(element, Comment | Junk):
            return [Lines.comment(element.text)]
        return []

    def _move_words(self, move: MoveText, *, is_main: bool) -> list[str]:
        text = self._move_text(move)
        if is_main:
            if self.canonical is not None and self.played < len(self.canonical) and move.squares:
                text = self.canonical[self.played]
            self.played += 1
        words = [text + move.strength.replace("*", "")]
        if move.is_smudged and self.is_strict:
            words.append(Lines.comment(move.text))
        return [*words, _FORCED] if "*" in move.strength else words

    def _move_text(self, move: MoveText) -> str:
        if not move.squares:
            return move.text if move.is_smudged and not self.is_strict else "--"
        names = [str(square) for square in move.squares]
        if len(names[0]) == 1 and names[0].isalpha():
            return "".join(move.text.split())
        sign = move.sign
        if not sign:
            return "".join(names) if names[0][0].isalpha() else "-".join(names)
        if self.is_strict and sign != "-":
            sign = self._capture_sign()
        text = sign.join(names)
        return sign.join(f"{name:>02}" for name in names) if is_result(text) else text

    def _capture_sign(self) -> str:
        if self.variant is not None:
            return self.variant.capture_sign
        return ":" if self.number in COLON_TYPES else "x"


def _with_move_numbers(record: GameRecord) -> list[Element]:
    """Body with move numbers; where the record has none at all they are counted, two half-moves each."""
    if any(isinstance(element, MoveNumber) for element in record.elements()):
        return record.body
    numbered: list[Element] = []
    plies = 0
    for element in record.body:
        if isinstance(element, MoveText):
            if plies % 2 == 0:
                numbered.append(MoveNumber(plies // 2 + 1))
            plies += 1
        numbered.append(element)
    return numbered


def _fen(text: str) -> str:
    return fen_text(text.replace('"', ""))
