"""Where a thing belongs that an address names: what pages and the API declare as their `scope`.

A thing that is not there answers 404; one of another club is refused like anything else there.
"""

from typing import Any

from django.apps import apps
from django.db.models import Model
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from club.access import Scope, may
from club.capabilities import Capability
from club.declared_access import ScopeOf
from club.models import (
    AuditEntry,
    HelperPass,
    Household,
    Invitation,
    Job,
    Membership,
    MembershipPlan,
    Organisation,
    OutboxMessage,
    Person,
    RoleGrant,
)
from club.requests import actor_of
from club.selectors.grants import scope_of

Asked = HttpRequest | Request


def scope_of_grant(_request: Asked, grant_id: int) -> Scope:
    """Where the role was given."""
    return scope_of(get_object_or_404(RoleGrant, pk=grant_id))


def scope_of_pass(_request: Asked, pass_id: int) -> Scope:
    """Where the pass is good."""
    return scope_of(get_object_or_404(HelperPass, pk=pass_id))


def scope_of_invitation(_request: Asked, invitation_id: int) -> Scope:
    """Where the role of the invitation will hold."""
    return scope_of(get_object_or_404(Invitation, pk=invitation_id))


def scope_of_person(_request: Asked, person_id: int) -> Scope:
    """The club that keeps the person."""
    return Scope(get_object_or_404(Person, pk=person_id).organisation_id)


def scope_of_member(capability: Capability) -> ScopeOf:
    """The club through which the asker has the capability on a person: the keeping one comes first."""

    def scope(request: Asked, person_id: int, **_rest: Any) -> Scope:
        person = get_object_or_404(Person, pk=person_id)
        joined = person.memberships.order_by("organisation_id").values_list("organisation_id", flat=True)
        actor, places = actor_of(request), [Scope(number) for number in (person.organisation_id, *joined)]
        return next((place for place in places if may(actor, capability, place)), places[0])

    return scope


def scope_of_membership(_request: Asked, membership_id: int, **_rest: Any) -> Scope:
    """The club of a membership."""
    return Scope(get_object_or_404(Membership, pk=membership_id).organisation_id)


def scope_of_plan(_request: Asked, plan_id: int) -> Scope:
    """The club that offers a plan."""
    return Scope(get_object_or_404(MembershipPlan, pk=plan_id).organisation_id)


def scope_of_household(_request: Asked, household_id: int) -> Scope:
    """The club that keeps a household."""
    return Scope(get_object_or_404(Household, pk=household_id).organisation_id)


def scope_of_job(_request: Asked, job_id: int) -> Scope:
    """The club whose work it is."""
    return Scope(get_object_or_404(Job, pk=job_id).organisation_id)


def scope_of_message(_request: Asked, message_id: int) -> Scope:
    """The club whose message it is."""
    return Scope(get_object_or_404(OutboxMessage, pk=message_id).organisation_id)


def scope_of_entry(_request: Asked, entry_id: int) -> Scope:
    """The club on whose trail the entry is."""
    return Scope(get_object_or_404(AuditEntry, pk=entry_id).organisation_id)


def trail_of_pass(_request: Asked, pass_id: int) -> Scope:
    """The club on whose trail the pass is: a trail is read for a whole club."""
    return Scope(get_object_or_404(HelperPass, pk=pass_id).organisation_id)


def trail_of_target(_request: Asked, kind: str, target_id: str) -> Scope | None:
    """The club on whose trail a thing is; None for what is gone or of no club: own clubs alone are shown."""
    row = _row(kind, target_id)
    if row is None:
        return None
    if isinstance(row, Organisation):
        return Scope(row.pk)
    club: int | None = getattr(row, "organisation_id", None)
    return None if club is None else Scope(club)


def _row(kind: str, number: str) -> Model | None:
    """The row of a table as audit entries name them, "games.game"."""
    known = {model._meta.label_lower: model for model in apps.get_models()}  # noqa: SLF001 - Django's documented interface
    model = known.get(kind)
    if model is None or not (number.isascii() and number.isdecimal() and len(number) < 19):  # noqa: PLR2004 - a key's width
        return None
    return model._base_manager.filter(pk=number).first()  # noqa: SLF001 - rows whatever their state
