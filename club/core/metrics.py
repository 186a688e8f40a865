"""Prometheus metrics.

Requests are counted in each process. With PROMETHEUS_MULTIPROC_DIR set, the processes of one machine add up
their counts in that folder. Jobs and messages are counted in the database at each scrape, so that every
process reports the same.
"""

import os
from collections.abc import Callable, Iterator

from django.utils import timezone
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from club.site.selectors.health import heartbeat_age, jobs_by_state, messages_by_state, oldest_due_job

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
_LISTENER_COUNTS: list[Callable[[], int]] = []


def count_request(*, view: str, method: str, status: int, seconds: float) -> None:
    """Count one response."""
    REQUESTS.labels(view, method if method in METHODS else "other", str(status)).inc()
    SECONDS.labels(view).observe(seconds)


def listeners_counted_by(counter: Callable[[], int]) -> None:
    """Register `counter` as the count of open streams in this process."""
    if counter not in _LISTENER_COUNTS:
        _LISTENER_COUNTS.append(counter)


class SiteCollector(Collector):
    """Collector of database figures, queried at each scrape."""

    def collect(self) -> Iterator[Metric]:
        """Collect jobs, messages, workers and listeners."""
        jobs = GaugeMetricFamily("draughts_jobs", "Jobs that wait or failed.", labels=["queue", "state"])
        for queue, state, number in jobs_by_state():
            jobs.add_metric([queue, state], number)
        yield jobs
        outbox = GaugeMetricFamily("draughts_outbox", "Messages that wait or failed.", labels=["state"])
        for state, number in messages_by_state():
            outbox.add_metric([state], number)
        yield outbox
        now = timezone.now()
        oldest = oldest_due_job(now=now)
        yield GaugeMetricFamily(
            "draughts_job_wait_seconds",
            "How long the oldest due job has waited.",
            value=(now - oldest).total_seconds() if oldest else 0,
        )
        age = heartbeat_age(now=now)
        if age is not None:
            yield GaugeMetricFamily("draughts_worker_age_seconds", "Since a worker was last seen.", value=age)
        yield GaugeMetricFamily(
            "draughts_listeners", "Open live streams.", value=sum(count() for count in _LISTENER_COUNTS)
        )


def exposition() -> bytes:
    """Render all metrics in Prometheus' text format."""
    site = CollectorRegistry()
    site.register(SiteCollector())
    if os.environ.get(SHARED_FOLDER):
        multiprocess.MultiProcessCollector(site)  # type: ignore[no-untyped-call]
        return generate_latest(site)
    return generate_latest(REGISTRY) + generate_latest(site)
