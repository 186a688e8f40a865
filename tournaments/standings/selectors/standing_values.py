"""Lines of standings, for any ranking."""

from typing import NamedTuple

from tournaments.models import Entry
from tournaments.standings.ranking.values import Entrant, Part


class StandingValue(NamedTuple):
    """A tie-break of a row: its code, its formatted value, and the addends of its sum."""

    code: str
    text: str
    parts: tuple[Part, ...]
    decides: bool


class StandingRow(NamedTuple):
    """A line of the standings; `entrant` has the rounds that the standings count."""

    rank: int
    is_shared: bool
    entry: Entry
    points: int
    entrant: Entrant
    values: tuple[StandingValue, ...]

    @property
    def played(self) -> int:
        """Number of rounds played at a board."""
        return self.entrant.played


class StandingTable(NamedTuple):
    """The standings after a round, with the codes and names of their columns."""

    after: int
    columns: tuple[tuple[str, str], ...]
    rows: tuple[StandingRow, ...]
