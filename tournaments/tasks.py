"""Jobs of the tournaments app."""

from datetime import timedelta

from django.conf import settings

from club.jobs import every, job
from club.models import Job
from tournaments.services.large_rounds import TASK, propose_as_asked
from tournaments.services.retention import forget_contacts


@every(timedelta(hours=6), "tournaments.forget_contacts")
def forget_old_contacts(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Mail addresses of entrants are kept until some days after the event."""
    forget_contacts(
        after_event=settings.CONTACTS_KEPT_DAYS, after_refusal=settings.REFUSED_CONTACTS_KEPT_DAYS
    )


@job(TASK)
def propose_large_round(*, job: Job) -> None:
    """Pair the next round of a large field."""
    propose_as_asked(told=job.arguments)
