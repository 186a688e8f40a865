"""What is being done and how far it has come, on one line of a terminal."""

import time
from types import TracebackType
from typing import Any, Self

EVERY_SECONDS = 0.1
WIDTH = 60


class Counting:
    """Called with a name and a number; silent where nobody looks."""

    def __init__(self, stream: Any) -> None:
        self.stream = getattr(stream, "_out", stream)
        self.is_shown = bool(getattr(self.stream, "isatty", lambda: False)())
        self.drawn_at = 0.0

    def __enter__(self) -> Self:
        """Nothing to prepare."""
        return self

    def __call__(self, what: str, number: int) -> None:
        """Show it, not more often than the eye follows."""
        now = time.monotonic()
        if self.is_shown and now - self.drawn_at >= EVERY_SECONDS:
            self.drawn_at = now
            self.stream.write(f"\r{what[: WIDTH - 12]:<{WIDTH - 12}} {number:>10}")
            self.stream.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the line clean."""
        if self.is_shown and self.drawn_at:
            self.stream.write("\r" + " " * (WIDTH + 2) + "\r")
            self.stream.flush()
