"""Random rounds beside gacrux: about 150 of them here, as many as one likes by `against_gacrux` itself."""

import pytest

against_gacrux = pytest.importorskip(
    "against_gacrux", reason="gacrux is missing: make .venv/installed-oracle"
)

SEEDS = range(1000, 1024)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_rounds_are_paired_as_gacrux_pairs_them(seed):
    for each in against_gacrux.rounds_paired_twice(seed, largest=30):
        assert each.ours == each.theirs, f"round {each.round_number}, {each.features}:\n{each.file.decode()}"
