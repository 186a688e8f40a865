"""What can be listened to of the site itself."""

from club.access import Scope, insist
from club.actor import Actor
from club.capabilities import Capability
from club.errors import UnknownChannel
from club.live import channel_kind
from club.models import Job


@channel_kind("job")
def job_channel(*, actor: Actor, subject: str) -> None:
    """Whoever may see a club's work may follow a piece of it."""
    job = Job.objects.filter(pk=subject).first() if subject.isascii() and subject.isdecimal() else None
    if job is None:
        raise UnknownChannel(channel=f"job:{subject}")
    insist(actor, Capability.SEE_JOBS, Scope(job.organisation_id))
