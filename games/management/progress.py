"""Progress bar on a terminal; silent elsewhere."""

from __future__ import annotations

import time
from typing import IO, Final

WIDTH: Final = 30
EVERY: Final = 0.1  # seconds between two drawings


class ProgressBar:
    """Share of the work done, drawn on one line of standard error."""

    def __init__(self, total: int, stream: IO[str], *, unit: str = "games") -> None:
        """Set up the bar; a file or a pipe gets no output."""
        self.total = max(total, 1)
        self.stream = stream
        self.unit = unit
        self.is_shown = bool(getattr(stream, "isatty", lambda: False)())
        self._started = time.monotonic()
        self._drawn = 0.0

    def show(self, done: int, count: int) -> None:
        """Draw the progress, at a limited rate."""
        now = time.monotonic()
        if not self.is_shown or now - self._drawn < EVERY:
            return
        self._drawn = now
        share = min(done / self.total, 1.0)
        filled = int(share * WIDTH)
        rate = count / max(now - self._started, 1e-9)
        bar = "█" * filled + "·" * (WIDTH - filled)
        self.stream.write(f"\r{bar} {share:4.0%}  {count} {self.unit}  {rate:.0f}/s ")
        self.stream.flush()

    def close(self) -> None:
        """Clear the line."""
        if self.is_shown and self._drawn:
            self.stream.write("\r" + " " * (WIDTH + 40) + "\r")
            self.stream.flush()
