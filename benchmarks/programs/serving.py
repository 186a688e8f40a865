"""A program under measurement: reads tasks from its input and answers each with one line."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Task = dict[str, Any]
Answer = dict[str, Any]


def serve(workers: dict[str, Callable[[Task], Callable[[], Answer]]]) -> None:
    """Answer every task of the input until it is closed.

    A worker prepares and returns the work itself, which alone is timed, in seconds of processor time,
    and repeated until ``at_least`` of them are spent. The answer's ``work`` is the sum over the repetitions.

    """
    for line in sys.stdin:
        task: Task = json.loads(line)
        work = workers[task["do"]](task)
        wanted: float = task.get("at_least", 0)
        done, seconds = 0, 0.0
        answer: Answer = {}
        while not done or seconds < wanted:
            started = time.process_time()
            answer = work()
            seconds += time.process_time() - started
            done += answer["work"]
        print(json.dumps({**answer, "once": answer["work"], "work": done, "seconds": seconds}), flush=True)
