"""Live notification of job lists: an event without details, on which a list reloads."""

from django.db import transaction

from club.live.publishing import publish
from club.models import Job

LISTS = "jobs"  # kind of channel; a club's own has the club's id as subject


def list_channel(clubs: frozenset[int] | None) -> str:
    """Return the one channel for a list of these clubs' jobs: the club's own, else the site's."""
    return LISTS if clubs is None or len(clubs) != 1 else f"{LISTS}:{next(iter(clubs))}"


def tell_lists(job: Job) -> None:
    """Publish that a job has changed, as the last step of its transaction.

    The channels' rows stay locked until the commit. A lock taken after them could cause a deadlock.
    """
    if job.organisation_id is not None:
        publish(f"{LISTS}:{job.organisation_id}", "club.jobs.moved")
    publish(LISTS, "club.jobs.moved")


def tell_lists_after(job: Job) -> None:
    """Publish after the commit, for transactions that continue.

    The job's next start publishes as well.
    """
    transaction.on_commit(lambda: _told(job), robust=True)


@transaction.atomic
def _told(job: Job) -> None:
    tell_lists(job)
