"""Round of a club night: one matching of least cost among the players present.

Minimise, in this order: earlier byes of the player left out (then the one longest ago); meetings sooner
than the wait allows (by the squares of the missing rounds); and the squares of the costs of the
boards: the difference in strength, and what earlier meetings and colours add to it. Of equally good rounds
the numbers of the players choose one, so that the same night is paired the same on every machine.
"""

from dataclasses import dataclass
from itertools import combinations

import rustworkx

from tournaments.pairing.first_game import FirstGame, colours_of
from tournaments.pairing.lineup import Lineup, ScoreBy
from tournaments.pairing.reasons import ByeReasons, Code, PairReasons, Reason, RoundReasons, because
from tournaments.pairing.values import (
    NOBODY,
    Colour,
    NoLegalPairing,
    Pair,
    Player,
    Proposal,
    RoundKind,
    Snapshot,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubNightOptions:
    """Settings of the section; worths are in points of the rating used for pairing.

    A meeting is repeated after `rematch_after` rounds at the earliest, sooner only where nothing else is
    possible. Every earlier meeting of the two in the season counts as `meeting_worth` of difference in
    strength, and every game by which a colour would be had too often as `colour_worth`.
    """

    rematch_after: int = 3
    meeting_worth: int = 100
    colour_worth: int = 30
    games: int = 1
    starting_side: Colour = Colour.BLACK


SYSTEM = "club_night"
CLEAR = 2
"""Number of games from which a difference in colours decides who has White."""
LOT_BITS = 40


@dataclass(frozen=True, slots=True)
class BoardCost:
    """Costs of a board: points of strength apart, earlier meetings, a colour had too often."""

    apart: int
    meetings: int
    too_often: int
    soon: int
    """Rounds that lack until the two may meet again."""

    def worth(self, options: ClubNightOptions) -> int:
        """Return the total in points of strength."""
        return self.apart + options.meeting_worth * self.meetings + options.colour_worth * self.too_often


def pair_club_night(snapshot: Snapshot, options: ClubNightOptions) -> Proposal:
    """Pair the round; raise NoLegalPairing where prohibited pairs leave no pairing."""
    return ClubNightRound(snapshot, options).propose()


class ClubNightRound:
    """Night to be paired; players are named by their place in the line-up, from 0."""

    def __init__(self, snapshot: Snapshot, options: ClubNightOptions) -> None:
        self.snapshot, self.options = snapshot, options
        self.lineup = Lineup(snapshot, ScoreBy.MATCH_POINTS, second_orders=False)
        self.wanted = max(1, min(options.rematch_after, snapshot.round_number))
        self.strength = strengths(self.lineup.players)
        self.balance = [_balance(colours) for colours in self.lineup.colours]
        self.meetings = [_meetings(self.lineup, place) for place in range(self.lineup.size)]

    def propose(self) -> Proposal:
        """Return the round of least cost with its reasons, boards from the strongest down."""
        size = self.lineup.size
        if not size:
            return Proposal(pairs=(), reasons=RoundReasons(system=SYSTEM))
        costs = {
            pair: self.cost(*pair)
            for pair in combinations(range(size), 2)
            if not self.lineup.is_forbidden(*pair)
        }
        found = self._cheapest(costs)
        if 2 * len(found) != size + size % 2:
            raise NoLegalPairing
        bye = next((one for one, other in found if other == size), None)
        boards = [pair for pair in found if size not in pair]
        boards.sort(key=lambda pair: (-max(self._strengths(pair)), -sum(self._strengths(pair)), pair))
        told = tuple(self._pair_reasons(pair, costs[pair]) for pair in boards)
        soon = [costs[pair] for pair in boards if costs[pair].soon]
        about: tuple[Reason, ...] = ()
        if soon:
            nearest = self.wanted - max(each.soon for each in soon)
            about = (
                because(Code.REMATCHES_NEEDED, wanted=self.wanted, distance=nearest, rematches=len(soon)),
            )
        return Proposal(
            pairs=tuple(Pair(each.white, each.black) for each in told),
            bye=NOBODY if bye is None else self.lineup.players[bye].number,
            reasons=RoundReasons(
                system=SYSTEM,
                pairs=told,
                bye=None if bye is None else self._bye_reasons(bye),
                about_round=about,
            ),
        )

    def cost(self, one: int, other: int) -> BoardCost:
        """Return the cost of a board of two places."""
        met = self.lineup.last_met[one].get(other)
        lacking = 0 if met is None else max(0, self.wanted - (self.snapshot.round_number - met))
        return BoardCost(
            abs(self.strength[one] - self.strength[other]),
            self.meetings[one].get(other, 0),
            self._too_often(one, other),
            lacking,
        )

    def _too_often(self, one: int, other: int) -> int:
        """Return the games beyond one by which a colour is had too often, after the better allocation."""
        if self.options.games % 2 == 0:
            return 0
        white, black = sorted((self.balance[one], self.balance[other]))
        return max(0, abs(white + 1) - 1, abs(black - 1) - 1)

    def _cheapest(self, costs: dict[tuple[int, int], BoardCost]) -> list[tuple[int, int]]:
        """Return the matching of least cost; the player matched with the place after the last has the bye."""
        size = self.lineup.size
        squares = {pair: each.worth(self.options) ** 2 for pair, each in costs.items()}
        by_strength = size << LOT_BITS
        by_wait = by_strength * (size * max(squares.values(), default=0) + 1)
        by_bye = by_wait * (size * self.wanted**2 + 1)
        edges = [
            (*pair, each.soon**2 * by_wait + squares[pair] * by_strength + self._lot(*pair))
            for pair, each in costs.items()
        ]
        if size % 2:
            keys = [self._bye_key(place) for place in range(size)]
            rank = {key: at for at, key in enumerate(sorted(set(keys)))}
            edges += [(place, size, rank[key] * by_bye + size - place) for place, key in enumerate(keys)]
        dearest = max((cost for *_pair, cost in edges), default=0)
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(size + size % 2))
        graph.add_edges_from([(one, other, dearest + 1 - cost) for one, other, cost in edges])
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted((min(pair), max(pair)) for pair in matching)

    def _lot(self, one: int, other: int) -> int:
        """Return a reproducible number, the same everywhere: it decides between equally good rounds."""
        low, high = sorted((self.lineup.players[one].number, self.lineup.players[other].number))
        mixed = low * 0x9E3779B97F4A7C15 ^ high * 0xC2B2AE3D27D4EB4F ^ self.snapshot.round_number
        mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9
        return (mixed ^ mixed >> 32) & (1 << LOT_BITS) - 1

    def _bye_key(self, place: int) -> tuple[int, int]:
        """Sort key of a bye: number of byes so far, and the round of the last one."""
        rounds = byes_of(self.lineup.players[place], self.snapshot.round_number)
        return len(rounds), rounds[-1] if rounds else 0

    def _strengths(self, pair: tuple[int, int]) -> tuple[int, int]:
        return self.strength[pair[0]], self.strength[pair[1]]

    def _pair_reasons(self, pair: tuple[int, int], cost: BoardCost) -> PairReasons:
        higher, lower = sorted(pair, key=lambda place: (-self.strength[place], place))
        meeting: list[Reason] = [because(Code.STRENGTH, difference=cost.apart)]
        if cost.soon:
            met = self.lineup.last_met[higher][lower]
            meeting.append(because(Code.REMATCH, round=met, distance=self.snapshot.round_number - met))
        elif cost.meetings:
            meeting.append(because(Code.MET_BEFORE, times=cost.meetings))
        game = self._first_game(higher, lower)
        one, another = self.lineup.players[higher].number, self.lineup.players[lower].number
        white, black = (one, another) if game.higher_has_white else (another, one)
        return PairReasons(white, black, tuple(meeting), game.reason)

    def _first_game(self, higher: int, lower: int) -> FirstGame:
        """Decide by the season's balance if clear, then reverse their last meeting, then C.04.3 5.2."""
        players, options = self.lineup.players, self.options
        mine, theirs = self.balance[higher], self.balance[lower]
        if options.games % 2 and abs(mine - theirs) >= CLEAR:
            fewer, more = sorted((higher, lower), key=lambda place: self.balance[place])
            reason = because(
                Code.LOWER_COLOUR_DIFFERENCE,
                player=players[fewer].number,
                difference=self.balance[fewer],
                opponent_difference=self.balance[more],
            )
            return FirstGame(fewer == higher, reason)
        met = self.lineup.last_met[higher].get(lower)
        colour = None if met is None else self.lineup.past[higher][met - 1].colour
        if met is not None and colour is not None:
            white = higher if colour is Colour.BLACK else lower
            reason = because(Code.TURNED_SINCE, player=players[white].number, round=met)
            return FirstGame(white == higher, reason)
        return colours_of(
            self.lineup, higher, lower, games=options.games, starting_side=options.starting_side
        )

    def _bye_reasons(self, bye: int) -> ByeReasons:
        byes, last = self._bye_key(bye)
        reason = because(Code.BYE_LONGEST_AGO, byes=byes, round=last) if byes else because(Code.BYE_FIRST)
        return ByeReasons(self.lineup.players[bye].number, (reason,))


def strengths(players: list[Player]) -> list[int]:
    """List the ratings; a player without one counts as the lowest of those present."""
    lowest = min((player.rating for player in players if player.rating), default=0)
    return [player.rating or lowest for player in players]


def byes_of(player: Player, round_number: int) -> list[int]:
    """List the earlier rounds in which the player was present and had no opponent."""
    past = player.rounds[: round_number - 1]
    return [number for number, each in enumerate(past, start=1) if each.kind is RoundKind.ALLOCATED_BYE]


def _balance(colours: tuple[Colour, ...]) -> int:
    """Games with White less games with Black."""
    return 2 * colours.count(Colour.WHITE) - len(colours)


def _meetings(lineup: Lineup, place: int) -> dict[int, int]:
    """Count the meetings of a player with each other player in the season."""
    met: dict[int, int] = {}
    for each in lineup.past[place]:
        if each.is_played and each.opponent in lineup.place:
            other = lineup.place[each.opponent]
            met[other] = met.get(other, 0) + 1
    return met
