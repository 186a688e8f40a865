"""Services for invitations: send by mail or show as a code, revoke, accept once."""

import secrets
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation

from club.accounts.errors import (
    InvitationExpired,
    InvitationIsOpen,
    InvitationRevoked,
    InvitationUsed,
    InviterMayNoLonger,
    RoleNotYours,
    UnknownInvitation,
)
from club.accounts.invitation_secrets import hash_of, secret_of
from club.accounts.selectors import uninvited_members
from club.accounts.services.roles import grant_role, grantable_roles, locked_club
from club.audit import log as audit
from club.core.access import Scope, require_permission, require_place_of_club
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed, UnknownPerson
from club.jobs.services.outbox import SECRET_PREFIX, write_message
from club.members.services.persons import ensure_person, join
from club.models import Invitation, Person, Role, User

AddressOf = Callable[[str], str]
"""Function from a secret to the absolute address that accepts it."""


@transaction.atomic
def invite(
    *,
    scope: Scope,
    role: Role,
    days: int,
    actor: Actor,
    address_of: AddressOf,
    email: str = "",
    language: str = "",
    person_id: int | None = None,
) -> Invitation:
    """Create an invitation; with a mail address it is sent there, without one its code is shown.

    Idempotent: a second one for the same address, role and place returns the first.
    """
    require_permission(actor, Capability.GRANT_ROLES, scope)
    if role not in grantable_roles(actor=actor, scope=scope):
        raise RoleNotYours(role=role.value, who=actor.label)
    require_place_of_club(scope)
    # Two presses of one button find no invitation to lock. Without a lock on the one that is found: its
    # acceptance locks it before the club.
    locked_club(scope)
    email = email.strip().lower()
    place = {
        "organisation_id": scope.organisation_id,
        "event_id": scope.event_id,
        "section_id": scope.section_id,
    }
    known = open_invitations().filter(**place, role=role, email=email)
    if email and (again := known.first()) is not None:
        return again
    invitation = Invitation(
        **place,
        role=role,
        email=email,
        language=language,
        person=_person_of(person_id, scope),
        secret_hash=secrets.token_hex(32),  # placeholder: the real hash needs the number
        invited_by=actor.user,
        expires_at=timezone.now() + timedelta(days=days),
    )
    invitation.save()
    secret = secret_of(invitation)
    invitation.secret_hash = hash_of(secret)
    invitation.save(update_fields=["secret_hash"])
    if email:
        _send(invitation, address_of(secret))
    audit.record("club.invitation.made", invitation, actor=actor, after=facts_of(invitation))
    return invitation


@transaction.atomic
def revoke_invitation(*, invitation_id: int, actor: Actor, reason: str = "") -> Invitation:
    """Revoke an invitation; an accepted one remains accepted."""
    invitation = Invitation.objects.select_for_update(no_key=True).filter(pk=invitation_id).first()
    if invitation is None:
        raise UnknownInvitation
    require_permission(actor, Capability.GRANT_ROLES, scope_of(invitation))
    if invitation.accepted_at is not None:
        raise InvitationUsed(club=str(invitation.organisation))
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        audit.record("club.invitation.taken_back", invitation, actor=actor, reason=reason)
    return invitation


@transaction.atomic
def restore_invitation(*, invitation_id: int, actor: Actor, reason: str = "") -> Invitation:
    """Restore a revoked invitation until its end."""
    invitation = Invitation.objects.select_for_update(no_key=True).filter(pk=invitation_id).first()
    if invitation is None:
        raise UnknownInvitation
    scope = scope_of(invitation)
    require_permission(actor, Capability.GRANT_ROLES, scope)
    if Role(invitation.role) not in grantable_roles(actor=actor, scope=scope):
        raise RoleNotYours(role=invitation.role, who=actor.label)
    if invitation.revoked_at is None:
        raise InvitationIsOpen(club=str(invitation.organisation))
    invitation.revoked_at = None
    require_open(invitation)
    invitation.save(update_fields=["revoked_at"])
    audit.record(
        "club.invitation.given_back", invitation, actor=actor, after=facts_of(invitation), reason=reason
    )
    return invitation


@transaction.atomic
def accept_invitation(*, invitation_id: int, actor: Actor) -> Invitation:
    """Give the actor's account the role. The caller has checked the secret or the confirmed address.

    Idempotent for the same account.
    """
    if actor.user is None:
        raise NotAllowed(capability=Capability.SEE_DESK.value, who=actor.label)
    invitation = Invitation.objects.select_for_update(no_key=True).filter(pk=invitation_id).first()
    if invitation is None:
        raise UnknownInvitation
    if invitation.accepted_by_id == actor.user.pk:
        return invitation
    require_open(invitation)
    # The inviter gives the role, and must still be allowed to.
    inviter = Actor.of_user(invitation.invited_by) if invitation.invited_by is not None else SYSTEM
    grant = grant_role(user=actor.user, role=Role(invitation.role), scope=scope_of(invitation), actor=inviter)
    _join_person(invitation, actor.user, actor)
    invitation.accepted_at, invitation.accepted_by = timezone.now(), actor.user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    audit.record(
        "club.invitation.accepted",
        invitation,
        actor=actor,
        after={"grant": grant.pk, "role": invitation.role},
    )
    actor.memory.pop("grants", None)
    return invitation


def require_open(invitation: Invitation) -> None:
    """Raise the reason why an invitation cannot be accepted."""
    club = str(invitation.organisation)
    if invitation.revoked_at is not None:
        raise InvitationRevoked(club=club)
    if invitation.accepted_at is not None:
        raise InvitationUsed(club=club)
    if invitation.expires_at <= timezone.now():
        raise InvitationExpired(club=club)
    inviter = invitation.invited_by
    if inviter is not None:
        roles = grantable_roles(actor=Actor.of_user(inviter), scope=scope_of(invitation))
        if Role(invitation.role) not in roles:
            raise InviterMayNoLonger(club=club)


def open_invitations() -> QuerySet[Invitation]:
    """Invitations that are neither accepted nor revoked nor expired."""
    return Invitation.objects.filter(
        accepted_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )


def scope_of(invitation: Invitation) -> Scope:
    """Place of the invitation's role."""
    return Scope(
        organisation_id=invitation.organisation_id,
        event_id=invitation.event_id,
        section_id=invitation.section_id,
    )


def facts_of(invitation: Invitation) -> dict[str, Any]:
    """Return the audit facts of an invitation."""
    return {
        "role": invitation.role,
        "email": invitation.email,
        "person": invitation.person_id,
        "event": invitation.event_id,
        "section": invitation.section_id,
        "until": invitation.expires_at,
    }


def _send(invitation: Invitation, address: str) -> None:
    """Write the mail in the recipient's language; its text is deleted once it is sent."""
    language = invitation.language or invitation.organisation.language or translation.get_language() or ""
    with translation.override(language):
        facts = {"invitation": invitation, "address": address, "role": invitation.get_role_display()}
        write_message(
            key=f"{SECRET_PREFIX}invitation:{invitation.pk}",
            to=invitation.email,
            subject=render_to_string("club/accounts/mail/invitation_subject.txt", facts).strip(),
            text=render_to_string("club/accounts/mail/invitation_text.txt", facts),
            language=language,
            organisation_id=invitation.organisation_id,
        )


def _person_of(person_id: int | None, scope: Scope) -> Person | None:
    if person_id is None:
        return None
    person = Person.objects.filter(pk=person_id).first()
    if person is None or person.organisation_id != scope.organisation_id:
        raise UnknownPerson(number=person_id)
    return person


def _join_person(invitation: Invitation, user: User, actor: Actor) -> None:
    if invitation.person is not None:
        person = Person.objects.select_for_update(no_key=True).get(pk=invitation.person.pk)
        join(person=person, user=user, actor=actor)
        return
    own = ensure_person(user=user, actor=actor)
    if own.organisation_id is None:
        own.organisation_id = invitation.organisation_id
        own.save(update_fields=["organisation"])


DAYS, MAX_INVITATIONS = 30, 200


@transaction.atomic
def invite_members(
    *, organisation_id: int, actor: Actor, address_of: AddressOf, only: Collection[int] | None = None
) -> list[Invitation]:
    """Invite members as players, up to a maximum; the accepting account is linked to the person.

    `only` selects some of them. Members with an account or an open invitation are skipped.
    """
    require_permission(actor, Capability.GRANT_ROLES, Scope(organisation_id))
    locked_club(Scope(organisation_id))
    found = uninvited_members(organisation_id=organisation_id)
    chosen = [person for person in found if only is None or person.pk in only]
    return [
        invite(
            scope=Scope(organisation_id),
            role=Role.PLAYER,
            days=DAYS,
            actor=actor,
            address_of=address_of,
            email=person.email,
            language=person.language,
            person_id=person.pk,
        )
        for person in chosen[:MAX_INVITATIONS]
    ]
