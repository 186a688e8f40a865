"""Variations and signs of annotation for the reader of a score sheet; none of them is judged."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from games.laws.replay_result import Replay
from games.laws.walk import Walk
from games.pdn import Comment, Element, MoveNumber, MoveText, Nag, Variation
from games.rules import Position

Data = dict[str, Any]
MAX_SIDE_MOVES: Final = 400  # of a game: further moves of its variations are text
MAX_DEPTH: Final = 6
MAX_TRIES: Final = 20  # other readings of a move in a variation
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


def nag_sign(nag: Nag) -> str:
    """Return the sign of a glyph, or its number if it has none."""
    return SIGNS.get(nag.number, f"${nag.number}")


def variation_text(variation: Variation) -> str:
    """A bracketed line with the lines inside it, without commands."""
    return f"({_join_words(_words(variation.elements))})"


def _words(elements: Iterable[Element]) -> Iterator[str]:
    for element in elements:
        if isinstance(element, MoveNumber):
            yield f"{element.number}{'.' if element.dots <= 1 else '...'}"
        elif isinstance(element, MoveText):
            yield f"{element.text}{element.strength}"
        elif isinstance(element, Nag):
            yield nag_sign(element)
        elif isinstance(element, Comment):
            yield element.words
        elif isinstance(element, Variation):
            yield variation_text(element)


def _join_words(words: Iterable[str]) -> str:
    """Join words with blanks between them; the signs of glyphs are attached to their move."""
    text = ""
    for word in filter(None, words):
        text += word if not text or word in SIGNS.values() else f" {word}"
    return text


# -- lines that can be stepped through -------------------------------------------------------------


class SideLines:
    """Positions of the variations of one game, limited to so many moves in all and to a depth."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.left = MAX_SIDE_MOVES

    def line(self, variation: Variation, ply: int) -> Data:
        """Return the line beside a half-move of the game: an alternative to it, or a continuation."""
        played = self.replay.positions
        starts = [played[at] for at in (ply - 1, ply) if 0 <= at < len(played)]
        return self._line(variation, starts, max(ply, 1), 0)

    def _line(self, variation: Variation, starts: Sequence[Position], ply: int, depth: int) -> Data:
        tokens = [one for one in variation.elements if isinstance(one, MoveText)]
        walk, ply = self._best_walk(tokens, starts, ply, depth)
        self.left -= len(walk.moves) if walk is not None else 0
        writer = _LineWriter(self, walk, ply, depth)
        for element in variation.elements:
            writer.add(element)
        return {"comment": writer.comment, "moves": writer.moves}

    def _best_walk(
        self, tokens: Sequence[MoveText], starts: Sequence[Position], ply: int, depth: int
    ) -> tuple[Walk | None, int]:
        """Play the line from the first position in which its first move is legal."""
        if not tokens or depth >= MAX_DEPTH:
            return None, ply
        for at, start in enumerate(starts):
            walk = Walk(self.replay.variant, start, tokens[: self.left], {}, self.replay.notation)
            walk.go(MAX_TRIES)
            if walk.moves:
                return walk, ply + at
        return None, ply


class _LineWriter:
    """Moves of one line with their positions and remarks; one that cannot be played has no position."""

    def __init__(self, lines: SideLines, walk: Walk | None, ply: int, depth: int) -> None:
        self.lines, self.walk, self.ply, self.depth = lines, walk, ply, depth
        self.variant = lines.replay.variant
        self.comment = ""
        self.moves: list[Data] = []
        self.tokens = 0
        self.is_numbered = False  # the last move's number is still in front of the reader

    def add(self, element: Element) -> None:
        """Add the next element of the line."""
        if isinstance(element, MoveText):
            self._add_move(element)
        elif isinstance(element, Nag) and self.moves:
            self.moves[-1]["annotation"] += nag_sign(element)
        elif isinstance(element, Comment) and element.words:
            self._add_comment(element.words)
        elif isinstance(element, Variation) and self.moves:
            at = len(self.moves)
            played = self.walk.positions if self.walk is not None else []
            starts = [played[one] for one in (at - 1, at) if one < len(played)]
            self.moves[-1]["lines"].append(
                self.lines._line(element, starts, self.ply + at - 1, self.depth + 1)  # noqa: SLF001 - its part
            )
            self.is_numbered = False

    def _add_comment(self, words: str) -> None:
        self.is_numbered = False
        if self.moves:
            self.moves[-1]["comment"] = f"{self.moves[-1]['comment']} {words}".strip()
        else:
            self.comment = f"{self.comment} {words}".strip()

    def _add_move(self, token: MoveText) -> None:
        self.tokens += 1
        at = len(self.moves)
        used = self.walk.used if self.walk is not None else []
        if 0 < at <= len(used) and used[at - 1] >= self.tokens:  # a hop of the move before, written apart
            self.moves[-1]["text"] += f" {token.text}"
            return
        self.moves.append(
            {
                **self._label(at),
                "text": token.text,
                "annotation": token.strength,
                **self._position(at),
                "comment": "",
                "lines": [],
            }
        )

    def _position(self, at: int) -> Data:
        if self.walk is None or at >= len(self.walk.moves):
            return {"fen": "", "route": [], "captured": []}
        move = self.walk.moves[at]
        fen = self.walk.positions[at + 1].to_fen(self.variant)
        return {"fen": fen, "route": list(move.route), "captured": list(move.captured)}

    def _label(self, at: int) -> Data:
        """Return the number of a move, and if players write it: always of the first side, else if needed."""
        second_begins = self.lines.replay.positions[0].side is not self.variant.first_to_move
        number, is_second = divmod(self.ply + at - 1 + second_begins, 2)
        is_shown = not is_second or not self.is_numbered
        self.is_numbered = True
        return {"label": f"{number + 1}{'...' if is_second else '.'}", "is_labelled": is_shown}
