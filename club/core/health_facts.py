"""Health of a process: facts of ``/healthz`` in addition to "ok", added by the registry of each app."""

from collections.abc import Callable

BEAT_FILE = "DRAUGHTS_BEAT_FILE"
"""Variable with the file that a worker touches, and that the health check of its container reads."""
FACTS: dict[str, Callable[[], str]] = {}


def tell(name: str, ask: Callable[[], str]) -> None:
    """Register a fact by its name; ``ask`` must answer at once and from memory."""
    FACTS[name] = ask
