"""One bracket solved exactly: the best by C6 to C21, and among equals the first in order of generation."""

from tournaments.pairing.swiss.bracket import Bracket, BracketGraph, Solution
from tournaments.pairing.swiss.criteria import Criteria
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.order import Order
from tournaments.pairing.swiss.weights import Quality, best_matching


def weighed(
    field: Field, bracket: Bracket, *, outside: int, has_bye: bool, is_whole: bool
) -> Solution | None:
    """The bracket's pairs and floaters; None where not everybody below could be paired (`is_whole`)."""
    graph = BracketGraph(field, bracket, outside=outside, has_bye=has_bye, is_whole=is_whole)
    pairs = list(graph.pairs())
    criteria = Criteria(graph)
    counts = [*criteria.before_bye(), *criteria.after_bye()]
    if has_bye and graph.has_all_bye_candidates and _only_bye_goes_down(graph, pairs):
        counts = [*criteria.before_bye(), *criteria.bye(), *criteria.after_bye()]
    quality = Quality(counts)
    quality.weigh(pairs, graph.likeness)
    matched = best_matching(graph.vertices, pairs, quality)
    if graph.must_be_perfect and 2 * len(matched) != len(graph.vertices):
        return None
    return Order(graph, quality, pairs).first(graph.inside(matched))


def _only_bye_goes_down(graph: BracketGraph, pairs: list[tuple[int, int]]) -> bool:
    """Whether nobody but the receiver of the bye leaves the bracket: only then C9 can choose."""
    quality = Quality(Criteria(graph).before_bye())
    quality.weigh(pairs, graph.likeness)
    inside = graph.inside(best_matching(graph.vertices, pairs, quality))
    return len(graph.members) - 2 * len(inside) == 1
