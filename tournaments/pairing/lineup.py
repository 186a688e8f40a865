"""Present players in pairing order, with their past; shared by the systems that pair whole matches.

A pairing counts as played, and so as a meeting, when at least one of its games was (C.04.5 preface and GHR
3.5, edition of 1 Feb 2026); one that was forfeited whole may be paired again and gives no colour.
"""

from enum import Enum
from functools import cached_property

from tournaments.pairing.swiss.field import REQUESTED
from tournaments.pairing.values import Colour, Player, PlayerRound, RoundKind, Snapshot


class ScoreBy(Enum):
    """Source of the score groups."""

    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"


class Float(Enum):
    """Direction of a float."""

    DOWN = "down"
    NONE = "none"
    UP = "up"


class Lineup:
    """Players by place: score falling, the second score falling where it is used, then number rising.

    Everything is by place, from 0: `score` with lent points, `standing` without, `second`, `last_met` (place
    to the round of the latest meeting), `colours` of the first games played, oldest first.
    """

    def __init__(self, snapshot: Snapshot, score_by: ScoreBy, *, second_orders: bool) -> None:
        self.snapshot = snapshot
        self.score_by = score_by
        self.by_number = {player.number: player for player in snapshot.players}
        self.players = sorted(
            snapshot.present, key=lambda player: self._order(player, second_orders=second_orders)
        )
        self.size = len(self.players)
        self.place = {player.number: at for at, player in enumerate(self.players)}
        self.score = [self.score_in(player, snapshot.round_number) for player in self.players]
        self.standing = [self._sum(player, snapshot.round_number, score_by) for player in self.players]
        self.second = [self._second(player) for player in self.players]
        self.past = [player.rounds[: snapshot.round_number - 1] for player in self.players]
        self.unplayed = [sum(not each.is_played for each in past) for past in self.past]
        self.played = [sum(each.is_played for each in past) for past in self.past]
        self.byes = [sum(_bars_bye(each, snapshot.win) for each in past) for past in self.past]
        self.colours: list[tuple[Colour, ...]] = [
            tuple(each.colour for each in past if each.is_played and each.colour is not None)
            for past in self.past
        ]
        self.last_met = [self._last_met(past) for past in self.past]

    def _order(self, player: Player, *, second_orders: bool) -> tuple[int, int, int]:
        score = self.score_in(player, self.snapshot.round_number)
        return -score, -self._second(player) if second_orders else 0, player.number

    def score_in(self, player: Player, round_number: int) -> int:
        """Return the pairing score of a player in the round, lent points included."""
        return self._sum(player, round_number, self.score_by) + player.virtual_in(round_number)

    def _second(self, player: Player) -> int:
        other = ScoreBy.GAME_POINTS if self.score_by is ScoreBy.MATCH_POINTS else ScoreBy.MATCH_POINTS
        return self._sum(player, self.snapshot.round_number, other)

    @staticmethod
    def _sum(player: Player, round_number: int, score_by: ScoreBy) -> int:
        past = player.rounds[: round_number - 1]
        if score_by is ScoreBy.MATCH_POINTS:
            return sum(each.points for each in past)
        return sum(each.game_points for each in past)

    def _last_met(self, past: tuple[PlayerRound, ...]) -> dict[int, int]:
        met = {}
        for number, each in enumerate(past, start=1):
            if each.is_played and each.opponent in self.place:
                met[self.place[each.opponent]] = number
        return met

    def is_forbidden(self, one: int, other: int) -> bool:
        """Return whether the section forbids a meeting of two players in this round."""
        return frozenset((self.players[one].number, self.players[other].number)) in self.snapshot.forbidden

    def floated(self, place: int, back: int, *, bye_floats: bool) -> Float:
        """Return a player's float so many rounds ago, by the scores of that round.

        A bye is a downfloat if it counts.
        """
        number = self.snapshot.round_number - back
        if number < 1 or number > len(self.past[place]):
            return Float.NONE
        one = self.past[place][number - 1]
        if one.kind is RoundKind.ALLOCATED_BYE and bye_floats:
            return Float.DOWN
        if not one.is_played or one.opponent not in self.by_number:
            return Float.NONE
        mine = self.score_in(self.players[place], number)
        theirs = self.score_in(self.by_number[one.opponent], number)
        if mine == theirs:
            return Float.NONE
        return Float.DOWN if mine > theirs else Float.UP

    def groups(self) -> list[list[int]]:
        """List the places of each score group, the highest first."""
        groups: dict[int, list[int]] = {}
        for place, score in enumerate(self.score):
            groups.setdefault(score, []).append(place)
        return list(groups.values())

    @cached_property
    def has_odd_number(self) -> list[bool]:
        """Return by place whether the number is odd, skipping players never taken into account.

        C.04.3 5.2.5 and C.04.6 4.3.1 with C.04.2 2.4: a player yet to arrive has no number.
        """
        ever = [
            player.number
            for player in self.snapshot.players
            if player.is_present or self._was_counted(player)
        ]
        rank = {number: at for at, number in enumerate(sorted(ever), start=1)}
        return [rank[player.number] % 2 == 1 for player in self.players]

    def _was_counted(self, player: Player) -> bool:
        return any(each.kind not in REQUESTED for each in player.rounds[: self.snapshot.round_number - 1])


def _bars_bye(one: PlayerRound, win: int) -> bool:
    """Check C2 (C.04.5 and C.04.6 2.1.2): the bye, or as many points as for a win without play.

    A match of which one game is a forfeit win and the other was never begun has fewer points.
    """
    return one.kind is RoundKind.ALLOCATED_BYE or (not one.is_played and one.points >= win)
