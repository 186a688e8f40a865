"""Legal moves of random positions compared with an independent rewrite, py-draughts and pydraughts.

    python -m benchmarks.differential [--positions N] [--seconds 15] [--variant KEY ...] [--beside NAME ...]

For every variant and every program that plays it: the given number of random positions, or as many as the
seconds allow, from random games and from random placements with kings. Moves are equal when origin,
destination and captured pieces are. A difference is explained when the other program's moves are exactly
those of a known fault in ``tests/games/rules/known_faults.py``; any other is shown, and the exit code is 1.

"""

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.machine import ROOT, heading
from benchmarks.rounds import programs
from games.rules import VARIANTS, Position, Variant

sys.path.insert(0, str(ROOT / "tests" / "games" / "rules"))

from comparing import generated_moves, is_explained, listed_moves, plain_moves, written
from known_faults import PLAYED
from random_positions import random_positions

AT_ONCE = 100  # positions asked in one go
PROCESSES = 2
PLAIN = "the rules again"
SHOWN = 3
Moves = set[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Contest:
    """One variant against one program."""

    key: str
    program: str
    positions: int
    seconds: float


@dataclass(slots=True)
class Tally:
    """Counts of a contest."""

    positions: int = 0
    explained: int = 0
    unexplained: int = 0
    shown: list[str] = field(default_factory=list)

    def add(self, contest: Contest, position: Position, theirs: Moves) -> None:
        """Count one position."""
        variant = VARIANTS[contest.key]
        self.positions += 1
        ours = generated_moves(position, variant)
        if theirs == ours:
            return
        if is_explained(contest.program, position, variant, theirs):
            self.explained += 1
            return
        self.unexplained += 1
        if len(self.shown) < SHOWN:
            self.shown.append(
                f"{position.to_fen(variant)}: theirs {sorted(theirs - ours)}, ours {sorted(ours - theirs)}"
            )


def asker(contest: Contest, stack: ExitStack) -> Callable[[list[Position], Variant], list[Moves]]:
    """Return a function that asks the other side for the moves of many positions."""
    if contest.program == PLAIN:
        return lambda positions, variant: [plain_moves(position, variant) for position in positions]
    program = stack.enter_context(programs([contest.program]))[contest.program]

    def ask(positions: list[Position], variant: Variant) -> list[Moves]:
        told = [written(position, variant) for position in positions]
        answer = program.go({"do": "moves", "variant": contest.key, "positions": told})
        return [listed_moves(listed, variant) for listed in answer["moves"]]

    return ask


def compare(contest: Contest) -> Tally:
    """Run one contest, in a process of its own."""
    variant = VARIANTS[contest.key]
    tally = Tally()
    with ExitStack() as stack:
        ask = asker(contest, stack)
        ask([Position.start(variant)], variant)  # so that the seconds begin when the program is there
        end = time.monotonic() + contest.seconds
        while tally.positions < contest.positions and time.monotonic() < end:
            few = AT_ONCE if contest.program != "pydraughts 0.6.7" else AT_ONCE // 10
            positions = random_positions(variant, few, seed=tally.positions)
            for position, theirs in zip(positions, ask(positions, variant), strict=True):
                tally.add(contest, position, theirs)
    return tally


def wanted() -> list[Contest]:
    """Return the contests to run, from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--variant", nargs="*", choices=list(VARIANTS), default=list(VARIANTS))
    parser.add_argument("--beside", nargs="*", choices=[PLAIN, *PLAYED], default=[PLAIN, *PLAYED])
    given = parser.parse_args()
    return [
        Contest(key, program, given.positions, given.seconds)
        for program in given.beside
        for key in given.variant
        if key in PLAYED.get(program, VARIANTS)
    ]


def main() -> int:
    """Compare everything; return 1 on an unexplained difference."""
    contests = wanted()
    heading(f"Legal moves of random positions, {PROCESSES} processes")
    print(f"{'variant':15}{'beside':20}{'positions':>10}{'differ':>9}{'explained':>11}{'unexplained':>13}")
    unexplained = 0
    with ProcessPoolExecutor(PROCESSES) as pool:
        for contest, tally in zip(contests, pool.map(compare, contests), strict=True):
            differ = tally.explained + tally.unexplained
            unexplained += tally.unexplained
            print(
                f"{contest.key:15}{contest.program:20}{tally.positions:10,}{differ:9,}"
                f"{tally.explained:11,}{tally.unexplained:13,}",
                *tally.shown,
                sep="\n    ",
                flush=True,
            )
    print(f"\n{unexplained} unexplained differences")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
