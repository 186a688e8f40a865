"""Allowed meetings of a round, and the minimum distance from an earlier meeting."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pairing.criteria import Pairing
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Rematch
from tournaments.pairing.swiss.graph import bits, is_perfect, mask_of
from tournaments.pairing.values import NoLegalPairing


@dataclass(frozen=True, slots=True)
class Legality:
    """Pairs that may be made. The bye is one more vertex after the players where their number is odd.

    `adjacent` has for each vertex the mask of those it may be paired with. `wanted` is the distance in
    rounds that the event's rule asks for before a rematch, `distance` the one that the field allows; the
    smaller it is, the sooner players meet again.
    """

    adjacent: tuple[int, ...]
    wanted: int
    distance: int
    bye: int | None
    bye_is_second: bool
    vertices: range

    @property
    def edges(self) -> tuple[Pairing, ...]:
        """List every pair that may be made, the higher ranked first."""
        return tuple(
            (one, other)
            for one, mask in enumerate(self.adjacent)
            for other in bits(mask >> (one + 1) << (one + 1))
        )

    def with_bye_for(self, places: Iterable[int]) -> tuple[int, ...] | None:
        """Return the masks when only these may have the bye; None if the others cannot all be paired then."""
        adjacent = _with_bye(self.adjacent[:-1], mask_of(places))
        return adjacent if _is_possible(adjacent) else None


def wanted_distance(options: MatchSwissOptions, round_number: int, *, is_last: bool) -> int:
    """Return the rounds before a rematch by the rule; the number of the round itself means never."""
    if options.rematch is Rematch.AFTER_ROUNDS:
        return max(1, min(options.rematch_after, round_number))
    if options.rematch is Rematch.LAST_ROUND and is_last:
        return 1
    return max(1, round_number)


def legality(lineup: Lineup, options: MatchSwissOptions) -> Legality:
    """Return the widest distance with which all players can be paired.

    A second bye is the last resort: rematches come first, since a small field meets again anyway while a
    bye is a round without a game.
    """
    snapshot = lineup.snapshot
    wanted = wanted_distance(options, snapshot.round_number, is_last=snapshot.is_last_round)
    narrowest = 1 if options.may_widen else wanted
    unbarred = mask_of(place for place in range(lineup.size) if not lineup.byes[place])
    choices = [(unbarred, False), ((1 << lineup.size) - 1, True)] if lineup.size % 2 else [(None, False)]
    apart = _excluded_masks(lineup, options)
    for may_have_bye, is_second in choices:
        for distance in range(wanted, narrowest - 1, -1):
            adjacent = _allowed_masks(lineup, apart, distance)
            if may_have_bye is not None:
                adjacent = _with_bye(adjacent, may_have_bye)
            if _is_possible(adjacent):
                bye = None if may_have_bye is None else lineup.size
                return Legality(adjacent, wanted, distance, bye, is_second, range(len(adjacent)))
    raise NoLegalPairing


def _excluded_masks(lineup: Lineup, options: MatchSwissOptions) -> list[int]:
    """List for each place the mask of excluded opponents: the player, prohibitions, hard groups."""
    apart = [1 << place for place in range(lineup.size)]
    for pair in lineup.snapshot.forbidden:
        places = [lineup.place[number] for number in pair if number in lineup.place]
        for place in places:
            apart[place] |= mask_of(places)
    members = {
        group: mask_of(place for place in range(lineup.size) if group in lineup.players[place].groups)
        for group in options.hard_groups
    }
    for place, player in enumerate(lineup.players):
        for group in player.groups & options.hard_groups:
            apart[place] |= members[group]
    return apart


def _allowed_masks(lineup: Lineup, apart: list[int], distance: int) -> tuple[int, ...]:
    """Return the masks of possible opponents when no meeting may be nearer than a distance."""
    number, everybody = lineup.snapshot.round_number, (1 << lineup.size) - 1
    return tuple(
        everybody
        & ~(apart[place] | mask_of(other for other, met in last_met.items() if number - met < distance))
        for place, last_met in enumerate(lineup.last_met)
    )


def _with_bye(adjacent: tuple[int, ...], may_have_bye: int) -> tuple[int, ...]:
    """Return the masks with one vertex more, for the bye."""
    bye = len(adjacent)
    players = (mask & ~(1 << bye) | (may_have_bye >> place & 1) << bye for place, mask in enumerate(adjacent))
    return (*players, may_have_bye)


def with_best_bye(lineup: Lineup, legal: Legality) -> tuple[int, ...]:
    """Return the masks when only the best players by the criteria of the bye may have it."""
    if legal.bye is None:
        return legal.adjacent
    levels: dict[tuple[int, int], list[int]] = {}
    for place in bits(legal.adjacent[legal.bye]):
        levels.setdefault((lineup.byes[place], lineup.score[place]), []).append(place)
    for _, places in sorted(levels.items()):
        adjacent = legal.with_bye_for(places)
        if adjacent is not None:
            return adjacent
    raise NoLegalPairing


def shared(lineup: Lineup, one: int, other: int, groups: frozenset[str]) -> frozenset[str]:
    """Return the groups that two players have in common."""
    return lineup.players[one].groups & lineup.players[other].groups & groups


def _is_possible(adjacent: tuple[int, ...]) -> bool:
    return is_perfect(adjacent, (1 << len(adjacent)) - 1)
