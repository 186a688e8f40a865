"""Node counts from the first position, both forms of this program's kernel and three other programs.

    python -m benchmarks.perft

Every program counts to the same depth by its public calls; the others take the last ply by the length of
their move lists, ours counts it without listing quiet moves. Speeds are leaves a second of processor time,
the median of alternating rounds.

"""

import json
import sys

from benchmarks.machine import ROOT, heading, verdict_on
from benchmarks.rounds import INTERPRETED, OURS, PROGRAMS, Measured, Program, Task, in_turn, programs, ratio
from games.compiled import kernel_form

ROUNDS = 5
LONG_ENOUGH = 0.4  # seconds a program works in a round, at least
FAST = [OURS, INTERPRETED, "clatsop 0.1.0", "py-draughts 1.10.1"]
SLOW = [OURS, INTERPRETED, "pydraughts 0.6.7"]
CONTESTS = [
    ("english", 10, [OURS]),  # deep enough for the compiled kernel's own budget
    ("international", 8, [OURS]),
    ("english", 7, FAST),
    ("english", 4, SLOW),
    ("international", 6, [OURS, INTERPRETED, "py-draughts 1.10.1"]),
    ("international", 3, SLOW),
    ("russian", 7, [OURS, INTERPRETED, "py-draughts 1.10.1"]),
    ("russian", 4, SLOW),
    ("brazilian", 7, [OURS, INTERPRETED, "py-draughts 1.10.1"]),
    ("brazilian", 4, SLOW),
    ("italian", 4, SLOW),
]
# The design asks 0.9 million leaves a second of the interpreted kernel where clatsop makes 0.35 and
# pydraughts 0.0015 million, and 70 and 90 million of the compiled one.
LEAVES_A_SECOND = 900_000
COMPILED = {("english", 10): 70_000_000, ("international", 8): 90_000_000}
TIMES_CLATSOP = 0.9 / 0.35
TIMES_PYDRAUGHTS = 0.9 / 0.0015


def published(variant: str, depth: int) -> int:
    """Return the published number of leaves from the first position."""
    table = json.loads((ROOT / "tests" / "data" / "perft.json").read_text("utf-8"))
    start = table["variants"][variant][0]
    count: int = start["nodes"][str(depth)]
    return count


def contest(running: dict[str, Program], variant: str, depth: int, names: list[str]) -> dict[str, Measured]:
    """Let the programs count one variant in turn and print a line for each."""
    task: Task = {"do": "perft", "variant": variant, "depth": depth, "at_least": LONG_ENOUGH}
    measured = in_turn(running, dict.fromkeys(names, task), ROUNDS)
    expected = published(variant, depth)
    for name, one in measured.items():
        leaves = one.answer["once"]
        beside = "" if name == OURS else f"ours {ratio(measured[OURS], one):,.1f} times as fast"
        remark = "" if leaves == expected else f"; {expected:,} are published"
        print(
            f"{variant:14}{depth:3}  {name:22}{leaves:11,} leaves {one.speed:12,.0f}/s  {beside}{remark}",
            flush=True,
        )
    return measured


def main() -> int:
    """Run every contest; return 1 on a missed budget against a peer or a wrong count of ours."""
    heading(f"Node counts, medians of {ROUNDS} alternating rounds")
    with programs(list(PROGRAMS)) as running:
        found = {
            (variant, depth): contest(running, variant, depth, names) for variant, depth, names in CONTESTS
        }
    print()
    english, shallow = found["english", 7], found["english", 4]
    for key, budget in COMPILED.items():
        verdict_on(f"{key[0]}, {kernel_form()}", found[key][OURS].speed, budget, "leaves/s")
    verdict_on("English, interpreted", english[INTERPRETED].speed, LEAVES_A_SECOND, "leaves/s")
    kept = [
        verdict_on(
            "interpreted beside clatsop",
            ratio(english[INTERPRETED], english["clatsop 0.1.0"]),
            TIMES_CLATSOP,
            "times",
        ),
        verdict_on(
            "interpreted beside pydraughts",
            ratio(shallow[INTERPRETED], shallow["pydraughts 0.6.7"]),
            TIMES_PYDRAUGHTS,
            "times",
        ),
    ]
    kept += [one[OURS].answer["once"] == published(*key) for key, one in found.items()]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
