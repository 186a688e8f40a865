"""Check of a Keizer round against the ladder, which is computed here in fractions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import rustworkx

from tournaments.pairing.checking.colours import FirstGames, Parities, allocation_in_order
from tournaments.pairing.checking.findings import (
    Code,
    Finding,
    GivenRound,
    Report,
    Severity,
    illegal,
    quality,
)
from tournaments.pairing.checking.general import attendance, known_pairs, soft_groups
from tournaments.pairing.checking.past import pasts_of
from tournaments.pairing.keizer.options import PARTS, KeizerOptions
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.values import Pair, Player, PlayerRound, RoundKind, Snapshot

MAX_CIRCLE = 50
NEIGHBOURS = 1


def check_keizer(snapshot: Snapshot, options: KeizerOptions, given: GivenRound) -> Report:
    """Check attendance, early meetings, the bye, distances on the ladder, and who starts."""
    night = KeizerNight(snapshot, options)
    pasts = pasts_of(snapshot)
    pairs = known_pairs(given, pasts)
    found = [*attendance(snapshot, given, pasts)]
    is_whole = not found
    found += _rematches(night, pairs)
    if is_whole:
        found += _bye(night, given)
        found += _ladder_distances(night, pairs)
        found += _colours(night, pairs)
    found += soft_groups(pairs, pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


class KeizerNight:
    """All players on the ladder, those present in order, and the pairings that the rematch wait leaves."""

    def __init__(self, snapshot: Snapshot, options: KeizerOptions) -> None:
        self.snapshot, self.options = snapshot, options
        self.number = snapshot.round_number
        self.pasts = pasts_of(snapshot)
        self.order = self._ladder()
        self.place = {number: at for at, number in enumerate(self.order, start=1)}
        self.present = [number for number in self.order if self.pasts[number].is_present]

    def _ladder(self) -> list[int]:
        """Iterate the ladder until it is stable; if orders recur in a cycle, add up the whole cycle."""
        players = {player.number: player for player in self.snapshot.players}

        def ranked(worth: dict[int, Fraction]) -> list[int]:
            return sorted(players, key=lambda number: (-worth[number], -players[number].rating, number))

        order = ranked(dict.fromkeys(players, Fraction(0)))
        turns: dict[tuple[int, ...], dict[int, Fraction]] = {}
        while tuple(order) not in turns and len(turns) < MAX_CIRCLE:
            worth = turns[tuple(order)] = self._worth(order, players)
            order = ranked(worth)
        names = list(turns)
        circle = names[names.index(tuple(order)) :] if tuple(order) in turns else []
        if len(circle) < 2:  # noqa: PLR2004 - one order is no circle
            return order
        return ranked(
            {number: sum((turns[name][number] for name in circle), Fraction(0)) for number in order}
        )

    def _worth(self, order: Sequence[int], players: dict[int, Player]) -> dict[int, Fraction]:
        options = self.options
        top = options.top_value if options.top_value is not None else len(order)
        value = {number: max(0, top - options.step * at) for at, number in enumerate(order)}
        worth = {}
        for number in order:
            past = players[number].rounds[: self.number - 1]
            away = [
                at for at, each in enumerate(past) if each.kind in (RoundKind.HALF_BYE, RoundKind.ZERO_BYE)
            ]
            nothing = set(away[options.absence_limit :]) if options.absence_limit else set()
            total = Fraction(value[number] if options.own_value else 0)
            for at, each in enumerate(past):
                if at not in nothing:
                    total += self._of_round(each, value, value[number])
            worth[number] = total
        return worth

    def _of_round(self, each: PlayerRound, value: dict[int, int], own: int) -> Fraction:
        options, win = self.options, max(1, self.snapshot.win)
        if each.kind is RoundKind.PLAYED:
            by_games = options.score_by is ScoreBy.GAME_POINTS
            scored, whole = (each.game_points, win * options.games) if by_games else (each.points, win)
            return Fraction(PARTS * scored // whole, PARTS) * value.get(each.opponent, 0)
        if each.kind is RoundKind.FORFEIT_WIN:
            return Fraction(value.get(each.opponent, 0))
        if each.kind is RoundKind.FORFEIT_LOSS:
            return Fraction(0)
        part = {
            RoundKind.ALLOCATED_BYE: options.bye,
            RoundKind.FULL_BYE: options.club_duty,
            RoundKind.HALF_BYE: options.excused,
            RoundKind.ZERO_BYE: options.absent,
        }[each.kind]
        return Fraction(part * own, PARTS)

    @property
    def wanted(self) -> int:
        """Rounds from one meeting to the next."""
        return max(1, min(self.options.rematch_after, self.number))

    def distance(self, pair: Pair) -> int | None:
        """Number of rounds since the two met last."""
        rounds = self.pasts[pair.white].rounds_met(pair.black)
        return self.number - rounds[-1] if rounds else None

    def widest(self) -> int:
        """Widest wait that lets every player be paired; 0 where nothing does."""
        byes = self._bye_candidates()
        waits = range(self.wanted, 0, -1)
        return next((wait for wait in waits if any(self.is_possible(wait, bye) for bye in byes)), 0)

    def due_bye(self) -> int | None:
        """Player due the bye: fewest byes, then lowest on the ladder, if the others can be paired."""
        wait = self.widest()
        return next((bye for bye in self._bye_candidates() if self.is_possible(wait, bye)), None)

    def _bye_candidates(self) -> list[int | None]:
        if len(self.present) % 2 == 0:
            return [None]
        players = {player.number: player for player in self.snapshot.players}
        return [*sorted(self.present, key=lambda number: (self._byes(players[number]), -self.place[number]))]

    def _byes(self, player: Player) -> int:
        """Number of rounds with a win's points without play."""
        free = (RoundKind.ALLOCATED_BYE, RoundKind.FORFEIT_WIN, RoundKind.FULL_BYE)
        past = player.rounds[: self.number - 1]
        return sum(
            each.kind is not RoundKind.PLAYED and (each.kind in free or each.points >= self.snapshot.win)
            for each in past
        )

    def is_possible(self, wait: int, bye: int | None) -> bool:
        """Return whether all others can be paired without meeting sooner."""
        vertices = [number for number in self.present if number != bye]
        graph = rustworkx.PyGraph(multigraph=False)
        index = dict(zip(vertices, graph.add_nodes_from(vertices), strict=True))
        graph.add_edges_from(
            [
                (index[one], index[other], 1)
                for one, other in combinations(vertices, 2)
                if self._may_meet(one, other, wait)
            ]
        )
        return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(vertices)

    def _may_meet(self, one: int, other: int, wait: int) -> bool:
        distance = self.distance(Pair(one, other))
        is_free = distance is None or distance >= wait
        return is_free and frozenset((one, other)) not in self.snapshot.forbidden


def _rematches(night: KeizerNight, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report a meeting too soon if every player could have waited longer."""
    soon = [(pair, far) for pair in pairs if (far := night.distance(pair)) is not None and far < night.wanted]
    widest = night.widest() if soon else 0
    for pair, distance in soon:
        make, code = (illegal, Code.REMATCH) if distance < widest else (quality, Code.REPEATED_MEETING)
        met = {"round": night.number - distance, "distance": distance, "wanted": night.wanted}
        yield make(code, (pair.white, pair.black), "section", **met)


def _bye(night: KeizerNight, given: GivenRound) -> Iterator[Finding]:
    due = night.due_bye() if given.byes else None
    for number in given.byes:
        if due is not None and number != due:
            yield quality(Code.BYE_ON_LADDER, (number, due), "section", place=night.place[number])


def _ladder_distances(night: KeizerNight, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report opponents who are not neighbours among those present."""
    place = {number: at for at, number in enumerate(night.present)}
    for pair in pairs:
        far = abs(place[pair.white] - place[pair.black])
        if far > NEIGHBOURS:
            places = {"upper": night.place[pair.white], "lower": night.place[pair.black]}
            yield quality(Code.LADDER_DISTANCE, (pair.white, pair.black), "section", **places)


def _colours(night: KeizerNight, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Check who starts, from the point of view of the higher ranked."""
    starts = FirstGames(night.snapshot, night.pasts, night.options.starting_side)
    parities = Parities(night.snapshot, night.pasts)
    for pair in pairs:
        upper, lower = sorted((pair.white, pair.black), key=lambda number: night.place[number])
        higher, other = night.pasts[upper], night.pasts[lower]
        is_even = night.options.games % 2 == 0
        due = starts.due(higher, other) if is_even else allocation_in_order(higher, other, parities)
        if due.white != pair.white:
            code = Code.FIRST_MOVER if is_even else Code.COLOUR_ALLOCATION
            yield quality(code, (pair.white, pair.black), due.article, white=due.white)
