"""Prometheus metrics of the whole site, in the text format that a scrape answers.

Jobs and messages are counted in the database at each scrape, so that every process reports the same.
"""

import os
from collections.abc import Iterator

from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest, multiprocess
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from club.core.metrics import REGISTRY, SHARED_FOLDER, listeners
from club.site.selectors.health import heartbeat_age, jobs_by_state, messages_by_state, oldest_due_job


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
        yield GaugeMetricFamily("draughts_listeners", "Open live streams.", value=listeners())


def exposition() -> bytes:
    """Render all metrics in Prometheus' text format."""
    site = CollectorRegistry()
    site.register(SiteCollector())
    if os.environ.get(SHARED_FOLDER):
        multiprocess.MultiProcessCollector(site)  # type: ignore[no-untyped-call]
        return generate_latest(site)
    return generate_latest(REGISTRY) + generate_latest(site)
