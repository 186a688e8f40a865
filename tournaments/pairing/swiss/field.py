"""Players of a round in the order of the Swiss systems, with all facts of their past."""

from enum import IntEnum
from functools import cached_property

from tournaments.pairing.swiss.colours import ColourGrant, ColourHistory, Strength, allocate, colour_history
from tournaments.pairing.values import Player, RoundKind, Snapshot

REQUESTED = frozenset({RoundKind.FULL_BYE, RoundKind.HALF_BYE, RoundKind.ZERO_BYE})


class Float(IntEnum):
    """Direction of a float (article 1.4)."""

    DOWN = -1
    NONE = 0
    UP = 1


class Field:
    """Present players by place: pairing score falling, then number rising.

    Everything else is by place, from 0: `score`, `colours`, `floats` of the last and the last but one round,
    `meets`, the mask of the places that may be met (C1, C3 and the section's own prohibitions).
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        number = snapshot.round_number
        by_number = {player.number: player for player in snapshot.players}
        self.players = sorted(snapshot.present, key=lambda p: (-p.pairing_score(number), p.number))
        self.size = len(self.players)
        self.place = {player.number: at for at, player in enumerate(self.players)}
        self.score = [player.pairing_score(number) for player in self.players]
        self.colours: list[ColourHistory] = [colour_history(player) for player in self.players]
        self.floats = [
            [_float_of(player, by_number, number - back, snapshot.loss) for back in (1, 2)]
            for player in self.players
        ]
        self.unplayed = [
            sum(not each.is_played for each in player.rounds[: number - 1]) for player in self.players
        ]
        self.may_have_bye = [_may_have_bye(player, snapshot.win) for player in self.players]
        self.is_topscorer = [self._is_topscorer(player) for player in self.players]
        self.meets = self._meetings()

    def _is_topscorer(self, player: Player) -> bool:
        snapshot = self.snapshot
        if not snapshot.is_last_round:
            return False
        return 2 * player.points_before(snapshot.round_number) > snapshot.win * (snapshot.round_number - 1)

    def _meetings(self) -> list[int]:
        everybody = (1 << self.size) - 1
        meets = [everybody & ~(1 << at) for at in range(self.size)]
        for at, player in enumerate(self.players):
            for each in player.rounds[: self.snapshot.round_number - 1]:
                if each.is_played and each.opponent in self.place:
                    meets[at] &= ~(1 << self.place[each.opponent])
        for pair in self.snapshot.forbidden:
            one, other = (self.place.get(number, -1) for number in pair)
            if one >= 0 and other >= 0:
                meets[one] &= ~(1 << other)
                meets[other] &= ~(1 << one)
        for group in self._absolute_wishes().values():
            for at in range(self.size):
                if group >> at & 1:
                    meets[at] &= ~group
        return meets

    def _absolute_wishes(self) -> dict[object, int]:
        """Masks of non-topscorers with the same absolute preference (C3)."""
        groups: dict[object, int] = {}
        for at, colours in enumerate(self.colours):
            if colours.strength is Strength.ABSOLUTE and not self.is_topscorer[at]:
                groups[colours.preferred] = groups.get(colours.preferred, 0) | 1 << at
        return groups

    def grant(self, one: int, other: int) -> ColourGrant:
        """Allocate the colours of a pair, the higher ranked first (article 5.2)."""
        return allocate(
            self.colours[one],
            self.colours[other],
            first_has_odd_number=self.parity[one],
            initial=self.snapshot.initial_colour,
        )

    @cached_property
    def parity(self) -> list[bool]:
        """Return by place whether the number is odd, skipping players never taken into account (5.2.5)."""
        seen = 0
        odd = {}
        for player in sorted(self.snapshot.players, key=lambda p: p.number):
            if player.is_present or _was_taken_into_account(player, self.snapshot.round_number):
                seen += 1
                odd[player.number] = seen % 2 == 1
        return [odd[player.number] for player in self.players]


def _was_taken_into_account(player: Player, round_number: int) -> bool:
    """Return whether a player was ever taken into account: a requested bye of any worth does not count."""
    return any(each.kind not in REQUESTED for each in player.rounds[: round_number - 1])


def _may_have_bye(player: Player, win: int) -> bool:
    """Check C2: no player who had a bye, or who scored a win's points without playing."""
    return not any(
        each.kind is RoundKind.ALLOCATED_BYE or (not each.is_played and each.points >= win)
        for each in player.rounds
    )


def _float_of(player: Player, by_number: dict[int, Player], number: int, loss: int) -> Float:
    if number < 1 or number > len(player.rounds):
        return Float.NONE
    one = player.rounds[number - 1]
    if one.is_played:
        mine = player.pairing_score(number)
        theirs = by_number[one.opponent].pairing_score(number)
        return Float((theirs > mine) - (theirs < mine))
    if one.kind is RoundKind.ALLOCATED_BYE or one.points > loss:
        return Float.DOWN
    return Float.NONE
