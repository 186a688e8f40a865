"""Lists of players as people paste them: a line a player, columns in any order after the name."""

import re
from dataclasses import dataclass, field, replace

from tournaments.errors import LineNotUnderstood, NothingToEnter
from tournaments.names import plain_name

MOST_RATING = 4000


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line of a list; `number` is its line in the text or row in the file, 0 where there is none."""

    name: str
    rating: int = 0
    club_name: str = ""
    federation: str = ""
    title: str = ""
    category: str = ""
    number: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        """Whoever wrote the list: equal names are equal to the letter."""
        object.__setattr__(self, "name", plain_name(self.name))


def read_lines(text: str) -> list[EntryLine]:
    """The players of a pasted list: a name a line, then a rating, a federation in three capitals and a club.

    Tabs and semicolons part columns. "Last, First" keeps its comma; without a column of its own, a rating
    may stand at the end of the line, plain or in brackets. The numbers and dots of a numbered list go.
    """
    lines = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().lstrip("\N{BULLET}-*").strip()
        line = re.sub(r"^\d{1,3}[.)]\s+", "", line)
        if line:
            lines.append(replace(_read_line(number, line), number=number))
    if not lines:
        raise NothingToEnter
    return lines


def _read_line(number: int, line: str) -> EntryLine:
    name, *rest = _columns(line)
    name = plain_name(name)
    if not name or name.isdigit():
        raise LineNotUnderstood(line=number, text=line, why="no_name")
    rating, federation, club_name = 0, "", ""
    for part in filter(None, rest):
        if part.isascii() and part.isdecimal():
            rating = int(part)
        elif re.fullmatch(r"[A-Z]{3}", part):
            federation = part
        else:
            club_name = part
    if rating > MOST_RATING:
        raise LineNotUnderstood(line=number, text=line, why="rating_too_high")
    return EntryLine(name[:200], rating, club_name[:120], federation)


def _columns(line: str) -> list[str]:
    parts = [part.strip() for part in re.split(r"[\t;]", line)]
    if len(parts) > 1:
        return parts[1:] if re.fullmatch(r"[0-9]{1,3}[.)]?", parts[0]) else parts
    found = re.fullmatch(r"(.*?)[\s,]+\(?([0-9]{2,4})\)?", line)
    return [found[1].strip(" ,"), found[2]] if found else [line]
