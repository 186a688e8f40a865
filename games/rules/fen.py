"""FEN: a position as text, ``W:W18,K27:B9,12`` (PDN 3.0).

Reading is tolerant: spaces, a final dot, ranges, small k, letter squares, doubled commas, colours in
either order, the half-move and full-move fields of play sites. What was mended is listed by code.

A play site ends the FEN of a Frisian position with each side's king moves in a row, black's first:
``:+0+242`` (White's king on 42 made two); older ones name no square (scaladraughts, ``Forsyth``).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.rules.geometry import Geometry
from games.rules.side import Side


class FenError(ValueError):
    """A FEN that describes no position, with a stable ``code`` and the facts behind it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.facts = facts


class Placement(NamedTuple):
    """The squares of each kind of piece."""

    white_men: tuple[int, ...]
    white_kings: tuple[int, ...]
    black_men: tuple[int, ...]
    black_kings: tuple[int, ...]


class KingRow(NamedTuple):
    """Quiet moves in a row made by one king, and the square of the king; 0 when the FEN gives none."""

    made: int = 0
    square: int = 0


class KingRows(NamedTuple):
    """The row of each side."""

    white: KingRow = KingRow()
    black: KingRow = KingRow()


NO_ROWS = KingRows()


@dataclass(frozen=True, slots=True)
class FenReading:
    """Content of a FEN; ``side`` is None when it leaves the side to move open."""

    side: Side | None
    placement: Placement
    mended: tuple[str, ...]
    king_rows: KingRows = NO_ROWS


MAX_FEN_LENGTH = 2000
_PIECE = re.compile(r"(K?)([A-Z]\d{1,2}|\d{1,3})(?:-K?(\d{1,3}|[A-Z]\d{1,2}))?")
_COUNTER = re.compile(r"[HF]\d+")
_KING_MOVES = re.compile(r"\+(\d)(\d*)\+(\d)(\d*)")


def parse_fen(text: str, geometry: Geometry) -> FenReading:
    """Read a FEN on a board; raises FenError when a square is off the board, named twice, or unreadable."""
    mended: list[str] = []
    if len(text) > MAX_FEN_LENGTH:
        raise FenError("fen_too_long", length=len(text), limit=MAX_FEN_LENGTH)
    bare = "".join(text.split()).upper()
    if bare != text.strip().upper():
        mended.append("fen_spaces")
    if bare.endswith("."):
        bare = bare.rstrip(".")
        mended.append("fen_final_dot")
    fields = bare.split(":")
    if fields[0] not in {"W", "B", "?"}:
        raise FenError("fen_side_missing", text=text[:40])
    pieces: dict[str, list[str]] = {"W": [], "B": []}
    rows = NO_ROWS
    for part in fields[1:]:
        if not part or _COUNTER.fullmatch(part):
            continue
        if named := _KING_MOVES.fullmatch(part):
            black, black_square, white, white_square = (int(one or 0) for one in named.groups())
            rows = KingRows(KingRow(white, white_square), KingRow(black, black_square))
            continue
        if part[0] not in pieces:
            raise FenError("fen_colour_missing", text=part[:40])
        pieces[part[0]] += [item for item in part[1:].split(",") if item]
    placement = _place(pieces, geometry)
    side = {"W": Side.WHITE, "B": Side.BLACK}.get(fields[0])
    return FenReading(side, placement, tuple(mended), rows)


def _place(pieces: dict[str, list[str]], geometry: Geometry) -> Placement:
    groups: dict[tuple[str, bool], list[int]] = {(c, k): [] for c in "WB" for k in (False, True)}
    seen: set[int] = set()
    for colour, items in pieces.items():
        for item in items:
            match = _PIECE.fullmatch(item)
            if match is None:
                raise FenError("fen_piece_unreadable", text=item[:20])
            king, first, last = match.groups()
            ends = sorted((_square(first, geometry), _square(last or first, geometry)))
            for square in range(ends[0], ends[1] + 1):
                if square in seen:
                    name = square if first.isdigit() else geometry.name_of(square)
                    raise FenError("fen_square_twice", square=name)
                seen.add(square)
                groups[colour, bool(king)].append(square)
    order = (("W", False), ("W", True), ("B", False), ("B", True))
    return Placement(*(tuple(sorted(groups[key])) for key in order))


def _square(name: str, geometry: Geometry) -> int:
    square = int(name) if name.isdigit() else geometry.square_named(name)
    if square is None or not geometry.holds(square):
        raise FenError("fen_square_off_board", square=name.lower(), squares=geometry.squares)
    return square


def format_fen(side: Side, masks: Sequence[int], geometry: Geometry, *, in_letters: bool) -> str:
    """Return the FEN of a position, given as the four masks of ``Position``, without spaces or final dot."""
    white_men, white_kings, black_men, black_kings = (
        _square_list(mask, "K" if index % 2 else "", geometry, in_letters=in_letters)
        for index, mask in enumerate(masks)
    )
    return f"{side.letter}:W{_join_lists(white_men, white_kings)}:B{_join_lists(black_men, black_kings)}"


def format_king_rows(rows: KingRows) -> str:
    """Return the king moves in a row as play sites end a FEN with them; nothing where no king made any."""
    if not rows.white.made and not rows.black.made:
        return ""
    return "".join((":", *(f"+{made}{f'{square:02}' if made else ''}" for made, square in reversed(rows))))


def _join_lists(men: str, kings: str) -> str:
    return f"{men},{kings}" if men and kings else men or kings


@lru_cache(maxsize=4096)
def _square_list(mask: int, prefix: str, geometry: Geometry, *, in_letters: bool) -> str:
    """Return the squares of a mask, lowest first; cached, as a ply changes only one or two of four masks."""
    squares = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        squares.append(geometry.square_of[bit])
    squares.sort()
    names = map(geometry.name_of, squares) if in_letters else map(str, squares)
    return ",".join([prefix + name for name in names])
