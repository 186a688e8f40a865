"""Published node counts, every listed position, both counting conventions."""

import json
from pathlib import Path

import pytest

from games.rules import VARIANTS, Position, perft

ENOUGH_LEAVES = 300_000
ALL_DEPTHS_BELOW = 20_000
TABLE = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text("utf-8"))["variants"]


def entries():
    for key, listed in TABLE.items():
        for entry in listed:
            counts = {int(depth): count for depth, count in entry["nodes"].items()}
            name = f"{key}: {entry['name'].removeprefix('computed: ')}, {entry['counting']}"
            yield pytest.param(key, entry["fen"], entry["counting"], counts, id=name)


def depths(counts):
    """Every small depth, and the first whose count is large enough (or the deepest listed)."""
    last = min((d for d, count in counts.items() if count >= ENOUGH_LEAVES), default=max(counts))
    return [d for d, count in counts.items() if d == last or (d < last and count < ALL_DEPTHS_BELOW)]


@pytest.mark.parametrize(("key", "fen", "counting", "counts"), list(entries()))
def test_node_counts_equal_the_published_ones(key, fen, counting, counts):
    variant = VARIANTS[key]
    position = Position.from_fen(fen, variant)
    conventions = ["routes", "results"] if counting == "both" else [counting]
    found = {(d, c): perft(position, variant, d, c) for d in depths(counts) for c in conventions}
    assert found == {(d, c): counts[d] for d in depths(counts) for c in conventions}


def test_the_counting_conventions_differ_where_two_routes_have_one_result():
    variant = VARIANTS["international"]
    fen = "B:WK1,K2,K3,K4,K18,20,K21,33,K36,38,42,43,50:B13,19,K29,34,K48"
    position = Position.from_fen(fen, variant)
    assert perft(position, variant, 1, "routes") > perft(position, variant, 1, "results")
