"""Pasted lists of team members: one line a member, in the order of boards."""

import re
from dataclasses import dataclass

from club.core.name_normalization import normalize_name
from tournaments.entries.models.entry import MAX_RATING
from tournaments.teams.errors import MemberLineNotUnderstood

RATING = re.compile(r"[0-9]{2,4}")
MAX_MEMBERS = 60
MAX_NAME_LENGTH, MAX_NUMBER_LENGTH = 200, 20


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member as pasted: the name, and the rating and number if given."""

    name: str
    rating: int = 0
    federation_number: str = ""

    def __post_init__(self) -> None:
        """Normalise the name: equal names are equal to the letter."""
        object.__setattr__(self, "name", normalize_name(self.name))

    @property
    def text(self) -> str:
        """Return the line as it is parsed again."""
        rating = str(self.rating) if self.rating else ""
        return f"{self.name}; {rating}; {self.federation_number}".rstrip("; ")


def read_members(text: str) -> list[MemberLine]:
    """Parse a pasted list: one name a line, then a rating and a number in the federation.

    Tabs and semicolons separate columns. The first column after the name that can be a rating is one; an
    empty column counts as a column. Without columns the rating may come last. An empty list is valid.

    """
    lines = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = re.sub(r"^\d{1,3}[.)]\s+", "", raw.strip().lstrip("\N{BULLET}-*").strip())
        if line:
            lines.append(_read_line(number, line))
    return lines


def _read_line(number: int, line: str) -> MemberLine:
    name, *rest = _columns(line)
    name = normalize_name(name)
    if not name or name.isdigit():
        raise MemberLineNotUnderstood(line=number, text=line)
    rating = 0
    if rest and (not rest[0] or _is_rating(rest[0])):
        rating = int(rest.pop(0) or 0)
    federation_number = " ".join(part for part in rest if part)
    if len(name) > MAX_NAME_LENGTH or len(federation_number) > MAX_NUMBER_LENGTH:
        raise MemberLineNotUnderstood(line=number, text=line)
    return MemberLine(name, rating, federation_number)


def _columns(line: str) -> list[str]:
    parts = [part.strip() for part in re.split(r"[\t;]", line)]
    if len(parts) > 1:
        return parts
    found = re.fullmatch(r"(.*?)[\s,]+\(?([0-9]{2,4})\)?", line)
    return [found[1].strip(" ,"), found[2]] if found and _is_rating(found[2]) else [line]


def _is_rating(text: str) -> bool:
    return RATING.fullmatch(text) is not None and int(text) <= MAX_RATING
