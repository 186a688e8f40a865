"""Jobs that write in the ledger, and in a plain file that no transaction guards."""

import os
import time
from pathlib import Path

from club.access import Scope, insist
from club.capabilities import Capability
from club.jobs import job
from club.live import channel_kind, publish
from club.services.jobs import enqueue
from ledger.models import Line


@job("ledger.write")
def write(*, job):
    """Write the line, slowly enough to be killed in the middle."""
    Line.objects.create(number=job.arguments["number"])
    note(job.arguments["number"])
    time.sleep(job.arguments.get("seconds", 0))


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
    with Path(os.environ["LEDGER_NOTES"]).open("a") as file:
        file.write(f"{number} {time.time()}\n")


@channel_kind("ledger", is_public=True)
def ledger_channel(*, actor, subject):
    """Anybody may listen to the ledger."""


@channel_kind("desk")
def desk_channel(*, actor, subject):
    """Whoever may see the desk of a club."""
    insist(actor, Capability.SEE_DESK, Scope(int(subject)))


@job("ledger.tell")
def tell(*, job):
    """Write a line and tell of it, slowly enough to be killed in the middle."""
    write(job=job)
    publish("ledger:1", "ledger.line", {"number": job.arguments["number"]})
