"""Permission checks for pages, API, jobs, commands and the admin: one function for all of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from club.accounts.models import Scoped
from club.core.actor import Actor
from club.core.capabilities import MATRIX, PASS_MATRIX, Capability
from club.core.errors import NotAllowed, UnknownPlace
from club.models import HelperPass, PassLevel, Role, RoleGrant, User

COMMAND_LINE_CAPABILITIES = frozenset({Capability.IMPORT_GAMES})
"""Capabilities of the person at the laptop of a club without accounts."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Place of an action: the site (no club), a club, an event, a section, a board."""

    organisation_id: int | None = None
    event_id: int | None = None
    section_id: int | None = None
    board: int | None = None


SITE = Scope()

PlaceCheck = Callable[[Scope], bool]
"""Function that checks that the event and the section of a scope belong to its club."""

PLACE_CHECKS: list[PlaceCheck] = []


def add_place_checks(*checks: PlaceCheck) -> None:
    """Add checks, of the app that has events."""
    PLACE_CHECKS.extend(check for check in checks if check not in PLACE_CHECKS)


def require_place_of_club(scope: Scope) -> None:
    """Raise UnknownPlace for an event of another club, or a section of another event.

    Whatever is given there would else reach rows of that club which are looked up by the event alone.
    """
    if scope.event_id is not None and not all(check(scope) for check in PLACE_CHECKS):
        raise UnknownPlace(event=scope.event_id, section=scope.section_id)


def may(actor: Actor, capability: Capability, scope: Scope) -> bool:
    """Check that the actor may do this there."""
    if actor.is_system:
        return True
    if actor.abilities is not None and capability not in actor.abilities:
        return False
    if actor.user is not None:
        user = actor.user
        return user.is_active and (user.is_superuser or _has_role(actor, MATRIX[capability], scope))
    if actor.helper_pass is not None:
        held = actor.helper_pass
        return capability in PASS_MATRIX[PassLevel(held.level)] and pass_reaches(held, scope)
    return actor.is_at_the_machine and capability in COMMAND_LINE_CAPABILITIES


def may_somewhere(actor: Actor, capability: Capability) -> bool:
    """Check that the actor may do this in any place: a club, an event, a section, some boards."""
    if actor.abilities is not None and capability not in actor.abilities:
        return False
    if actor.user is not None and not actor.user.is_superuser:
        return any(grant.role in MATRIX[capability] for grant in _grants(actor))
    held = actor.helper_pass
    if actor.user is None and held is not None:
        return may(actor, capability, Scope(held.organisation_id, held.event_id, held.section_id))
    return may(actor, capability, SITE)


def require_permission(actor: Actor, capability: Capability, scope: Scope) -> None:
    """Raise NotAllowed unless the actor may do this there."""
    if not may(actor, capability, scope):
        raise NotAllowed(capability=capability.value, who=actor.label)


def roles_at(actor: Actor, scope: Scope) -> frozenset[Role]:
    """Roles of the actor's account there, including those of the whole club."""
    return frozenset(Role(grant.role) for grant in _grants(actor) if reaches(grant, scope))


def clubs_where(actor: Actor, capability: Capability) -> frozenset[int] | None:
    """Numbers of the clubs in which the actor may do this; None for all clubs."""
    if actor.abilities is not None and capability not in actor.abilities:
        return frozenset()
    if actor.is_system or (actor.user is not None and actor.user.is_active and actor.user.is_superuser):
        return None
    if actor.is_at_the_machine and capability in COMMAND_LINE_CAPABILITIES:
        return None
    wanted = MATRIX[capability]
    return frozenset(
        grant.organisation_id for grant in _grants(actor) if grant.role in wanted and grant.event_id is None
    )


def places_where(actor: Actor, capability: Capability, organisation_id: int) -> list[Scope]:
    """Places of a club in which the actor may do this: the whole club alone, else its events and sections."""
    whole = Scope(organisation_id)
    if may(actor, capability, whole):
        return [whole]
    if actor.abilities is not None and capability not in actor.abilities:
        return []
    found = {
        Scope(organisation_id, grant.event_id, grant.section_id)
        for grant in _grants(actor)
        if grant.organisation_id == organisation_id and grant.role in MATRIX[capability]
    }
    return sorted(found, key=lambda scope: (scope.event_id or 0, scope.section_id or 0))


def events_where(actor: Actor, capability: Capability) -> frozenset[int]:
    """Numbers of the events in which, or in a section of which, a role lets the actor do this."""
    if actor.abilities is not None and capability not in actor.abilities:
        return frozenset()
    wanted = MATRIX[capability]
    found = (grant.event_id for grant in _grants(actor) if grant.role in wanted)
    return frozenset(event_id for event_id in found if event_id is not None)


def reaches(grant: RoleGrant, scope: Scope) -> bool:
    """Check that a grant covers a place: the club, or the named event or section in it."""
    return (
        grant.organisation_id == scope.organisation_id
        and grant.event_id in {None, scope.event_id}
        and grant.section_id in {None, scope.section_id}
    )


def pass_reaches(held: HelperPass, scope: Scope) -> bool:
    """Check that a valid pass covers a place and board."""
    if held.revoked_at is not None or held.expires_at <= timezone.now():
        return False
    if held.organisation_id != scope.organisation_id:
        return False
    if held.event_id not in {None, scope.event_id} or held.section_id not in {None, scope.section_id}:
        return False
    first, last = held.first_board or 1, held.last_board
    return scope.board is None or (scope.board >= first and (last is None or scope.board <= last))


def _has_role(actor: Actor, roles: Iterable[Role], scope: Scope) -> bool:
    return not roles_at(actor, scope).isdisjoint(roles)


def _grants(actor: Actor) -> list[RoleGrant]:
    """Current grants of the actor's account, cached with the request."""
    if actor.user is None or not actor.user.is_active:
        return []
    grants: list[RoleGrant] | None = actor.memory.get("grants")
    if grants is None:
        grants = actor.memory["grants"] = list(grants_of(actor.user))
    return grants


def grants_of(user: User) -> "list[RoleGrant]":
    """Current grants of an account."""
    still = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return list(RoleGrant.objects.filter(still, user=user, revoked_at__isnull=True))


def scope_of(row: Scoped) -> Scope:
    """Place of a grant, pass or invitation."""
    return Scope(row.organisation_id, row.event_id, row.section_id)
