"""Prometheus counts of this process; `club.site.metrics` reports them.

Requests are counted in each process. With PROMETHEUS_MULTIPROC_DIR set, the processes of one machine add up
their counts in that folder.
"""

from collections.abc import Callable
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
)

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
CONTENT_TYPE = CONTENT_TYPE_LATEST

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "draughts_requests",
    "Answers by view, method and status.",
    ["view", "method", "status"],
    registry=REGISTRY,
)
SECONDS = Histogram(
    "draughts_request_seconds",
    "How long an answer took.",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
_PASSED_ON: list[Callable[[dict[str, Any]], None]] = []
_LISTENER_COUNTS: list[Callable[[], int]] = []


def count_request(*, view: str, method: str, status: int, seconds: float) -> None:
    """Count one response, here or where the counts of this process are passed on to."""
    for pass_on in _PASSED_ON:
        pass_on({"view": view, "method": method, "status": status, "seconds": seconds})
        return
    REQUESTS.labels(view, method if method in METHODS else "other", str(status)).inc()
    SECONDS.labels(view).observe(seconds)


def pass_counts_on(pass_on: Callable[[dict[str, Any]], None]) -> None:
    """Pass the responses of this process on, to be counted by another one."""
    _PASSED_ON[:] = [pass_on]


def register_listener_counter(counter: Callable[[], int]) -> None:
    """Register `counter` as the count of open streams in this process."""
    if counter not in _LISTENER_COUNTS:
        _LISTENER_COUNTS.append(counter)


def remove_listener_counter(counter: Callable[[], int]) -> None:
    """Unregister `counter`."""
    if counter in _LISTENER_COUNTS:
        _LISTENER_COUNTS.remove(counter)


def listeners() -> int:
    """Open streams in this process."""
    return sum(count() for count in _LISTENER_COUNTS)


BEAT_FILE = "DRAUGHTS_BEAT_FILE"
"""Variable with the file that a worker touches, and that the health check of its container reads."""
HEALTH_FACTS: dict[str, Callable[[], str]] = {}


def add_health_fact(name: str, ask: Callable[[], str]) -> None:
    """Register a fact by its name; ``ask`` must answer at once and from memory."""
    HEALTH_FACTS[name] = ask
