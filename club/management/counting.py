"""Progress of a task on one line of a terminal."""

import time
from types import TracebackType
from typing import Any, Self

EVERY_SECONDS = 0.1
WIDTH = 60


class Counting:
    """Callable with a name and a number; silent without a terminal."""

    def __init__(self, stream: Any) -> None:
        self.stream = getattr(stream, "_out", stream)
        self.is_shown = bool(getattr(self.stream, "isatty", lambda: False)())
        self.drawn_at = 0.0

    def __enter__(self) -> Self:
        """Do nothing."""
        return self

    def __call__(self, what: str, number: int) -> None:
        """Show the progress, at a limited rate."""
        now = time.monotonic()
        if self.is_shown and now - self.drawn_at >= EVERY_SECONDS:
            self.drawn_at = now
            self.stream.write(f"\r{what[: WIDTH - 12]:<{WIDTH - 12}} {number:>10}")
            self.stream.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Clear the line."""
        if self.is_shown and self.drawn_at:
            self.stream.write("\r" + " " * (WIDTH + 2) + "\r")
            self.stream.flush()
