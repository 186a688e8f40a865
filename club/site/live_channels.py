"""Live channels of the site itself."""

from club.core.access import SITE, Scope, may_somewhere, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed, UnknownChannel
from club.live.publishing import channel_kind
from club.models import Job, Organisation

LONGEST_NUMBER = 19  # digits


@channel_kind("job")
def job_channel(*, actor: Actor, subject: str) -> None:
    """Require the permission to see the club's jobs for the channel of a job."""
    job = Job.objects.filter(pk=subject).first() if is_number(subject) else None
    if job is None:
        raise UnknownChannel(channel=f"job:{subject}")
    require_permission(actor, Capability.SEE_JOBS, Scope(job.organisation_id))


@channel_kind("jobs")
def list_of_jobs_channel(*, actor: Actor, subject: str) -> None:
    """Require the permission to see jobs in the named club, else in any club, for the job list's channel."""
    if not subject and may_somewhere(actor, Capability.SEE_JOBS):
        return
    if not subject:
        raise NotAllowed(capability=Capability.SEE_JOBS.value, who=actor.label)
    club = Organisation.objects.filter(pk=subject).first() if is_number(subject) else None
    if club is None:
        raise UnknownChannel(channel=f"jobs:{subject}")
    require_permission(actor, Capability.SEE_JOBS, Scope(club.pk))


@channel_kind("changes")
def changes_channel(*, actor: Actor, subject: str) -> None:
    """Require the permission to manage backups for the changes of the whole site: they name everything."""
    if subject != "site":
        raise UnknownChannel(channel=f"changes:{subject}")
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)


def is_number(subject: str) -> bool:
    """Check that a subject can be the number of a row."""
    return subject.isascii() and subject.isdecimal() and len(subject) < LONGEST_NUMBER
