"""Waiting for what another process or thread does."""

import time


def until(condition, seconds=120.0, longest_pause=0.2):
    """Return the first true value of the condition, or its last one after that time; ask ever less often."""
    end, pause = time.monotonic() + seconds, 0.01
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(pause)
        pause = min(pause * 1.5, longest_pause)
    return value
