"""Writer of tags: escaped as the standard asks and, in strict style, with its own names and forms."""

from __future__ import annotations

import re
from typing import Final

from games.pdn.dates import parse_date
from games.pdn.gametype import first_to_move_of, game_type_of, parse_game_type, variant_named_in_tag
from games.pdn.results import result_in_family
from games.pdn.tag_names import canonical_name
from games.pdn.wrapping import join_lines

_NOT_NAME: Final = re.compile(r"[^\w-]")
_LONG_GAME_TYPE: Final = re.compile(r"\d+,.*")
_GAME_TYPE: Final = re.compile(r"\d+,[WB],\d+,\d+,[ANS][0-3],[01]")
_FIELDS: Final = 3  # of a FEN: the side to move and the squares of either side
_DATES: Final = frozenset({"Date", "EventDate", "UTCDate"})


def tag_lines(tags: list[tuple[str, str]]) -> list[str]:
    """Return one line a tag; quotes and backslashes in the value are escaped."""
    return [f'[{_name(name)} "{_escape(value)}"]' for name, value in tags]


def _name(name: str) -> str:
    cleaned = _NOT_NAME.sub("_", name)
    return cleaned if cleaned and not cleaned[0].isdigit() and cleaned[0] != "-" else f"_{cleaned}"


def _escape(value: str) -> str:
    return join_lines(value).replace("\\", "\\\\").replace('"', '\\"')


def strict_tags(
    tags: list[tuple[str, str]], *, game_type: str | None, family: str | None
) -> list[tuple[str, str]]:
    """Tags under their standard names, with date, GameType, result and FEN in the standard's form."""
    first = _first_to_move(tags, game_type)
    written = []
    for name, value in tags:
        standard = canonical_name(name, first)
        if standard == "Variant" and game_type and _names_another(value, game_type):
            continue
        written.append((standard, _standard_value(standard, value, game_type, family)))
    if game_type and all(name != "GameType" for name, _ in written):
        written.append(("GameType", game_type))
    return written


def pinned_tags(
    tags: list[tuple[str, str]], pinning: tuple[tuple[str, str], ...], game_type: str
) -> list[tuple[str, str]]:
    """Tags with those that bind the record to its rules; a name that the rules have there already stays."""
    names = dict(tags)
    unchanged = {
        name for name, value in pinning if _family_name(names.get(name, "")) == _family_name(value) != ""
    }
    written = [(name, value) for name, value in tags if name not in dict(pinning) or name in unchanged]
    if not game_type:  # a rule set without a number: its name alone binds
        written = [(name, value) for name, value in written if name != "GameType"]
    elif "GameType" not in names:
        written.append(("GameType", game_type))
    return [*written, *((name, value) for name, value in pinning if name not in unchanged)]


def _family_name(value: str) -> str:
    """Return the text before the colon of `House: Flying kings`."""
    return value.partition(": ")[0] if ": " in value else ""


def _names_another(value: str, game_type: str) -> bool:
    """Return True if a Variant tag would have the record read under other rules than its GameType."""
    named = None if _family_name(value) else variant_named_in_tag(value)
    return named is not None and named.game_type != game_type


def _first_to_move(tags: list[tuple[str, str]], game_type: str | None) -> str:
    values = [game_type or "", *(value for name, value in tags if name in {"GameType", "Variant"})]
    return next((first for value in values if (first := first_to_move_of(value))), "W")


def _standard_value(name: str, value: str, game_type: str | None, family: str | None) -> str:
    if name in _DATES:
        reading = parse_date(value)
        return value if reading is None else reading.text
    if name == "GameType":
        return game_type or full_game_type(value)
    if name == "Result" and family is not None:
        return result_in_family(value, family)
    return value


def readable_tags(tags: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Tags with a FEN and a GameType that other programs read: they refuse a whole record for a final dot."""
    return [(name, _readable_value(canonical_name(name), value)) for name, value in tags]


def _readable_value(name: str, value: str) -> str:
    if name == "FEN":
        return fen_text(value)
    if name == "GameType" and _LONG_GAME_TYPE.fullmatch(value) and not _GAME_TYPE.fullmatch(value):
        return full_game_type(value)
    return value


def fen_text(value: str) -> str:
    """Write a FEN without blanks and final dot, White's squares first as the standard's grammar has them."""
    text = "".join(value.split()).rstrip(".")
    fields = text.split(":")
    if len(fields) >= _FIELDS and fields[1][:1] in {"B", "b"} and fields[2][:1] in {"W", "w"}:
        fields[1], fields[2] = fields[2], fields[1]
    return ":".join(fields)


def full_game_type(value: str) -> str:
    """Return the full form; the corner is the standard's where the rest agrees with its table."""
    given = parse_game_type(value)
    if given is None:
        return value
    known = game_type_of(given.number)
    if known is None:
        return value
    return known.text if given[:5] == known[:5] else given.text
