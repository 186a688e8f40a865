"""Field of a Swiss of matches, and the options that its rules leave."""

from dataclasses import replace
from itertools import combinations

import rustworkx

from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Rematch
from tournaments.pairing.values import NOBODY, Pair, Snapshot


class MatchField:
    """Pasts with the score used for pairing; the other score, if any, ranks players with equal ones."""

    def __init__(
        self, snapshot: Snapshot, options: MatchSwissOptions, *, has_second_score: bool = True
    ) -> None:
        self.snapshot, self.options = snapshot, options
        self.number = snapshot.round_number
        games = {
            player.number: sum(each.game_points for each in player.rounds[: self.number - 1])
            for player in snapshot.players
        }
        pasts = pasts_of(snapshot)
        self.second = games
        if options.score_by is ScoreBy.GAME_POINTS:
            self.second = {number: past.points for number, past in pasts.items()}
            pasts = {
                number: replace(past, score=past.score - past.points + games[number])
                for number, past in pasts.items()
            }
        if not has_second_score:
            self.second = dict.fromkeys(pasts, 0)
        self.pasts = pasts
        here = (past for past in pasts.values() if past.is_present)
        self.present = sorted(here, key=self._rank)

    @property
    def wanted_distance(self) -> int:
        """Wanted number of rounds between meetings; the number of the round itself means never."""
        if self.options.rematch is Rematch.AFTER_ROUNDS:
            return max(1, min(self.options.rematch_after, self.number))
        allowed_now = self.options.rematch is Rematch.LAST_ROUND and self.snapshot.is_last_round
        return 1 if allowed_now else max(1, self.number)

    @property
    def narrowest_distance(self) -> int:
        """Distance to which a small field may shrink."""
        return 1 if self.options.may_widen else self.wanted_distance

    def by_rank(self, pair: Pair) -> tuple[Past, Past]:
        """Return the higher ranked first: by score, by the other score, by number."""
        two = sorted((self.pasts[pair.white], self.pasts[pair.black]), key=self._rank)
        return two[0], two[1]

    def _rank(self, past: Past) -> tuple[int, int, int]:
        return -past.score, -self.second[past.number], past.number

    def hard_groups_of(self, one: Past, other: Past) -> frozenset[str]:
        """Hard groups that two players have in common, so that they may not meet."""
        return one.groups & other.groups & self.options.hard_groups

    def can_keep(self, distance: int) -> bool:
        """Return whether all can be paired at this distance; first byes are respected while they can be."""
        may_have_bye = self._bye_eligible if self.is_first_bye_possible else self.present
        return self._is_possible(distance, may_have_bye)

    @property
    def is_first_bye_possible(self) -> bool:
        """True if a player who is not barred can have the bye at an allowed distance."""
        return self._is_possible(self.narrowest_distance, self._bye_eligible)

    @property
    def _bye_eligible(self) -> list[Past]:
        return [past for past in self.present if not past.is_barred]

    def _is_possible(self, distance: int, bye: list[Past]) -> bool:
        edges = [
            (one.number, other.number)
            for one, other in combinations(self.present, 2)
            if self._may_meet(one, other, distance)
        ]
        vertices = [past.number for past in self.present]
        if len(vertices) % 2:
            vertices.append(NOBODY)
            edges += [(past.number, NOBODY) for past in bye]
        index = {number: at for at, number in enumerate(vertices)}
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(vertices)
        graph.add_edges_from([(index[one], index[other], 1) for one, other in edges])
        return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(vertices)

    def _may_meet(self, one: Past, other: Past, distance: int) -> bool:
        rounds = one.rounds_met(other.number)
        if rounds and self.number - rounds[-1] < distance:
            return False
        if self.hard_groups_of(one, other):
            return False
        return frozenset((one.number, other.number)) not in self.snapshot.forbidden
