"""Reading tags as they are found, and knowing one tag under its many names.

PDN 3.0: bracket, name (a capital, then letters, digits, underscore), quoted string, bracket. Real
files leave out or curl the quotes, forget a bracket, put brackets into the value or write the
name in their own language; such a tag is read and reported as mended, never dropped.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from games.pdn.tag_names import CANONICAL
from games.pdn.wrapping import join_lines

_NAME = r"[^\W\d][\w-]*+"
STRICT_TAG: Final = re.compile(rf'\[[ \t]*+({_NAME})[ \t]*+"((?:[^"\\\r\n]|\\.)*+)"[ \t]*+\]')
TAG_LINE: Final = re.compile(rf'(?<![^\r\n])[ \t]*+\[[ \t]*+{_NAME}[ \t]*+["\u201c\u201d\u201e\u00ab]')
_OPEN: Final = re.compile(rf"\[[ \t]*+({_NAME})([ \t]*+[=:]?[ \t]*+)")
_BARE: Final = re.compile(rf"\[[ \t]*+({_NAME})[ \t]*+\]")
_CLOSE_AT_END: Final = re.compile(r"\][ \t]*+(?=[\r\n]|\Z|[\[\d*{(])")
_OVER_LINES: Final = re.compile(r'"([^"\[\]]{0,2000}+)"[ \t]*+\]')
_LINE_END: Final = re.compile(r"[\r\n]")
_MAX_LOOSE_LENGTH: Final = 1_024  # of a value without its quotes; a quoted one has the reader's limit
_ESCAPED: Final = re.compile(r'\\(["\\])')
_QUOTES: Final = "\"'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019"

_OPENING_QUOTES: Final = frozenset('"\u201c\u201d\u201e\u00ab')


class TagReading(NamedTuple):
    """A tag, where it ends in the text, and the codes of what had to be mended in it."""

    name: str
    value: str
    end: int
    mended: tuple[str, ...]


def read_tag(text: str, at: int) -> TagReading | None:
    """Read the tag that opens at a bracket, or None when the bracket opens something else."""
    strict = STRICT_TAG.match(text, at)
    if strict is not None:
        return TagReading(strict[1], _unescape(strict[2]), strict.end(), ())
    bare = _BARE.match(text, at)
    if bare is not None:
        if bare[1].casefold() not in CANONICAL:
            return None
        return TagReading(bare[1], "", bare.end(), ("tag_without_value",))
    opening = _OPEN.match(text, at)
    if opening is None or not (opening[2] or text[opening.end() : opening.end() + 1] in _OPENING_QUOTES):
        return None
    return _read_loosely(text, opening)


def _read_loosely(text: str, opening: re.Match[str]) -> TagReading:
    name, start = opening[1], opening.end()
    window = min(start + _MAX_LOOSE_LENGTH, len(text))
    line_end = _LINE_END.search(text, start, window)
    stop = line_end.start() if line_end is not None else window
    closing = _CLOSE_AT_END.search(text, start, stop + 1)
    if closing is not None and closing.start() < stop:
        value, end = text[start : closing.start()], closing.end()
        return TagReading(name, *_bare_value(value), end, ("tag_quotes",))
    over_lines = _OVER_LINES.match(text, start)
    if over_lines is not None:
        value = join_lines(over_lines[1])
        return TagReading(name, _unescape(value), over_lines.end(), ("tag_over_lines",))
    bracket = text.find("]", start, stop)
    if bracket >= 0:
        return TagReading(name, *_bare_value(text[start:bracket]), bracket + 1, ("tag_quotes",))
    return TagReading(name, *_bare_value(text[start:stop]), stop, ("tag_bracket",))


def _bare_value(raw: str) -> tuple[str]:
    """Value without the quotes around it, of whatever form."""
    value = raw.strip()
    if value[:1] in _QUOTES:
        value = value[1:]
    if value and value[-1] in _QUOTES:
        value = value[:-1]
    return (_unescape(value.strip() if value != raw else value),)


def _unescape(value: str) -> str:
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value
