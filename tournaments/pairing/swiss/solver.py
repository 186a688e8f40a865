"""Exact solution of one bracket: the best by C6 to C21, and among equals the first in order of generation."""

from collections.abc import Sequence

from tournaments.pairing.swiss.below import ExitGraph
from tournaments.pairing.swiss.bracket import NO_VERTEX, Bracket, BracketGraph, Solution, UnsolvedBracket
from tournaments.pairing.swiss.criteria import Criteria
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import mask_of
from tournaments.pairing.swiss.order import Order
from tournaments.pairing.swiss.weights import Count, Quality, best_matching


def solve_at_exits(graph: ExitGraph) -> Solution:
    """Return the solution where C4 to C8 are equally met by any exit of any player."""
    criteria = Criteria(graph)
    return _first_of_best(graph, [criteria.completion(), *criteria.after_bye()])


def solve_alone(field: Field, bracket: Bracket) -> Solution:
    """Return the solution as if no player came below."""
    return _solve(BracketGraph(field, bracket, outside=0, has_bye=False, is_whole=False))


def solve_with_all_below(field: Field, bracket: Bracket, *, has_bye: bool) -> Solution:
    """Return the solution with which all players below can be paired (C4)."""
    return _solve(_whole_graph(field, bracket, has_bye=has_bye))


class Outlook:
    """Best result of a bracket by C4 to C8."""

    def __init__(self, graph: BracketGraph) -> None:
        self.graph = graph
        self.pairs = list(graph.pairs())
        self.quality = Quality(Criteria(graph).before_bye())
        self.quality.weigh(self.pairs, graph.likeness_down)
        self.matched = best_matching(graph.vertices, self.pairs, self.quality)

    @classmethod
    def on_next(cls, field: Field, bracket: Bracket) -> "Outlook":
        """Return the outlook on the next bracket, without C4 and its own C8."""
        return cls(BracketGraph(field, bracket, outside=bracket.following, has_bye=False, is_whole=False))

    @classmethod
    def on_all(cls, field: Field, bracket: Bracket, *, has_bye: bool) -> "Outlook":
        """Return the outlook with all players below."""
        return cls(_whole_graph(field, bracket, has_bye=has_bye))

    def solved(self) -> Solution:
        """Return the best solution that begins like this; the bye is not at stake (C9)."""
        criteria = Criteria(self.graph)
        counts = [*criteria.before_bye(), *criteria.after_bye()]
        return _first_of_best(self.graph, counts, known=self.quality.totals)

    def unpaired_with(self, solution: Solution) -> int | None:
        """Return the mask of players unpaired with this solution; None where it is worse than the best."""
        made = set(solution.pairs)
        seated = {place for pair in made for place in pair}
        open_pairs = [pair for pair in self.pairs if pair in made or seated.isdisjoint(pair)]
        quality = self.quality.again(open_pairs)
        matched = best_matching(self.graph.vertices, open_pairs, quality)
        if quality.totals != self.quality.totals:
            return None
        paired = mask_of(place for pair in matched for place in pair)
        return mask_of(self.graph.vertices) & ~paired


def _whole_graph(field: Field, bracket: Bracket, *, has_bye: bool) -> BracketGraph:
    below = bracket.following | bracket.lower
    return BracketGraph(field, bracket, outside=below, has_bye=has_bye, is_whole=True)


def _solve(graph: BracketGraph) -> Solution:
    criteria = Criteria(graph)
    counts = [*criteria.before_bye(), *criteria.after_bye()]
    if graph.bye != NO_VERTEX and graph.has_all_bye_candidates and _only_bye_goes_down(graph):
        counts = [*criteria.before_bye(), *criteria.bye(), *criteria.after_bye()]
    return _first_of_best(graph, counts)


def _first_of_best(graph: BracketGraph, counts: list[Count], *, known: Sequence[int] = ()) -> Solution:
    """Return the first by order of those with most of each count; totals of the first counts may be known."""
    pairs = list(graph.pairs())
    quality = Quality(counts)
    quality.totals = list(known)
    quality.weigh(pairs, graph.likeness)
    matched = best_matching(graph.vertices, pairs, quality)
    if graph.must_be_perfect and 2 * len(matched) != len(graph.vertices):
        raise UnsolvedBracket(graph.field.score[graph.bracket.residents[0]])
    return Order(graph, quality, pairs).first(graph.inside(matched))


def _only_bye_goes_down(graph: BracketGraph) -> bool:
    """Return whether only the receiver of the bye leaves the bracket: only then C9 can choose."""
    inside = graph.inside(Outlook(graph).matched)
    return len(graph.members) - 2 * len(inside) == 1
