"""Prices of players: the proof that a round is the best one, and the pairs of other best rounds.

Where no pair costs less than its two players' prices, and those of a round do so together, no round is
cheaper, and every other one as cheap contains only pairs that cost just the prices of their players (the dual
of the matching problem, without its odd sets: where those are needed there are no such prices).
"""

from collections.abc import Iterable, Sequence

import rustworkx

from tournaments.pairing.criteria import Pairing

EXACT_BITS = 52
"""Bits of the whole numbers that a floating-point number represents exactly."""


def doubled_prices(
    vertices: Sequence[int], edges: Iterable[Pairing], costs: Iterable[int], matching: Iterable[Pairing]
) -> dict[int, int] | None:
    """Return twice the price of each vertex, by shortest paths along which pairs would be changed.

    None where changing along some cycle makes two halves of a round cheaper than one whole.
    """
    mate = {one: other for pair in matching for one, other in (pair, pair[::-1])}
    cost = {frozenset(edge): each for edge, each in zip(edges, costs, strict=True)}
    kept = {vertex: cost[frozenset((vertex, mate[vertex]))] for vertex in vertices}
    seat = {vertex: at for at, vertex in enumerate(vertices)}
    graph: rustworkx.PyDiGraph[int, int] = rustworkx.PyDiGraph()
    graph.add_nodes_from([*vertices, len(vertices)])
    arcs = [(len(vertices), at, 0) for at in range(len(vertices))]
    for pair, each in cost.items():
        one, other = pair
        arcs.append((seat[one], seat[mate[other]], each - kept[other]))
        arcs.append((seat[other], seat[mate[one]], each - kept[one]))
    graph.add_edges_from(arcs)
    try:
        found = rustworkx.digraph_bellman_ford_shortest_path_lengths(graph, len(vertices), float)
    except rustworkx.NegativeCycle:
        return None
    way = {vertex: int(found[at]) for vertex, at in seat.items()}
    return {vertex: way[mate[vertex]] + kept[vertex] - way[vertex] for vertex in vertices}
