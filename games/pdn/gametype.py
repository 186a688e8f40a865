"""The GameType tag: number, side that starts, width, height, notation with corner, inversion.

PDN 3.0 corrected many corners in 2014 and redefined inversion in 2013, so any corner is read and
none is trusted; forms such as `20,W,0,0,N,0` are read too. 96-99 are a play site's own numbers.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class GameType(NamedTuple):
    """A GameType value; what the text leaves out or gives as 0 comes from the standard's table.

    `notation` is "A" (letters), "N" (numbers) or "S" (short algebraic); `corner` 0 bottom left,
    1 bottom right, 2 top left, 3 top right, seen by the starting side; `is_inverted` says that the
    bottom-left corner is no playing square.
    """

    number: int
    first_to_move: str
    width: int
    height: int
    notation: str
    corner: int
    is_inverted: bool

    @property
    def text(self) -> str:
        """Return the full form as PDN 3.0 writes it."""
        inverted = int(self.is_inverted)
        board = f"{self.width},{self.height}"
        return f"{self.number},{self.first_to_move},{board},{self.notation}{self.corner},{inverted}"


_TABLE: Final = {
    20: GameType(20, "W", 10, 10, "N", 2, is_inverted=False),
    21: GameType(21, "B", 8, 8, "N", 1, is_inverted=False),
    22: GameType(22, "W", 8, 8, "N", 2, is_inverted=True),
    23: GameType(23, "B", 8, 8, "N", 1, is_inverted=False),
    24: GameType(24, "W", 8, 8, "N", 1, is_inverted=True),
    25: GameType(25, "W", 8, 8, "A", 0, is_inverted=False),
    26: GameType(26, "W", 8, 8, "A", 0, is_inverted=False),
    27: GameType(27, "W", 12, 12, "N", 2, is_inverted=False),
    28: GameType(28, "W", 8, 8, "N", 1, is_inverted=True),
    29: GameType(29, "W", 8, 8, "A", 0, is_inverted=False),
    30: GameType(30, "W", 8, 8, "A", 0, is_inverted=False),
    31: GameType(31, "B", 8, 8, "N", 2, is_inverted=False),
    40: GameType(40, "W", 10, 10, "N", 2, is_inverted=False),
    41: GameType(41, "W", 10, 8, "A", 0, is_inverted=False),
    96: GameType(96, "W", 10, 10, "N", 2, is_inverted=False),
    97: GameType(97, "W", 10, 10, "N", 2, is_inverted=False),
    98: GameType(98, "W", 10, 10, "N", 2, is_inverted=False),
    99: GameType(99, "W", 10, 10, "N", 2, is_inverted=False),
}
TWO_POINT_TYPES: Final = frozenset({20, 27, 96, 97, 98, 99})
COLON_TYPES: Final = frozenset({25, 41})

_NAMES: Final = {
    20: "international standard draughts frisdam10",
    21: "english american checkers american/english englishdraughts anglo-american straightcheckers",
    22: "italian dama",
    23: "pool americanpool poolcheckers",
    24: "spanish",
    25: "russian shashki",
    26: "brazilian",
    27: "canadian",
    28: "portuguese",
    29: "czech",
    30: "turkish",
    31: "thai",
    40: "frisian",
    96: "breakthrough",
    97: "frysk",
    98: "antidraughts",
}
_BY_NAME: Final = {name: number for number, names in _NAMES.items() for name in names.split()}
_SIDE = r"\s*[,;]\s*([WwBb])\w*"
_BOARD = r"\s*[,;]\s*(\d{1,2})\s*[,;]\s*(\d{1,2})"
_NOTATION = r"\s*[,;]\s*([ANSans])\s*([0-3])?"
_FORM: Final = re.compile(rf"\s*(\d{{1,3}})(?:{_SIDE})?(?:{_BOARD})?(?:{_NOTATION})?(?:\s*[,;]\s*([01]))?\s*")


def game_type_of(number: int) -> GameType | None:
    """Return the standard's full form of a number, or None for a number without one."""
    return _TABLE.get(number)


def parse_game_type(text: str) -> GameType | None:
    """Read a GameType value, full, short or old; None when it does not start with a number.

    A number outside the table is kept; its missing facts are those of the 8x8 board.
    """
    form = _FORM.fullmatch(text.strip().strip('"'))
    if form is None:
        return None
    number, side, width, height, notation, corner, inverted = form.groups()
    known = _TABLE.get(int(number), GameType(int(number), "W", 8, 8, "N", 2, is_inverted=False))
    return GameType(
        int(number),
        side.upper() if side else known.first_to_move,
        int(width or 0) or known.width,
        int(height or 0) or known.height,
        notation.upper() if notation else known.notation,
        int(corner) if corner else known.corner,
        inverted == "1" if inverted else known.is_inverted,
    )


def game_type_named(name: str) -> GameType | None:
    """Return the GameType a Variant tag means ("American/English", "Russian"), or None."""
    words = re.sub(r"\b(draughts|checkers|dama|game)\b", "", name.casefold()).split()
    for word in ["".join(words), *words]:
        if word in _BY_NAME:
            return _TABLE[_BY_NAME[word]]
    return None


def first_to_move_of(text: str) -> str | None:
    """Return "W" or "B" by a GameType or Variant value, or None when it says neither."""
    known = parse_game_type(text) or game_type_named(text)
    return None if known is None else known.first_to_move
