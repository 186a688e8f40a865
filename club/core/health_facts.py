"""What ``/healthz`` tells beside "ok": the registry of each app adds what it has to report."""

from collections.abc import Callable

FACTS: dict[str, Callable[[], str]] = {}


def tell(name: str, ask: Callable[[], str]) -> None:
    """Add a fact by its name; ``ask`` answers at once and from memory."""
    FACTS[name] = ask
