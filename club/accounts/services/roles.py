"""Services that grant and revoke roles."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from club.accounts.errors import GrantIsOver, LastOwner, RoleNotYours, UnknownAccount
from club.audit import log as audit
from club.core.access import Scope, require_permission, require_place_of_club, roles_at
from club.core.actor import Actor
from club.core.capabilities import GRANTABLE, Capability
from club.core.errors import UnknownOrganisation
from club.models import Organisation, Role, RoleGrant, User


def grantable_roles(*, actor: Actor, scope: Scope) -> frozenset[Role]:
    """Roles that the actor may grant and revoke there."""
    if actor.is_system or (actor.user is not None and actor.user.is_superuser):
        return frozenset(Role)
    return frozenset().union(*(GRANTABLE.get(role, frozenset()) for role in roles_at(actor, scope)))


def account_of(*, email: str) -> User:
    """Return the active account with this address."""
    found = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if found is None:
        raise UnknownAccount(email=email)
    return found


@transaction.atomic
def grant_role(
    *,
    user: User,
    role: Role,
    scope: Scope,
    actor: Actor,
    expires_at: datetime | None = None,
    reason: str = "",
) -> RoleGrant:
    """Grant an account a role in a club, an event or a section; an existing grant does not change."""
    club = locked_club(scope)
    require_permission(actor, Capability.GRANT_ROLES, scope)
    _require_grantable_role(actor, role, scope)
    require_place_of_club(scope)
    place = {"organisation": club, "event_id": scope.event_id, "section_id": scope.section_id}
    existing = RoleGrant.objects.filter(user=user, role=role, revoked_at__isnull=True, **place).first()
    if existing is not None and not _is_expired(existing):
        return existing
    if existing is not None:  # expired: the unique place is free again
        existing.revoked_at = existing.expires_at
        existing.save(update_fields=["revoked_at"])
    grant = RoleGrant.objects.create(
        user=user, role=role, granted_by=actor.user, expires_at=expires_at, **place
    )
    audit.record("club.role.granted", grant, actor=actor, after=grant_facts(grant), reason=reason)
    return grant


@transaction.atomic
def revoke_role(*, grant_id: int, actor: Actor, reason: str = "") -> RoleGrant:
    """Revoke a role; a club retains at least one owner."""
    place = RoleGrant.objects.only("organisation_id").get(pk=grant_id)
    club = locked_club(Scope(place.organisation_id))
    grant = RoleGrant.objects.select_for_update(no_key=True).get(pk=grant_id)
    scope = Scope(grant.organisation_id, grant.event_id, grant.section_id)
    require_permission(actor, Capability.GRANT_ROLES, scope)
    role = Role(grant.role)
    _require_grantable_role(actor, role, scope)
    if grant.revoked_at is not None:
        raise GrantIsOver(role=role.value, who=str(grant.user))
    if role is Role.OWNER and grant.event_id is None and not _other_owners(grant).exists():
        raise LastOwner(club=club.name)
    before = grant_facts(grant)
    grant.revoked_at = timezone.now()
    grant.save(update_fields=["revoked_at"])
    audit.record("club.role.revoked", grant, actor=actor, before=before, reason=reason)
    return grant


def grant_facts(grant: RoleGrant) -> dict[str, Any]:
    """Return the audit facts of a grant."""
    return {
        "account": grant.user_id,
        "role": str(grant.role),
        "event": grant.event_id,
        "section": grant.section_id,
        "expires_at": grant.expires_at,
    }


def locked_club(scope: Scope) -> Organisation:
    """Lock the club: two owners who revoke each other's role are serialized."""
    club = Organisation.objects.select_for_update(no_key=True).filter(pk=scope.organisation_id or 0).first()
    if club is None:
        raise UnknownOrganisation(slug=str(scope.organisation_id))
    return club


def _require_grantable_role(actor: Actor, role: Role, scope: Scope) -> None:
    if role not in grantable_roles(actor=actor, scope=scope):
        raise RoleNotYours(role=role.value, who=actor.label)


def _is_expired(grant: RoleGrant) -> bool:
    return grant.expires_at is not None and grant.expires_at <= timezone.now()


def _other_owners(grant: RoleGrant) -> QuerySet[RoleGrant]:
    """Other owners of the same club: of the whole club, without an end, with an active account."""
    return RoleGrant.objects.filter(
        ~Q(pk=grant.pk),
        organisation_id=grant.organisation_id,
        role=Role.OWNER,
        event_id__isnull=True,
        expires_at__isnull=True,
        revoked_at__isnull=True,
        user__is_active=True,
    )
