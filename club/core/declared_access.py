"""What a view declares about who may use it, and the answer to whether a request may.

Pages (`club.core.pages.access`) and the API (`club.core.api.access`) both declare and ask here; a
test walks every address of the site, reads its declaration and compares the answers with the matrix.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from club.core.access import Scope, may, may_somewhere
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import AccountNeeded, ClubError, NotAllowed, PassEnded, PassTakenBack
from club.core.requests import actor_of

ScopeOf = Callable[..., Scope | None]
"""Tells from the request and the arguments of the address where it is to be done; None: not known yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredAccess:
    """Who may use a view: everybody, any account, or whoever has the capability.

    `scope` tells where; without it a place anywhere is enough, and the view or its service asks again for
    the place itself. With `methods`, the other methods are open to everybody.
    """

    capability: Capability | None = None
    scope: ScopeOf | None = None
    methods: frozenset[str] | None = None
    any_account: bool = False

    def covers(self, method: str | None) -> bool:
        """Whether a request by this method must show the capability."""
        is_open = self.capability is None and not self.any_account
        return not is_open and (self.methods is None or method in self.methods)


PUBLIC = DeclaredAccess()
ANY_ACCOUNT = DeclaredAccess(any_account=True)


def declarations(view: Any) -> tuple[DeclaredAccess, ...]:
    """What a view of an address declares, by its decorators or its permission classes; empty: nothing."""
    own: tuple[DeclaredAccess, ...] = getattr(view, "declared_access", ())
    permissions = getattr(getattr(view, "cls", None), "permission_classes", ())
    permissions = getattr(view, "initkwargs", {}).get("permission_classes", permissions)
    return own + tuple(one.declared_access for one in permissions if hasattr(one, "declared_access"))


def refusal_of(
    request: HttpRequest | Request, declared: DeclaredAccess, arguments: Mapping[str, Any]
) -> ClubError | None:
    """Why this request may not; None where it may."""
    if not declared.covers(request.method):
        return None
    actor, capability = actor_of(request), declared.capability
    if capability is None:
        return None if actor.user is not None else (dead_pass(actor) or AccountNeeded())
    if may_somewhere(actor, capability):
        scope = declared.scope(request, **arguments) if declared.scope is not None else None
        if scope is None or may(actor, capability, scope):
            return None
    return dead_pass(actor) or NotAllowed(capability=capability.value, who=actor.label)


def dead_pass(actor: Actor) -> ClubError | None:
    """That the pass on this device was taken back or has ended; None for any other actor."""
    held = actor.helper_pass
    if held is None:
        return None
    if held.revoked_at is not None:
        return PassTakenBack(label=held.label)
    return PassEnded(label=held.label) if held.expires_at <= timezone.now() else None
