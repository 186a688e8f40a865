"""Invitations of members without an account: one, or everyone with a mail address."""

from collections.abc import Collection

from django.db import transaction

from club.accounts.selectors.uninvited import uninvited_members
from club.accounts.services.invitations import AddressOf, invite
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import Invitation, Role

DAYS, MOST_AT_ONCE = 30, 200


@transaction.atomic
def invite_members(
    *, organisation_id: int, actor: Actor, address_of: AddressOf, only: Collection[int] | None = None
) -> list[Invitation]:
    """Invite members as players, up to a maximum; the accepting account is linked to the person.

    `only` selects some of them. Members with an account or an open invitation are skipped.
    """
    insist(actor, Capability.GRANT_ROLES, Scope(organisation_id))
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
        for person in chosen[:MOST_AT_ONCE]
    ]
