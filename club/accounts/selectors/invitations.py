"""Queries for invitations."""

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from club.accounts.invitation_secrets import hash_of
from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownInvitation
from club.models import Invitation


def invitations_made(*, actor: Actor) -> QuerySet[Invitation]:
    """Invitations of the clubs in which the actor may invite, latest first."""
    clubs = clubs_where(actor, Capability.GRANT_ROLES)
    every = Invitation.objects.select_related("organisation", "person", "invited_by", "accepted_by")
    return every.order_by("-pk") if clubs is None else every.filter(organisation_id__in=clubs).order_by("-pk")


def invitation_by_secret(*, secret: str) -> Invitation:
    """Return the invitation with this secret, in any state."""
    found = (
        Invitation.objects.filter(secret_hash=hash_of(secret))
        .select_related("organisation", "invited_by", "person")
        .first()
    )
    if found is None:
        raise UnknownInvitation
    return found


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
