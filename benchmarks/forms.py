"""Comparison of the compiled and the interpreted generator on random positions: results must be equal.

    python -m benchmarks.forms [POSITIONS]

1,000,000 positions without an argument, divided among the variants whose boards fit 64 bits and
among two processes. Each is drawn from its own seed, so that a differing one can be reproduced.

"""

import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from benchmarks.machine import ROOT, heading
from games.compiled import compiled_form
from games.rules import VARIANTS
from games.rules.generator import Generator
from games.rules.tables import COMPILED_BITS

sys.path.insert(0, str(ROOT / "tests" / "games" / "rules"))

from random_views import move_output, random_view

POSITIONS = 1_000_000
PART = 5_000
PROCESSES = 2


def differences(key: str, seed: int) -> tuple[int, int]:
    """Compare PART positions; return the number that differ and the number with captures."""
    form = compiled_form("games.rules.generator")
    if form is None:
        raise SystemExit("The kernel is not compiled here: make compiled")
    variant, lots = VARIANTS[key], random.Random(f"{key} {seed}")  # noqa: S311 - lots, not secrets
    interpreted, compiled = Generator(variant.tables), form.Generator(variant.tables)
    differing = capturing = 0
    for _ in range(PART):
        view = random_view(variant, lots)
        one, other = move_output(interpreted, view), move_output(compiled, view)
        differing += one != other
        capturing += bool(one[0])
    return differing, capturing


def main() -> int:
    """Compare all positions; return 1 if a single one differs."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    heading(f"Both forms of the generator on {positions:,} random positions, {PROCESSES} processes")
    keys = [key for key, one in VARIANTS.items() if one.geometry.full.bit_length() <= COMPILED_BITS]
    parts = -(-positions // PART)
    orders = [(keys[number % len(keys)], number // len(keys)) for number in range(parts)]
    started = time.perf_counter()
    found = dict.fromkeys(keys, (0, 0, 0))
    with ProcessPoolExecutor(PROCESSES) as pool:
        answers = pool.map(differences, *zip(*orders, strict=True))
        for (key, _), (differing, capturing) in zip(orders, answers, strict=True):
            before = found[key]
            found[key] = before[0] + PART, before[1] + capturing, before[2] + differing
    for key, (drawn, capturing, differing) in found.items():
        print(f"{key:16}{drawn:9,} positions, {capturing:9,} with captures, {differing} differ", flush=True)
    total = sum(differing for _, _, differing in found.values())
    print(f"\n{parts * PART:,} positions, {total} differ, {time.perf_counter() - started:.0f} s")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
