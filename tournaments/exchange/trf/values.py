"""A tournament as reported: the content of the TRF16 and TRF26 formats, as values.

Points are whole tenths, because the formats have one decimal. A blank column is None or the empty text.
Players are named by their starting rank (TPN), teams by theirs; 0 means none.
"""

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tournaments.pairing.values import NOBODY, Colour

# Default points of a result without a stated value; a second symbol means the one it follows.
USUAL_POINTS = {"W": 10, "D": 5, "L": 0, "A": 0}
FOLLOWS = {"P": "W", "X": "D", "F": "W", "H": "D", "+": "W", "-": "A", "Z": "A"}


class Edition(Enum):
    """Format of a report, of two."""

    TRF16 = "trf16"
    TRF26 = "trf26"


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player as the report has it; a blank one means that the player did not play."""

    opponent: int = NOBODY
    colour: Colour | None = None
    result: str = ""

    @property
    def is_blank(self) -> bool:
        """True if the cell is empty."""
        return self == BLANK

    @property
    def is_paired(self) -> bool:
        """True if the player was paired in the round, including the allocated bye."""
        return self.opponent != NOBODY or self.result == "U"


BLANK = Cell()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPlayer:
    """Record 001; a federation's own line has the same columns and its code in `list_of`."""

    number: int
    sex: str = ""
    title: str = ""
    name: str = ""
    rating: int | None = None
    federation: str = ""
    fide_number: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    rounds: tuple[Cell, ...] = ()
    list_of: str = ""

    def cell(self, round_number: int) -> Cell:
        """Return the cell of a round; blank if the line ends before."""
        return self.rounds[round_number - 1] if round_number <= len(self.rounds) else BLANK

    @property
    def spaced_name(self) -> str:
        """Name with a space after its comma, which Swiss-Manager leaves out; without a name the number."""
        return re.sub(r",(?=\S)", ", ", self.name) or str(self.number)

    @property
    def known_number(self) -> str:
        """Number of the federation; Swiss-Manager writes 0 for none."""
        return self.fide_number if self.fide_number.strip("0") else ""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Record 162 and its forerunners XXS and BB?: points by symbol, as stated.

    W D L are games, A a zero-point bye or lost forfeit, P the allocated bye, X an adjourned game (TRF26). H F
    Z + - are half, full and zero byes and forfeits, which only the forerunners can distinguish.
    """

    stated: tuple[tuple[str, int], ...] = ()

    def points(self, symbol: str) -> int:
        """Return the points of a symbol in tenths: as stated, as the symbol it follows, or the default."""
        values = dict(self.stated)
        while symbol not in values and symbol in FOLLOWS:
            symbol = FOLLOWS[symbol]
        return values[symbol] if symbol in values else USUAL_POINTS[symbol]

    def without_usual(self) -> "ScoreTable":
        """Return the points without the symbols whose value is the default.

        bbpPairings 6 refuses a record 162 with A or X, regardless of their values.
        """
        order = [*USUAL_POINTS, *FOLLOWS]
        stated = sorted(self.stated, key=lambda each: order.index(each[0]))
        kept = ScoreTable()
        for symbol, points in stated:
            if kept.points(symbol) != points:
                kept = ScoreTable((*kept.stated, (symbol, points)))
        return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedByes:
    """Record 240: absent players of a round, with full, half or zero points (F, H, Z)."""

    letter: str
    round_number: int
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceleration:
    """Record 250: points lent to a range of players in a range of rounds."""

    match_points: int | None = None
    game_points: int | None = None
    first_round: int
    last_round: int
    first_player: int
    last_player: int

    @property
    def points(self) -> int:
        """Points lent to a player, in either column."""
        return self.game_points or self.match_points or 0

    def points_that_pair(self, *, by_match: bool | None = None) -> int:
        """Points lent to a player, or to a team in the column of the score that pairs."""
        if by_match is None:
            return self.points
        return (self.match_points if by_match else self.game_points) or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Prohibition:
    """Record 260: no two of these meet in these rounds; without rounds, never."""

    first_round: int | None = None
    last_round: int | None = None
    players: tuple[int, ...] = ()

    def covers(self, round_number: int) -> bool:
        """Check that the record applies to a round."""
        return (self.first_round or 0) <= round_number and (
            not self.last_round or round_number <= self.last_round
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AbnormalPoints:
    """Record 299: another value for a result, for one round of some, or a correction of their points."""

    letter: str = ""
    match_points: int | None = None
    game_points: int | None = None
    round_number: int | None = None
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OldTeam:
    """Record 013: a team and its players, as TRF16 has it."""

    name: str = ""
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedTeam:
    """Record 310."""

    number: int
    name: str = ""
    short_name: str = ""
    strength: str = ""
    match_points: int | None = None
    game_points: int | None = None
    rank: int | None = None
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfOrder:
    """Record 300: a team that did not sit in board order."""

    round_number: int
    team: int
    opponent: int
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamByes:
    """Record 320: points of the allocated bye for a team, and its teams, round by round."""

    match_points: int | None = None
    game_points: int | None = None
    teams: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitedMatch:
    """Record 330: a team match that was not played; `outcome` is White's sign and Black's."""

    outcome: str
    round_number: int
    white: int
    black: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDates:
    """Record 132: when each round was played, YY/MM/DD."""

    dates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownLine:
    """A line that the format does not know, with the code of the preceding record."""

    text: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class FileRepair:
    """A repaired trap in a file; `line` 0 means the file as a whole."""

    line: int
    code: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A tournament as reported, record by record."""

    edition: Edition = Edition.TRF26
    name: str = ""
    city: str = ""
    federation: str = ""
    begins: str = ""
    ends: str = ""
    players_stated: str = ""
    rated_players_stated: str = ""
    teams_stated: str = ""
    kind: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[RoundDates, ...] = ()
    rounds: int = 0
    initial_colour: Colour | None = None
    numbers_by_rank: bool = False
    score_table: ScoreTable = ScoreTable()
    ranking_method: str = ""
    program: str = ""
    type_code: str = ""
    tie_breaks: str = ""
    standings_order: str = ""
    encoded_time_control: str = ""
    board_colours: str = ""
    team_score_table: str = ""
    players: tuple[ReportedPlayer, ...] = ()
    national_players: tuple[ReportedPlayer, ...] = ()
    byes: tuple[ReportedByes, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    prohibitions: tuple[Prohibition, ...] = ()
    abnormal_points: tuple[AbnormalPoints, ...] = ()
    old_teams: tuple[OldTeam, ...] = ()
    teams: tuple[ReportedTeam, ...] = ()
    out_of_order: tuple[OutOfOrder, ...] = ()
    team_byes: tuple[TeamByes, ...] = ()
    forfeited_matches: tuple[ForfeitedMatch, ...] = ()
    team_tables: tuple[str, ...] = ()
    team_game_tables: tuple[str, ...] = ()
    kept: tuple[UnknownLine, ...] = ()

    @property
    def is_of_teams(self) -> bool:
        """True for team events: records of pairs, byes and points name teams, and players sit at boards."""
        return bool(self.teams or self.old_teams)

    @property
    def paired_rounds(self) -> int:
        """The last round with a paired player; 0 before the first."""
        return max(
            (
                number
                for player in self.players
                for number, cell in enumerate(player.rounds, start=1)
                if cell.is_paired
            ),
            default=0,
        )

    def is_paired(self, round_number: int) -> bool:
        """Check that any player is paired in a round."""
        return any(player.cell(round_number).is_paired for player in self.players)


@dataclass(frozen=True, slots=True)
class Reading:
    """A report and all repairs made to read it."""

    report: Report
    mended: tuple[FileRepair, ...] = ()
