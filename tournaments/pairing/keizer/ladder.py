"""Keizer ladder: values by rank, points by the values of beaten opponents, ranks by points.

Computed repeatedly until they agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.keizer.options import PARTS, KeizerOptions
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.values import NOBODY, Player, PlayerRound, RoundKind, Snapshot

MAX_TURNS: Final = 50
ABSENCES: Final = frozenset({RoundKind.HALF_BYE, RoundKind.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Rung:
    """Place of a player on the ladder, from 1, and its value.

    `points` are in parts of PARTS.
    """

    number: int
    place: int
    value: int
    points: int


def ladder(snapshot: Snapshot, options: KeizerOptions) -> tuple[Rung, ...]:
    """Return the ladder before the round to be paired, the first first; it includes absent players.

    Values are computed from ranks and ranks from values until nothing changes. Where the orders
    recur in a cycle, the points of all orders of that cycle are added up, and their sum decides.
    """
    order = sorted(snapshot.players, key=lambda player: (-player.rating, player.number))
    seen: list[tuple[int, ...]] = []
    totals: list[dict[int, int]] = []
    while (names := tuple(player.number for player in order)) not in seen and len(seen) < MAX_TURNS:
        seen.append(names)
        totals.append(_points(snapshot, options, order))
        order = _rank_players(order, totals[-1])
    circle = totals[seen.index(names) :] if names in seen else totals[-1:]
    if len(circle) > 1:
        order = _rank_players(order, {number: sum(each[number] for each in circle) for number in circle[0]})
    values = _values(options, order)
    points = _points(snapshot, options, order)
    return tuple(
        Rung(player.number, place, values[player.number], points[player.number])
        for place, player in enumerate(order, start=1)
    )


def _rank_players(players: Sequence[Player], points: dict[int, int]) -> list[Player]:
    return sorted(players, key=lambda player: (-points[player.number], -player.rating, player.number))


def _values(options: KeizerOptions, order: Sequence[Player]) -> dict[int, int]:
    top = len(order) if options.top_value is None else options.top_value
    return {player.number: max(0, top - options.step * at) for at, player in enumerate(order)}


def _points(snapshot: Snapshot, options: KeizerOptions, order: Sequence[Player]) -> dict[int, int]:
    """Return the points of every player if the ladder is in this order."""
    values = _values(options, order)
    return {
        player.number: sum(each.amount for each in _addends(snapshot, options, player, values))
        for player in order
    }


@dataclass(frozen=True, slots=True)
class Addend:
    """Value of a round: a part, in parts of PARTS, of a value; round 0 is one's own place."""

    round: int
    opponent: int
    kind: RoundKind | None
    value: int
    part: int

    @property
    def amount(self) -> int:
        """Points, in parts of PARTS."""
        return self.value * self.part


def keizer_sums(
    snapshot: Snapshot, options: KeizerOptions, rungs: Sequence[Rung]
) -> dict[int, tuple[Addend, ...]]:
    """Return the points of every player in their addends, on the given ladder."""
    values = {rung.number: rung.value for rung in rungs}
    return {player.number: _addends(snapshot, options, player, values) for player in snapshot.players}


def _addends(
    snapshot: Snapshot, options: KeizerOptions, player: Player, values: dict[int, int]
) -> tuple[Addend, ...]:
    mine = values[player.number]
    told = [Addend(0, NOBODY, None, mine, PARTS)] if options.own_value else []
    absences = 0
    for number, each in enumerate(player.rounds[: snapshot.round_number - 1], start=1):
        absences += each.kind in ABSENCES
        is_too_many = bool(options.absence_limit) and absences > options.absence_limit
        if each.kind is RoundKind.PLAYED or each.kind is RoundKind.FORFEIT_WIN:
            part = _share_won(snapshot, options, each) if each.is_played else PARTS
            told.append(Addend(number, each.opponent, each.kind, values.get(each.opponent, 0), part))
        else:
            part = 0 if is_too_many and each.kind in ABSENCES else _fraction(options, each.kind)
            told.append(Addend(number, each.opponent, each.kind, mine, part))
    return tuple(told)


def _fraction(options: KeizerOptions, kind: RoundKind) -> int:
    """Part of one's own value for a round without an opponent; a forfeit lost is worth nothing."""
    fractions = {
        RoundKind.ALLOCATED_BYE: options.bye,
        RoundKind.FULL_BYE: options.club_duty,
        RoundKind.HALF_BYE: options.excused,
        RoundKind.ZERO_BYE: options.absent,
    }
    return fractions.get(kind, 0)


def _share_won(snapshot: Snapshot, options: KeizerOptions, one: PlayerRound) -> int:
    """Part of a pairing that was won."""
    if options.score_by is ScoreBy.GAME_POINTS:
        return PARTS * one.game_points // max(1, snapshot.win * options.games)
    return PARTS * one.points // max(1, snapshot.win)
