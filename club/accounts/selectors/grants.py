"""Queries for roles, passes and tokens."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from club.core.access import Scope, clubs_where, may, places_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import ClubNotNamed
from club.models import DEMO_SLUG, ApiToken, HelperPass, Organisation, RoleGrant, Scoped


def clubs_reached(*, actor: Actor, capability: Capability) -> list[Organisation]:
    """Clubs with a place where the actor may do this, by name, the demo last."""
    everywhere = clubs_where(actor, capability) is None
    return [
        club
        for club in Organisation.objects.in_order()
        if everywhere or places_where(actor, capability, club.pk)
    ]


def only_club(*, actor: Actor, capability: Capability) -> Organisation:
    """Return the one club where the actor may do this; the demo counts where there is no other.

    Raises ClubNotNamed.
    """
    clubs = clubs_reached(actor=actor, capability=capability)
    own = [club for club in clubs if club.slug != DEMO_SLUG] or clubs
    if len(own) != 1:
        raise ClubNotNamed(known=[club.slug for club in clubs])
    return own[0]


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


def scope_of(row: Scoped) -> Scope:
    """Place of a grant, pass or invitation."""
    return Scope(row.organisation_id, row.event_id, row.section_id)
