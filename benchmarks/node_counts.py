"""Node counts of every published position up to ten million leaves, both conventions, on two processes.

    python -m benchmarks.node_counts [--leaves 10000000] [--unmerged]

The first plies are walked breadth first and equal positions are merged, each with the number of
paths that lead to it; the kernel counts the last two plies below each. Without merging, the largest
tables would take half an hour. ``--unmerged`` walks every line of play; ``--leaves`` sets the depth.

"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from benchmarks.machine import ROOT, heading

sys.path.insert(0, str(ROOT / "tests" / "games" / "rules"))

from landings import leaves_by_landings
from published_counts import Series, listed

from games.rules import Position, Variant, legal_moves, perft, play
from games.rules.perft import Counting

ENOUGH_LEAVES = 10_000_000
COUNTED_BELOW = 2  # plies which the kernel counts below each merged position
PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """One published count."""

    series: Series
    counting: str
    depth: int
    is_merged: bool

    @property
    def leaves(self) -> int:
        """Return the published number."""
        return self.series.counts[self.depth]


@dataclass(frozen=True, slots=True)
class Counted:
    """A count with the number of merged positions and the seconds it took."""

    leaves: int
    positions: int
    seconds: float


def entries(*, is_merged: bool, enough: int) -> list[Entry]:
    """Return published counts, large first, to the first depth with enough leaves or the deepest listed."""
    found = [
        Entry(series, counting, depth, is_merged)
        for series in listed()
        for depth in (series.depth_of(enough),)
        for counting in series.conventions_at(depth)
    ]
    return sorted(found, key=lambda entry: -entry.leaves)


def merged(start: Position, variant: Variant, plies: int, counting: Counting) -> Counter[Position]:
    """Return the positions after the given plies, each with the number of paths that lead to it."""
    standing = Counter({start: 1})
    for _ in range(plies):
        following: Counter[Position] = Counter()
        for position, ways in standing.items():
            moves = legal_moves(position, variant)
            if counting == "results":
                moves = list({move.result: move for move in moves}.values())
            for move in moves:
                following[play(position, move, variant)] += ways
        standing = following
    return standing


def count(entry: Entry) -> Counted:
    """Count one entry, in a process of its own."""
    started = time.perf_counter()
    variant = entry.series.variant
    below = min(entry.depth, COUNTED_BELOW) if entry.is_merged else entry.depth
    start = entry.series.position(variant)
    if entry.counting == "landings":
        leaves, _ = leaves_by_landings(start, variant, entry.depth)
        return Counted(leaves, 1, time.perf_counter() - started)
    standing = merged(start, variant, entry.depth - below, entry.counting)
    leaves = sum(
        ways * perft(position, variant, below, entry.counting) for position, ways in standing.items()
    )
    return Counted(leaves, len(standing), time.perf_counter() - started)


def main() -> int:
    """Count everything; return 1 if a count differs from the published one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--leaves", type=int, default=ENOUGH_LEAVES)
    parser.add_argument("--unmerged", action="store_true")
    given = parser.parse_args()
    heading(f"Published node counts to {given.leaves:,} leaves, {PROCESSES} processes")
    wanted = entries(is_merged=not given.unmerged, enough=given.leaves)
    differing = 0
    started = time.perf_counter()
    with ProcessPoolExecutor(PROCESSES) as pool:
        for entry, found in zip(wanted, pool.map(count, wanted), strict=True):
            is_equal = found.leaves == entry.leaves
            differing += not is_equal
            told = "equal" if is_equal else f"DIFFERS: {entry.leaves:,} are published"
            series = entry.series
            print(
                f"{series.key:14}{series.name:47}{entry.counting:8}{entry.depth:3}{found.leaves:12,} leaves"
                f" over {found.positions:9,} positions{found.seconds:6.1f} s  {told}",
                flush=True,
            )
    leaves, seconds = sum(entry.leaves for entry in wanted), time.perf_counter() - started
    print(f"\n{len(wanted)} counts, {leaves:,} leaves, {differing} differ, {seconds:.0f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
