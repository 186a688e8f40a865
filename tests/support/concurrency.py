"""Several people who act in the same moment, each with a database connection of their own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import close_old_connections, connection, connections

from club.core.errors import ClubError
from club.models import LiveChannel, LiveEvent

on_postgresql = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite lets one write at a time: make test-services"
    ),
]


def at_once(*calls):
    """Run every call in a thread with a connection of its own; what each returned or was refused with."""
    start = Barrier(len(calls))

    def run(call):
        close_old_connections()
        try:
            start.wait(120)
            return call()
        except ClubError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def channel_has_no_gap(section):
    """The numbers of the live events of a section, one after the other."""
    name = f"section:{section.pk}"
    numbers = list(
        LiveEvent.objects.filter(channel__name=name).order_by("number").values_list("number", flat=True)
    )
    return numbers == list(range(1, LiveChannel.objects.get(name=name).last_number + 1))
