"""Tags that a pairing supplies to a record where the score sheet leaves them out or open.

`[SuppliedTags "Event Round White Black"]` names them, so that they can be renewed and taken out again. A tag
with content is never replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from games.pdn.elements import MoveText
from games.pdn.reader import read_game
from games.pdn.records import GameRecord
from games.pdn.tag_names import canonical_name
from games.pdn.tag_writing import tag_lines

SUPPLIED_TAG: Final = "SuppliedTags"
LEFT_OPEN: Final = frozenset({"", "?", "??", "*", "-", "????.??.??"})
"""What stands in a tag of which nothing is known."""
_TAG: Final = re.compile(r'\s*(\[\s*([^\W\d][\w-]*)\s+"((?:[^"\\\n]|\\.)*)"\s*\][ \t]*(?:\r?\n|\Z)?)')


def supplied_names(text: str) -> tuple[str, ...]:
    """Return the names of the tags that were supplied to a record."""
    return next((tuple(tag[3].split()) for tag in _header(text) if tag[2] == SUPPLIED_TAG), ())


def without_supplied(text: str) -> str:
    """Return a record without the tags that were supplied; open ones that they replaced do not come back."""
    names = set(supplied_names(text))
    if not names:
        return text
    plain = _remove_tags(text, [tag for tag in _header(text) if tag[2] in names | {SUPPLIED_TAG}])
    return plain if plain.startswith("[") else plain.lstrip("\r\n")


def with_supplied(text: str, known: Mapping[str, str]) -> str:
    """Return a record with these tags where its own are missing or open, without tags supplied before."""
    plain = without_supplied(text)
    record = read_game(plain)
    added = {name: value for name, value in known.items() if value.strip() not in LEFT_OPEN}
    added = {name: value for name, value in added.items() if not _has_value(record, name)}
    if not added:
        return plain
    body = _remove_tags(plain, [tag for tag in _header(plain) if canonical_name(tag[2]) in added])
    lines = "\n".join(tag_lines([*added.items(), (SUPPLIED_TAG, " ".join(added))]))
    supplied = f"{lines}\n{body}" if body.startswith("[") else f"{lines}\n\n{body}"
    return supplied if _moves(read_game(supplied)) == _moves(record) else plain


def _has_value(record: GameRecord, name: str) -> bool:
    """Return True if a record has it itself: a result behind its moves, its rules by a variant's name."""
    values = {
        "Result": (record.tag(name), record.terminator or ""),
        "GameType": (record.tag(name), record.tag("Variant")),
    }
    return any(value.strip() not in LEFT_OPEN for value in values.get(name, (record.tag(name),)))


def _header(text: str) -> Iterator[re.Match[str]]:
    """Return the tags before the first move."""
    place = 0
    while tag := _TAG.match(text, place):
        yield tag
        place = tag.end()


def _remove_tags(text: str, tags: list[re.Match[str]]) -> str:
    for tag in reversed(tags):
        text = text[: tag.start(1)] + text[tag.end(1) :]
    return text


def _moves(record: GameRecord) -> tuple[list[str], str | None]:
    return [one.text for one in record.body if isinstance(one, MoveText)], record.terminator
