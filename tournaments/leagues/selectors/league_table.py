"""Table of a league: match and board points, at home and away, the form, reasons for each rank."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tournaments.core.translate import Scorer, is_decided, is_lost_by_both, player_round
from tournaments.leagues.selectors.fixtures import FixtureLine
from tournaments.models import Entry, FixtureState, Section
from tournaments.standings.selectors.standings import standing_rows
from tournaments.standings.selectors.system_standings import StandingRow

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
    """Return the current table: matches count once all their boards are in, and one of them is decided.

    A match of which both teams lost every board is lost by both, as in the standings.
    """
    counted = [line for line in lines if line.is_in and line.fixture.state != FixtureState.NOT_PLAYED]
    counted = [line for line in counted if is_decided(line.fixture.pairing.games.all())]
    counted.sort(key=lambda line: (line.begins_at is None, line.begins_at, line.fixture.pairing.round.number))
    table, scorer = standing_rows(section), Scorer(section)
    names = dict(table.columns)
    rows: list[TableRow] = []
    for at, row in enumerate(table.rows):
        own = [line for line in counted if row.entry in {line.home, line.guests}]
        seen = [_own_match(line, row.entry, scorer) for line in own]
        rows.append(
            TableRow(
                row.rank,
                row.is_shared,
                row.entry,
                _record(seen),
                _record([one for one in seen if one.is_at_home]),
                _record([one for one in seen if not one.is_at_home]),
                sum(one.board_points for one in seen),
                sum(one.board_points_against for one in seen),
                sum(one.match_points for one in seen),
                tuple(one.sign for one in seen[-FORM:]),
                _rank_reason(row, table.rows[at - 1], names) if at else None,
            )
        )
    return rows


class OwnMatch(NamedTuple):
    """A match as one team has it."""

    board_points: int
    board_points_against: int
    match_points: int
    is_at_home: bool
    is_lost_by_both: bool

    @property
    def sign(self) -> str:
        """Return "won", "drawn" or "lost"."""
        if self.board_points == self.board_points_against:
            return "lost" if self.is_lost_by_both else "drawn"
        return "won" if self.board_points > self.board_points_against else "lost"


def _own_match(line: FixtureLine, team: Entry, scorer: Scorer) -> OwnMatch:
    pairing, is_at_home = line.fixture.pairing, line.home == team
    points = (line.home_points, line.guest_points)
    mine, theirs = points if is_at_home else points[::-1]
    match_points = player_round(pairing, team.pk, scorer).points
    return OwnMatch(mine, theirs, match_points, is_at_home, is_lost_by_both(pairing.games.all()))


def _record(seen: list[OwnMatch]) -> Record:
    signs = [one.sign for one in seen]
    return Record(signs.count("won"), signs.count("drawn"), signs.count("lost"))


def _rank_reason(row: StandingRow, above: StandingRow, names: dict[str, str]) -> RankReason | None:
    level: list[str] = []
    for mine, theirs in zip(row.values, above.values, strict=True):
        name = names.get(mine.code, mine.code)
        if mine.text != theirs.text:
            return RankReason(above.entry, name, mine.text, theirs.text, tuple(level))
        level.append(name)
    return None
