"""Comparison of a list of players with the entries of a section: new, changed, unchanged."""

import hashlib
import json
from dataclasses import astuple, dataclass
from typing import Any, Final

from tournaments.entries.entry_lists import EntryLine
from tournaments.models import Entry, EntryState, Section

COMPARED: Final = ("rating", "club_name", "federation")


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list: its entry, and the values that differ."""

    line: EntryLine
    entry: Entry | None
    changes: dict[str, Any]
    is_twice: bool = False

    @property
    def state(self) -> str:
        """new, changed, same or twice."""
        if self.is_twice:
            return "twice"
        if self.entry is None:
            return "new"
        return "changed" if self.changes else "same"


def list_differences(section: Section, lines: list[EntryLine]) -> list[ListLine]:
    """Compare every line of a list; empty cells are no difference."""
    there = {one.name.casefold(): one for one in section.entries.exclude(state=EntryState.REFUSED)}
    seen: set[str] = set()
    found = []
    for line in lines:
        key = line.name.casefold()
        entry = there.get(key)
        found.append(ListLine(line, entry, _changes(line, entry), key in seen))
        seen.add(key)
    return found


def _changes(line: EntryLine, entry: Entry | None) -> dict[str, Any]:
    if entry is None:
        return {}
    given = {name: getattr(line, name) for name in COMPARED}
    return {name: value for name, value in given.items() if value and value != getattr(entry, name)}


def digest_of(found: list[ListLine]) -> str:
    """Return the digest that identifies a displayed comparison."""
    told = [[astuple(one.line), one.state, one.entry.pk if one.entry else 0, one.changes] for one in found]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
