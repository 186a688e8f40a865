"""Side-by-side runs of programs: each a process that lives through the run and works in turn.

Other load on the machine affects every program of a round alike, so a comparison is
the median of the ratios taken round by round.

"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.machine import ROOT

Task = dict[str, Any]
Answer = dict[str, Any]
RIVAL_PYTHON = Path(sys.prefix) / "rival" / "bin" / "python"
PROGRAMS = {
    "this program": (Path(sys.executable), "own"),
    "the same, interpreted": (Path(sys.executable), "own"),
    "clatsop 0.1.0": (Path(sys.executable), "clatsop"),
    "py-draughts 1.10.1": (RIVAL_PYTHON, "py_draughts"),
    "pydraughts 0.6.7": (Path(sys.executable), "pydraughts"),
}
OURS, INTERPRETED = "this program", "the same, interpreted"
SURROUNDINGS = {INTERPRETED: {"DRAUGHTS_KERNEL": "interpreted"}}


class Program:
    """A program that waits for tasks; every task is one line of JSON and so is its answer."""

    def __init__(self, name: str) -> None:
        python, module = PROGRAMS[name]
        if not python.exists():
            raise SystemExit(f"{name} is not installed: run 'make bench', which sets it up.")
        command = [str(python), "-m", f"benchmarks.programs.{module}"]
        self.name = name
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **SURROUNDINGS.get(name, {})},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def go(self, task: Task) -> Answer:
        """Send a task and wait for its answer."""
        to_it, from_it = self.process.stdin, self.process.stdout
        if to_it is None or from_it is None:
            raise RuntimeError(f"{self.name} was started without pipes")
        to_it.write(json.dumps(task) + "\n")
        to_it.flush()
        line = from_it.readline()
        if not line:
            raise SystemExit(f"{self.name} ended in the middle of {task}: its message stands above.")
        answer: Answer = json.loads(line)
        return answer

    def end(self) -> None:
        """Close its input, which ends the process."""
        self.process.communicate()


@contextmanager
def programs(names: Sequence[str]) -> Iterator[dict[str, Program]]:
    """Start programs and end them with the block."""
    with ExitStack() as stack:
        started = {}
        for name in names:
            started[name] = Program(name)
            stack.callback(started[name].end)
        yield started


@dataclass(slots=True)
class Measured:
    """Results of one program for one task, round by round; ``speeds`` in units of work a second."""

    speeds: list[float] = field(default_factory=list)
    answer: Answer = field(default_factory=dict)

    @property
    def speed(self) -> float:
        """Return the median of the rounds."""
        return median(self.speeds)


def in_turn(running: dict[str, Program], tasks: dict[str, Task], rounds: int) -> dict[str, Measured]:
    """Let programs work in turn, round after round, each round begun by another one."""
    measured = {name: Measured() for name in tasks}
    order = list(tasks)
    for number in range(rounds):
        begin = number % len(order)
        for name in order[begin:] + order[:begin]:
            answer = running[name].go(tasks[name])
            measured[name].speeds.append(answer["work"] / answer["seconds"])
            measured[name].answer = answer
    return measured


def ratio(ours: Measured, peer: Measured) -> float:
    """Return the speed relative to the peer: the median of the rounds' own ratios."""
    return median(own / other for own, other in zip(ours.speeds, peer.speeds, strict=True))
