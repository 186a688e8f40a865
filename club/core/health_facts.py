"""Facts of ``/healthz`` in addition to "ok", added by the registry of each app."""

from collections.abc import Callable

FACTS: dict[str, Callable[[], str]] = {}


def tell(name: str, ask: Callable[[], str]) -> None:
    """Register a fact by its name; ``ask`` must answer at once and from memory."""
    FACTS[name] = ask
