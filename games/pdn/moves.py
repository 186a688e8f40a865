"""Reading the text of one half-move: which squares it names and with which separator.

PDN 3.0 writes a dash for a step and one separator between all squares of a capture. Real files
add blanks, long dashes, capital letters, leading zeros, squares without a separator ("c3e5"),
digits run together ("3228") and Russian short notation ("cb4"); all of them are read here.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212"
CROSSES: Final = "xX\u00d7\u0445\u0425"  # Latin, the multiplication sign, Cyrillic
_SEPARATOR = rf"[ \t\xa0]{{0,2}}[{DASHES}{CROSSES}:][ \t\xa0]{{0,2}}"
_LETTER_SQUARE = r"[A-La-l](?:1[0-2](?!\d)|[1-9](?!\d))"

_NUMBER_SQUARE = r"(?>[1-9]\d?|0[1-9])"

MOVE_PATTERN: Final = (
    rf"{_NUMBER_SQUARE}(?:{_SEPARATOR}{_NUMBER_SQUARE}(?![\d/]|[OoIlSBZ]\b))++"
    rf"|{_LETTER_SQUARE}(?:(?:{_SEPARATOR})?+{_LETTER_SQUARE})++"
    rf"|[a-h][:{CROSSES}]?[a-h][1-8](?!\w)"
)
RUN_PATTERN: Final = r"(?:[1-9]\d|0[1-9]){2}(?![\w.,/:-])"

# Squares of digits and what is taken for them, with anything but words between them; or half of a half-move.
_SMUDGED_SQUARE = r"(?:[a-lA-L]\d{1,2}|[\dOoIlSBZ]{1,2})"
_HALF: Final = "-x:/="
_SMUDGED = re.compile(
    rf"(?=\D*\d){_SMUDGED_SQUARE}(?:(?:[^\s\w]{{1,2}}|[_xX]){_SMUDGED_SQUARE})+[.,:]?"
    r"|[a-l]?\d{1,2}[-x:/=]|[-x:/=][a-l]?\d{1,2}"
)

_PLAIN_SQUARE = re.compile(r"[a-lA-L]\d{1,2}|\d{1,2}")
_SQUARE = re.compile(r"[a-l]\d{1,2}|\d{1,2}|[a-h]", re.IGNORECASE)
_ODD_SIGN = re.compile(rf"[{DASHES[1:]}{CROSSES[1:]}]")
_BLANK = re.compile(r"[ \t\xa0]")
_LEADING_ZERO = re.compile(r"(?<!\d)0\d")
_CAPTURE_SIGN = re.compile(rf"[{CROSSES}:]")
_DASH = re.compile(rf"[{DASHES}]")

_MAX_CACHED: Final = 20_000
_MAX_CACHED_LENGTH: Final = 40


class MoveReading(NamedTuple):
    """Reading of a move text, and the codes of the repairs made in it."""

    text: str
    squares: tuple[int | str, ...]
    sign: str
    mended: tuple[str, ...]


_cache: dict[str, MoveReading] = {}


def read_move(text: str) -> MoveReading:
    """Read a text that matched `MOVE_PATTERN` or `RUN_PATTERN`; equal texts are read once."""
    known = _cache.get(text)
    if known is None:
        if len(text) > _MAX_CACHED_LENGTH:
            return _parse(text)
        if len(_cache) >= _MAX_CACHED:
            _cache.clear()
        known = _cache[text] = _parse(text)
    return known


def is_smudged(text: str) -> bool:
    """Return True if a text that is no notation looks like a half-move written badly: "25/18", "1l-15"."""
    return _SMUDGED.fullmatch(text) is not None


def smudged_ends(text: str) -> tuple[str, str]:
    """Return the first and last square of a smudged half-move as written; "" for a missing half.

    Of words that do not look like a half-move only two plain squares count.
    """
    if not is_smudged(text):
        plain = _PLAIN_SQUARE.findall(text)
        return (plain[0], plain[1]) if len(plain) == 2 else ("", "")  # noqa: PLR2004 - both ends
    found = re.findall(_SMUDGED_SQUARE, text)
    is_half = len(found) == 1
    return "" if is_half and text[0] in _HALF else found[0], "" if is_half and text[-1] in _HALF else found[
        -1
    ]


def _parse(text: str) -> MoveReading:
    squares: tuple[int | str, ...]
    if text.isdigit():
        squares = tuple(int(text[at : at + 2]) for at in range(0, len(text), 2))
        return MoveReading(text, squares, "", ("digits_together",))
    names = [found.lower() for found in _SQUARE.findall(text)]
    squares = tuple(int(name) if name.isdigit() else name for name in names)
    return MoveReading(text, squares, _sign(text), tuple(_repair_codes(text, names)))


def _sign(text: str) -> str:
    capture = _CAPTURE_SIGN.search(text)
    if capture is not None:
        return ":" if capture[0] == ":" else "x"
    return "-" if _DASH.search(text) else ""


def _repair_codes(text: str, names: list[str]) -> list[str]:
    codes = []
    if _BLANK.search(text):
        codes.append("blanks_in_move")
    if _ODD_SIGN.search(text):
        codes.append("odd_separator")
    if _LEADING_ZERO.search(text):
        codes.append("leading_zero")
    if any(name in "abcdefgh" for name in names):
        codes.append("short_notation")
    elif any("A" <= letter <= "L" for letter in text):
        codes.append("capital_squares")
    return codes
