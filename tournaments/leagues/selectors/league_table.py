"""Table of a league: match and board points, at home and away, the form, reasons for each rank."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tournaments.core.translate import Scorer
from tournaments.leagues.selectors.fixtures import FixtureLine
from tournaments.models import Entry, FixtureState, Section
from tournaments.standings.selectors.standing_values import StandingRow
from tournaments.standings.selectors.standings import standing_rows

FORM: Final = 5


class Record(NamedTuple):
    """Matches won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """Number of matches played."""
        return self.won + self.drawn + self.lost


class RankReason(NamedTuple):
    """Column that separates a team from the one above, with both values; equal values are marked as level."""

    above: Entry
    column: str
    mine: str
    theirs: str
    level_on: tuple[str, ...]


class TableRow(NamedTuple):
    """A line of the table."""

    rank: int
    is_shared: bool
    team: Entry
    total: Record
    home: Record
    away: Record
    board_points: int
    board_points_against: int
    match_points: int
    form: tuple[str, ...]
    why: RankReason | None


def league_table(section: Section, lines: Iterable[FixtureLine]) -> list[TableRow]:
    """Return the current table: matches count once all their boards are in."""
    counted = [line for line in lines if line.is_in and line.fixture.state != FixtureState.NOT_PLAYED]
    counted.sort(key=lambda line: (line.begins_at is None, line.begins_at, line.fixture.pairing.round.number))
    table, scorer = standing_rows(section), Scorer(section)
    names = dict(table.columns)
    rows: list[TableRow] = []
    for at, row in enumerate(table.rows):
        own = [_points_for(line, row.entry) for line in counted]
        seen = [one for one in own if one is not None]
        total = _record(seen)
        rows.append(
            TableRow(
                row.rank,
                row.is_shared,
                row.entry,
                total,
                _record([one for one in seen if one[2]]),
                _record([one for one in seen if not one[2]]),
                sum(one[0] for one in seen),
                sum(one[1] for one in seen),
                sum(scorer.match(one[0], one[1]) for one in seen),
                tuple(_sign(one) for one in seen[-FORM:]),
                _rank_reason(row, table.rows[at - 1], names) if at else None,
            )
        )
    return rows


MatchPoints = tuple[int, int, bool]
"""A match as one team has it: own points, the other's, whether at home."""


def _points_for(line: FixtureLine, team: Entry) -> MatchPoints | None:
    if line.home.pk == team.pk:
        return line.home_points, line.guest_points, True
    if line.guests.pk == team.pk:
        return line.guest_points, line.home_points, False
    return None


def _record(seen: list[MatchPoints]) -> Record:
    signs = [_sign(one) for one in seen]
    return Record(signs.count("won"), signs.count("drawn"), signs.count("lost"))


def _sign(one: MatchPoints) -> str:
    if one[0] == one[1]:
        return "drawn"
    return "won" if one[0] > one[1] else "lost"


def _rank_reason(row: StandingRow, above: StandingRow, names: dict[str, str]) -> RankReason | None:
    level: list[str] = []
    for mine, theirs in zip(row.values, above.values, strict=True):
        name = names.get(mine.code, mine.code)
        if mine.text != theirs.text:
            return RankReason(above.entry, name, mine.text, theirs.text, tuple(level))
        level.append(name)
    return None
