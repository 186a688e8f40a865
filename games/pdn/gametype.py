"""The GameType tag: number, side that starts, width, height, notation with corner, inversion.

PDN 3.0 corrected many corners in 2014 and redefined inversion in 2013, so any corner is read and
none is trusted; forms such as `20,W,0,0,N,0` are read too. 96-99 are a play site's own numbers, 99
its international draughts from a set position. The forms themselves are facts of `games.rules`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules import VARIANTS, Variant


class GameType(NamedTuple):
    """GameType value; parts that are missing or 0 come from the standard's table.

    `notation` is "A" (letters), "N" (numbers) or "S" (short algebraic); `corner` 0 bottom left,
    1 bottom right, 2 top left, 3 top right, seen by the starting side; `is_inverted` means that the
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


_FROM_POSITION: Final = GameType(99, "W", 10, 10, "N", 2, is_inverted=False)


def _full_form(variant: Variant) -> GameType:
    number, side, width, height, notation, inverted = variant.game_type.split(",")
    board = int(width), int(height), notation[0], int(notation[1])
    return GameType(int(number), side, *board, is_inverted=inverted == "1")


# The form of a number that has several is that of the variant named first in VARIANTS.
_TABLE: Final = {99: _FROM_POSITION} | {
    variant.pdn_type: _full_form(variant)
    for variant in reversed(tuple(VARIANTS.values()))
    if variant.pdn_type is not None
}
TWO_POINT_TYPES: Final = frozenset(
    {99} | {one.pdn_type for one in VARIANTS.values() if one.result_family == "2-0"}
)
COLON_TYPES: Final = frozenset(one.pdn_type for one in VARIANTS.values() if one.capture_sign == ":")

# Names in a Variant tag, as sites and programs write them, of each rule set by its key.
_NAMES: Final = {
    "international": "international standard draughts frisdam10 fromposition",
    "english": "english american checkers american/english englishdraughts anglo-american straightcheckers",
    "italian": "italian dama",
    "jamaican_pool": "jamaican jamaicanpool jamaicanpoolcheckers",
    "unified_pool": "unified unifiedpool zimbabwe zimbabwean zimbabwepool zimbabweanpool",
    "pool": "pool americanpool poolcheckers",
    "spanish": "spanish",
    "russian": "russian shashki",
    "brazilian": "brazilian",
    "canadian": "canadian srilankan",
    "portuguese": "portuguese clássicas",
    "czech": "czech",
    "turkish": "turkish",
    "thai": "thai makhos makhot makruk-hos",
    "frisian": "frisian fryske",
    "spantsiretti": "spantsiretti spancirety spantsireti",
    "killer": "killer killerdraughts",
    "breakthrough": "breakthrough",
    "frysk": "frysk frysk!",
    "antidraughts": "antidraughts anti-draughts antidraught",
}
_BY_NAME: Final = {name: key for key, names in _NAMES.items() for name in names.split()}
_SIDE = r"\s*[,;]\s*([WwBb])\w*"
_BOARD = r"\s*[,;]\s*(\d{1,2})\s*[,;]\s*(\d{1,2})"
_NOTATION = r"\s*[,;]\s*([ANSans])\s*([0-3])?"
_FORM: Final = re.compile(rf"\s*(\d{{1,3}})(?:{_SIDE})?(?:{_BOARD})?(?:{_NOTATION})?(?:\s*[,;]\s*([01]))?\s*")


def game_type_of(number: int) -> GameType | None:
    """Return the standard's full form of a number, or None for a number without one."""
    return _TABLE.get(number)


def parse_game_type(text: str) -> GameType | None:
    """Read a GameType value, full, short or old; None when it does not start with a number.

    A number outside the table is preserved; its missing facts are those of the 8x8 board.
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


def variant_named_in_tag(name: str) -> Variant | None:
    """Return the rule set a Variant tag means ("American/English", "Killer"), or None."""
    words = re.sub(r"\b(draughts|checkers|dama|game)\b", "", name.casefold()).split()
    for word in ["".join(words), *words]:
        if word in _BY_NAME:
            return VARIANTS[_BY_NAME[word]]
    return None


def game_type_named(name: str) -> GameType | None:
    """Return the GameType of the rule set a Variant tag means; None without one, as of Killer draughts."""
    variant = variant_named_in_tag(name)
    return None if variant is None or variant.pdn_type is None else _full_form(variant)


@lru_cache(maxsize=512)
def variants_of_tags(game_type: str, name: str) -> tuple[int | None, tuple[Variant, ...]]:
    """Return the number that GameType and Variant tags give, and the rule sets meant, likeliest first.

    A number shared by several (23) is resolved by the side that starts, the inversion and the notation,
    in this order, or by the Variant tag; a rule set without a number has its name alone.
    """
    given, named = parse_game_type(game_type), variant_named_in_tag(name)
    if named is not None and (given is None or named.pdn_type in {None, given.number}):
        return named.pdn_type, (named,)
    if given is None:
        return None, ()
    number = 20 if given.number == _FROM_POSITION.number else given.number
    sharing = [variant for variant in VARIANTS.values() if variant.pdn_type == number]
    return number, tuple(sorted(sharing, key=lambda variant: _difference(given, _full_form(variant))))


def _difference(given: GameType, form: GameType) -> tuple[bool, bool, bool]:
    return (
        given.first_to_move != form.first_to_move,
        given.is_inverted != form.is_inverted,
        given.notation != form.notation,
    )


def first_to_move_of(text: str) -> str | None:
    """Return "W" or "B" by a GameType or Variant value, or None when it gives neither."""
    known = parse_game_type(text) or game_type_named(text)
    return None if known is None else known.first_to_move
