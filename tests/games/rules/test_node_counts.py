"""Published node counts, every listed position, both counting conventions."""

import pytest
from landings import leaves_by_landings
from published_counts import BY_LANDINGS, LIKE, listed

from games.rules import VARIANTS, Position, perft

EVERY_DAY = 30_000  # leaves that are enough
THOROUGH = 300_000
ALL_DEPTHS_BELOW = 5_000
SERIES = [pytest.param(s, id=f"{s.key}: {s.name}, {'-'.join(s.conventions)}") for s in listed()]


def compare(series, depths):
    variant = series.variant
    position = series.position(variant)
    found = {(d, c): perft(position, variant, d, c) for d in depths for c in series.conventions_at(d)}
    assert found == {key: series.counts[key[0]] for key in found}


@pytest.mark.parametrize("series", SERIES)
def test_node_counts_equal_the_published_ones(series):
    """Every small depth, and the first whose count is large enough (or the deepest listed)."""
    last = series.depth_of(EVERY_DAY)
    compare(series, [d for d, n in series.counts.items() if d == last or (d < last and n < ALL_DEPTHS_BELOW)])


@pytest.mark.thorough
@pytest.mark.parametrize("series", SERIES)
def test_deeper_node_counts_equal_the_published_ones(series):
    compare(series, [series.depth_of(THOROUGH)])


@pytest.mark.thorough
def test_kish_counts_a_turkish_capture_once_for_every_landing_between():
    """The one published count that is not ours: it must differ by these 74 leaves and by nothing else."""
    (series,) = [each for each in listed() if (each.key, each.name) in BY_LANDINGS]
    variant, depth = series.variant, BY_LANDINGS[series.key, series.name]
    by_landings, by_rules = leaves_by_landings(series.position(variant), variant, depth)
    assert (by_landings, by_landings - by_rules) == (series.counts[depth], 74)


def test_every_variant_is_counted_from_its_start():
    """Spantsiretti alone has none under its own rules, only its board under international ones."""
    counted = {series.key for series in listed() if series.name == "start"}
    assert set(VARIANTS) - counted == {"spantsiretti"}
    assert set(LIKE) <= set(VARIANTS)


def test_the_counting_conventions_differ_where_two_routes_have_one_result():
    variant = VARIANTS["international"]
    fen = "B:WK1,K2,K3,K4,K18,20,K21,33,K36,38,42,43,50:B13,19,K29,34,K48"
    position = Position.from_fen(fen, variant)
    assert perft(position, variant, 1, "routes") > perft(position, variant, 1, "results")
