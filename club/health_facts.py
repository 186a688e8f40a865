"""What ``/healthz`` tells beside "ok": each app adds at its start what it has to say."""

from collections.abc import Callable

FACTS: dict[str, Callable[[], str]] = {}


def tell(name: str, ask: Callable[[], str]) -> None:
    """Add a fact by its name; ``ask`` answers at once and from memory."""
    FACTS[name] = ask
