"""Season table of club nights: points night by night, the best counted, and the reasons of the order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.ratings.formulas.fide_tables import performance_difference, rounded_half_up


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """Rules of the table: 0 best nights counts all; points for every night attended."""

    best_nights: int = 0
    attendance_points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NightScore:
    """Score of a player on a night; games by result and colour, points in the section's own unit."""

    night: int
    points: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    whites: int = 0
    blacks: int = 0

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A line of the table. `counted` and `dropped` are the nights that count, and those that do not."""

    player: int
    rank: int
    total: int
    counted: tuple[NightScore, ...]
    dropped: tuple[NightScore, ...]
    attendance: int

    @property
    def nights(self) -> int:
        """Number of nights attended."""
        return len(self.counted) + len(self.dropped)

    @property
    def all_nights(self) -> tuple[NightScore, ...]:
        """All nights, counted or not."""
        return (*self.counted, *self.dropped)

    @property
    def games(self) -> int:
        """Number of games played."""
        return sum(one.games for one in self.all_nights)

    @property
    def wins(self) -> int:
        """Number of wins."""
        return sum(one.wins for one in self.all_nights)

    @property
    def draws(self) -> int:
        """Number of draws."""
        return sum(one.draws for one in self.all_nights)

    @property
    def losses(self) -> int:
        """Number of losses."""
        return sum(one.losses for one in self.all_nights)

    @property
    def whites(self) -> int:
        """Games with White."""
        return sum(one.whites for one in self.all_nights)

    @property
    def blacks(self) -> int:
        """Games with Black."""
        return sum(one.blacks for one in self.all_nights)

    @property
    def average(self) -> Fraction:
        """The share of the points of all games played."""
        return Fraction(2 * self.wins + self.draws, 2 * self.games) if self.games else Fraction(0)


def season_table(scores: Mapping[int, Iterable[NightScore]], rules: SeasonRules) -> tuple[SeasonRow, ...]:
    """Rank all attendees by total, share of the points, then wins; those equal in all have one rank."""
    rows = [_row(player, tuple(nights), rules) for player, nights in scores.items()]
    rows = sorted((one for one in rows if one.nights), key=lambda one: (*_key(one), one.player))
    ranked: list[SeasonRow] = []
    for at, row in enumerate(rows, start=1):
        is_level = bool(ranked) and _key(ranked[-1]) == _key(row)
        ranked.append(replace(row, rank=ranked[-1].rank if is_level else at))
    return tuple(ranked)


def _row(player: int, nights: tuple[NightScore, ...], rules: SeasonRules) -> SeasonRow:
    by_points = sorted(nights, key=lambda one: (-one.points, one.night))
    most = rules.best_nights or len(by_points)
    counted = tuple(sorted(by_points[:most], key=lambda one: one.night))
    dropped = tuple(sorted(by_points[most:], key=lambda one: one.night))
    attendance = rules.attendance_points * len(nights)
    return SeasonRow(
        player=player,
        rank=0,
        total=sum(one.points for one in counted) + attendance,
        counted=counted,
        dropped=dropped,
        attendance=attendance,
    )


def _key(row: SeasonRow) -> tuple[int, Fraction, int]:
    return (-row.total, -row.average, -row.wins)


def deciding_criterion(upper: SeasonRow, lower: SeasonRow) -> str:
    """Return the code of the criterion that separates two rows: points, share, wins, or level."""
    for code, one, other in (
        ("points", upper.total, lower.total),
        ("share", upper.average, lower.average),
        ("wins", upper.wins, lower.wins),
    ):
        if one != other:
            return code
    return "level"


def performance_of(games: Iterable[tuple[int, int]]) -> int | None:
    """Compute a performance: the opponents' average and the difference for the share (B.02 8.1.1).

    Each game is the opponent's rating and the half points won. Return None if no opponent has a rating.
    """
    rated = list(games)
    if not rated:
        return None
    average = rounded_half_up(sum(rating for rating, _won in rated), len(rated))
    share = rounded_half_up(100 * sum(won for _rating, won in rated), 2 * len(rated))
    return average + performance_difference(share)
