"""Queries for roles, passes and tokens."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from club.core.access import may, scope_of
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import ApiToken, HelperPass, RoleGrant


def roles_held_in(*, organisation_id: int, actor: Actor) -> list[RoleGrant]:
    """Current roles in a club that the actor may see: by role, then by account."""
    now = timezone.now()
    grants = (
        RoleGrant.objects.filter(
            Q(expires_at__isnull=True) | Q(expires_at__gt=now),
            organisation_id=organisation_id,
            revoked_at__isnull=True,
        )
        .select_related("user", "granted_by", "organisation")
        .order_by("event_id", "section_id", "user__email", "pk")
    )
    return [grant for grant in grants if may(actor, Capability.SEE_ROLES, scope_of(grant))]


def passes_in(*, organisation_id: int, actor: Actor) -> list[HelperPass]:
    """Passes of a club that the actor may revoke, newest first; dead ones too."""
    passes = HelperPass.objects.filter(organisation_id=organisation_id).select_related("created_by")
    return [held for held in passes.order_by("-pk") if may(actor, Capability.MAKE_PASSES, scope_of(held))]


def tokens_of(*, actor: Actor) -> QuerySet[ApiToken]:
    """Tokens of the account, newest first; dead ones too."""
    return ApiToken.objects.filter(user=actor.user) if actor.user is not None else ApiToken.objects.none()


def grants_held(*, actor: Actor) -> QuerySet[RoleGrant]:
    """Current roles of an account, by club."""
    held = RoleGrant.objects.filter(user=actor.user, revoked_at__isnull=True)
    return (
        held.exclude(expires_at__lte=timezone.now())
        .select_related("organisation")
        .order_by("organisation__name", "pk")
    )
