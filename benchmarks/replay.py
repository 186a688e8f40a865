"""Reading and judging the 2,000 games of the Open Checkers Archive, beside three other programs.

    python -m benchmarks.replay

One core each, games a second, the median of alternating rounds. The others tell whether the moves
are legal; this program also gives findings, draw claims and the result. The programs read from
memory what was loaded before.
"""

import sys

from benchmarks.machine import SCORES, heading, verdict_on
from benchmarks.rounds import OURS, PROGRAMS, Measured, Task, in_turn, programs, ratio

ROUNDS = 5
SAMPLE = 10
READER = "our reader alone"
REMARKS = {
    READER: "not judged",
    "clatsop 0.1.0": "read by our reader, as it has none; legality only",
    "py-draughts 1.10.1": "legality only, captures optional; a FEN tag lets Black begin",
    "pydraughts 0.6.7": f"legality only; a sample of {SAMPLE} games",
}
# The design asks 1,200 games a second where py-draughts makes up to 570 and pydraughts under 10.
GAMES_A_SECOND = 1_200
TIMES_PY_DRAUGHTS = 1_200 / 570
TIMES_PYDRAUGHTS = 1_200 / 10


def contest() -> dict[str, Measured]:
    """Let the programs work in turn and print a line for each."""
    task: Task = {"do": "replay", "file": str(SCORES), "sample": SAMPLE}
    with programs(list(PROGRAMS)) as running:
        running[READER] = running[OURS]
        tasks = dict.fromkeys(PROGRAMS, task) | {READER: {**task, "do": "read"}}
        measured = in_turn(running, tasks, ROUNDS)
    for name, one in measured.items():
        games, legal = one.answer["once"], one.answer.get("legal")
        beside = "" if name in {OURS, READER} else f"ours {ratio(measured[OURS], one):,.1f} times as fast"
        told = "" if legal is None else f"{legal:,} legal"
        print(
            f"{name:20}{games:6,} games {told:12}{one.speed:9,.1f}/s  {beside:26}{REMARKS.get(name, '')}",
            flush=True,
        )
    return measured


def main() -> int:
    """Run the contest; one when a budget is missed or a program called a game illegal."""
    heading(f"Reading and judging recorded games, medians of {ROUNDS} alternating rounds")
    if not SCORES.exists():
        print("not measured: the recorded games are not beside the project (../shared/pdn/oca)")
        return 0
    measured = contest()
    print()
    ours = measured[OURS]
    verdict_on("read and judge", ours.speed, GAMES_A_SECOND, "games/s")
    kept = [
        verdict_on(
            "beside py-draughts", ratio(ours, measured["py-draughts 1.10.1"]), TIMES_PY_DRAUGHTS, "times"
        ),
        verdict_on("beside pydraughts", ratio(ours, measured["pydraughts 0.6.7"]), TIMES_PYDRAUGHTS, "times"),
        ours.answer["legal"] == ours.answer["once"],
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
