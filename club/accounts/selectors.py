"""Queries for roles, passes, tokens, and members to invite."""

from datetime import date
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from club.accounts.errors import UnknownInvitation
from club.accounts.invitation_secrets import hash_of
from club.core.access import clubs_where, may, scope_of
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import (
    RUNNING,
    ApiToken,
    Guardianship,
    HelperPass,
    Invitation,
    Membership,
    Person,
    RoleGrant,
    User,
)


def current_roles_in(*, organisation_id: int, actor: Actor) -> list[RoleGrant]:
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
    return [
        granted_pass
        for granted_pass in passes.order_by("-pk")
        if may(actor, Capability.MAKE_PASSES, scope_of(granted_pass))
    ]


def tokens_of(*, actor: Actor) -> QuerySet[ApiToken]:
    """Tokens of the account, newest first; dead ones too."""
    return ApiToken.objects.filter(user=actor.user) if actor.user is not None else ApiToken.objects.none()


def current_grants(*, actor: Actor) -> QuerySet[RoleGrant]:
    """Current roles of an account, by club."""
    granted_pass = RoleGrant.objects.filter(user=actor.user, revoked_at__isnull=True)
    return (
        granted_pass.exclude(expires_at__lte=timezone.now())
        .select_related("organisation")
        .order_by("organisation__name", "pk")
    )


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


def open_invitations_of(*, actor: Actor) -> QuerySet[Invitation]:
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


class Uninvited(NamedTuple):
    """Columns of a person needed for an invitation: a club has many persons."""

    pk: int
    name: str
    email: str
    language: str
    search_key: str
    born_on: date | None
    is_member: bool
    guards: bool


def uninvited_members(*, organisation_id: int) -> list[Uninvited]:
    """List members managed by the club with a mail address and no account or open invitation.

    The order is the sort order. An address can have one account: in a family that shares one, the guardian is
    invited, else the oldest.
    """
    running = Membership.objects.filter(
        person=OuterRef("pk"), organisation_id=organisation_id, state__in=RUNNING
    )
    invited = Invitation.objects.filter(
        organisation_id=organisation_id,
        accepted_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    )
    rows = Person.objects.filter(organisation_id=organisation_id, user__isnull=True).exclude(email="")
    rows = rows.exclude(email__in=invited.values("email")).exclude(email__in=User.objects.values("email"))
    guards = Guardianship.objects.filter(guardian=OuterRef("pk"))
    rows = rows.annotate(is_member=Exists(running), guards=Exists(guards))
    persons = (Uninvited(*row) for row in rows.order_by().values_list(*Uninvited._fields))
    first: dict[str, Uninvited] = {}
    for person in sorted(persons, key=_order):
        first.setdefault(person.email, person)
    found = [person for person in first.values() if person.is_member or person.guards]
    return sorted(found, key=lambda person: (person.search_key, person.pk))


def _order(person: Uninvited) -> tuple[bool, date, int]:
    return (not person.guards, person.born_on or date.max, person.pk)
