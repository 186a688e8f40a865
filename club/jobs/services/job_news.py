"""Telling lists of work that something has moved: not which and whose, a list looks for itself."""

from django.db import transaction

from club.live.publishing import publish
from club.models import Job

LISTS = "jobs"  # the kind of channel; with a club's number behind it that club's own


def list_channel(clubs: frozenset[int] | None) -> str:
    """The channel for a list of these clubs' work: the club's own, else the site's, so that one is enough."""
    return LISTS if clubs is None or len(clubs) != 1 else f"{LISTS}:{next(iter(clubs))}"


def tell_lists(job: Job) -> None:
    """Say that a job has moved, as the last thing in the transaction in which it does.

    The channels' rows stay locked until it ends: whatever is locked after them could wait for somebody who
    waits for them.
    """
    if job.organisation_id is not None:
        publish(f"{LISTS}:{job.organisation_id}", "club.jobs.moved")
    publish(LISTS, "club.jobs.moved")


def tell_lists_after(job: Job) -> None:
    """Say it after the commit, where more follows in the transaction. Its next start says it anyhow."""
    transaction.on_commit(lambda: _told(job), robust=True)


@transaction.atomic
def _told(job: Job) -> None:
    tell_lists(job)
