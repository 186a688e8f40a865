"""Who may meet whom in a round, and how far back a meeting must lie."""

from dataclasses import dataclass

from tournaments.pairing.criteria import Pairing
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Rematch
from tournaments.pairing.swiss.graph import is_perfect
from tournaments.pairing.values import NoLegalPairing


@dataclass(frozen=True, slots=True)
class Legality:
    """The pairs that may be made. The bye is one more vertex after the players where their number is odd.

    `wanted` is the distance in rounds that the event's rule asks for before a rematch, `distance` the one
    that the field allows; the smaller it is, the sooner players meet again.
    """

    edges: tuple[Pairing, ...]
    wanted: int
    distance: int
    bye: int | None
    bye_is_second: bool
    vertices: range


def wanted_distance(options: MatchSwissOptions, round_number: int, *, is_last: bool) -> int:
    """The number of rounds after which a rematch is allowed by rule; that of the round itself means never."""
    if options.rematch is Rematch.AFTER_ROUNDS:
        return max(1, min(options.rematch_after, round_number))
    if options.rematch is Rematch.LAST_ROUND and is_last:
        return 1
    return max(1, round_number)


def legality(lineup: Lineup, options: MatchSwissOptions) -> Legality:
    """The widest distance with which everybody can be paired.

    A second bye is the last resort: rematches come first, since a small field meets again anyway while a
    bye is a round without a game.
    """
    snapshot = lineup.snapshot
    wanted = wanted_distance(options, snapshot.round_number, is_last=snapshot.is_last_round)
    narrowest = 1 if options.may_widen else wanted
    unbarred = [place for place in range(lineup.size) if not lineup.byes[place]]
    choices = [(unbarred, False), (list(range(lineup.size)), True)] if lineup.size % 2 else [([], False)]
    for may_have_bye, is_second in choices:
        for distance in range(wanted, narrowest - 1, -1):
            edges = _edges(lineup, options, distance, may_have_bye)
            if _is_possible(lineup, edges):
                bye = lineup.size if lineup.size % 2 else None
                vertices = range(lineup.size + lineup.size % 2)
                return Legality(edges, wanted, distance, bye, is_second, vertices)
    raise NoLegalPairing


def _edges(
    lineup: Lineup, options: MatchSwissOptions, distance: int, may_have_bye: list[int]
) -> tuple[Pairing, ...]:
    number = lineup.snapshot.round_number
    edges = []
    for one in range(lineup.size):
        met = lineup.last_met[one]
        for other in range(one + 1, lineup.size):
            if other in met and number - met[other] < distance:
                continue
            if not lineup.is_forbidden(one, other) and not shared(lineup, one, other, options.hard_groups):
                edges.append((one, other))
    return (*edges, *((place, lineup.size) for place in may_have_bye))


def shared(lineup: Lineup, one: int, other: int, groups: frozenset[str]) -> frozenset[str]:
    """Which of these groups two players have in common."""
    return lineup.players[one].groups & lineup.players[other].groups & groups


def _is_possible(lineup: Lineup, edges: tuple[Pairing, ...]) -> bool:
    vertices = lineup.size + lineup.size % 2
    adjacent = [0] * vertices
    for one, other in edges:
        adjacent[one] |= 1 << other
        adjacent[other] |= 1 << one
    return is_perfect(adjacent, (1 << vertices) - 1)
