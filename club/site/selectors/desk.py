"""To-do items of the desk."""

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import Invitation, Job, JobState, RoleGrant


def grants_held(*, actor: Actor) -> QuerySet[RoleGrant]:
    """Current roles of an account, by club."""
    held = RoleGrant.objects.filter(user=actor.user, revoked_at__isnull=True)
    return (
        held.exclude(expires_at__lte=timezone.now())
        .select_related("organisation")
        .order_by("organisation__name", "pk")
    )


def invitations_waiting(*, actor: Actor) -> QuerySet[Invitation]:
    """Open invitations to confirmed addresses of the account."""
    if actor.user is None:
        return Invitation.objects.none()
    confirmed = EmailAddress.objects.filter(user=actor.user, verified=True).annotate(low=Lower("email"))
    mine = Invitation.objects.filter(
        email__in=confirmed.values("low"),
        accepted_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    )
    return mine.select_related("organisation", "invited_by").order_by("expires_at")


def failed_jobs(*, actor: Actor) -> QuerySet[Job]:
    """Failed jobs in the clubs whose jobs the actor may see."""
    clubs = clubs_where(actor, Capability.SEE_JOBS)
    failed = Job.objects.filter(state=JobState.FAILED)
    return failed if clubs is None else failed.filter(organisation_id__in=clubs)
