"""Jobs that write in the ledger, and in a plain file that no transaction guards."""

import json
import os
import time
from datetime import timedelta
from pathlib import Path

from celery.signals import worker_init
from django.db import transaction

from club import tasks
from club.core.access import Scope, require_permission
from club.core.capabilities import Capability
from club.jobs.handlers import RECURRING, job
from club.jobs.services.jobs import enqueue
from club.live import redis_wakeups as live_redis
from club.live.hub import wakeups
from club.live.publishing import channel_kind, publish
from ledger.models import Line

NOTES = Path(os.environ["LEDGER_NOTES"])
HOLD, HELD = NOTES.with_name("hold"), NOTES.with_name("held")
# What looks by itself now and then can be made to look so seldom that only a wake-up explains an answer.
# Redis is then given as long to answer: a busy machine may be slow, and nothing else would wake anybody.
if seldom := os.environ.get("LEDGER_LOOKS_EVERY"):
    tasks.SWEEP_SECONDS = wakeups.WATCHED_SECONDS = live_redis.PATIENCE_SECONDS = float(seldom)


@worker_init.connect
def begin(**_):
    """Enqueue, once, what a test has put into the environment of its worker: another process costs seconds.

    Nothing else is done, unless a test asks for it: a new site begins with a backup.
    """
    if "LEDGER_KEEPS_RECURRING" not in os.environ:
        RECURRING.clear()
    with transaction.atomic():
        for task, number in json.loads(os.environ.get("LEDGER_JOBS", "[]")):
            enqueue(task=task, arguments={"number": number}, key=f"line:{number}")


@job("ledger.write")
def write(*, job):
    """Write the line and note it, then wait while a test holds the jobs, to kill one in the middle."""
    Line.objects.create(number=job.arguments["number"])
    note(job.arguments["number"])
    while HOLD.exists():
        HELD.touch()
        time.sleep(0.01)


@job("ledger.write_apart", lease=timedelta(seconds=2))
def write_apart(*, job):
    """Write the line outside any transaction."""
    write(job=job)


@job("ledger.count_down")
def count_down(*, job):
    """Write a line and enqueue the next slice in the same transaction."""
    write(job=job)
    if number := job.arguments["number"]:
        arguments = {**job.arguments, "number": number - 1}
        enqueue(
            task="ledger.count_down", arguments=arguments, key=f"{job.key.rpartition(':')[0]}:{number - 1}"
        )


@job("ledger.refuse")
def refuse(*, job):
    """Write a line, then fail."""
    Line.objects.create(number=job.arguments["number"])
    raise ValueError("The ledger is full.")


@job("ledger.die")
def die(*, job):
    """End the whole process in the middle."""
    note(job.arguments["number"])
    os._exit(9)


def note(number):
    """Append the number and the moment to the plain file."""
    with NOTES.open("a") as file:
        file.write(f"{number} {time.time()}\n")


@channel_kind("ledger", is_public=True)
def ledger_channel(*, actor, subject):
    """Anybody may listen to the ledger."""


@channel_kind("desk")
def desk_channel(*, actor, subject):
    """Whoever may see the desk of a club."""
    require_permission(actor, Capability.SEE_DESK, Scope(int(subject)))


@job("ledger.tell")
def tell(*, job):
    """Write a line and tell of it."""
    write(job=job)
    publish("ledger:1", "ledger.line", {"number": job.arguments["number"]})
