"""Access declarations of views, and the check of a request against them.

Pages (`club.core.pages.access`) and the API (`club.core.api.access`) both declare and check here. A test
walks every address of the site, reads its declaration and compares the answers with the matrix.
"""

import logging
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from club.core.access import Scope, may, may_somewhere
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import (
    AccountNeeded,
    ClubError,
    NotAllowed,
    PassExpired,
    PassRevoked,
    UnforeseenConflict,
)
from club.core.requests import actor_of

log = logging.getLogger("club.conflicts")
ScopeOf = Callable[..., Scope | None]
"""Function from the request and the address arguments to the place; None if it is not known yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredAccess:
    """Access rule of a view: public, any account, or a capability.

    `scope` gives the place. Without it a capability in any place is enough, and the view or its service
    checks the place itself. With `methods`, the other methods are public.
    """

    capability: Capability | None = None
    scope: ScopeOf | None = None
    methods: frozenset[str] | None = None
    any_account: bool = False

    def covers(self, method: str | None) -> bool:
        """True if a request by this method needs the capability."""
        is_open = self.capability is None and not self.any_account
        return not is_open and (self.methods is None or method in self.methods)


PUBLIC = DeclaredAccess()
ANY_ACCOUNT = DeclaredAccess(any_account=True)


def declarations(view: Any) -> tuple[DeclaredAccess, ...]:
    """Declarations of the view of an address, from its decorators or permission classes; may be empty."""
    own: tuple[DeclaredAccess, ...] = getattr(view, "declared_access", ())
    permissions = getattr(getattr(view, "cls", None), "permission_classes", ())
    permissions = getattr(view, "initkwargs", {}).get("permission_classes", permissions)
    return own + tuple(one.declared_access for one in permissions if hasattr(one, "declared_access"))


def refusal_of(
    request: HttpRequest | Request, declared: DeclaredAccess, arguments: Mapping[str, Any]
) -> ClubError | None:
    """Return the refusal of this request, or None if it is allowed."""
    if not declared.covers(request.method):
        return None
    actor, capability = actor_of(request), declared.capability
    if capability is None:
        return None if actor.user is not None else (pass_refusal(actor) or AccountNeeded())
    if may_somewhere(actor, capability):
        scope = declared.scope(request, **arguments) if declared.scope is not None else None
        if scope is None or may(actor, capability, scope):
            request.page_scope = scope  # type: ignore[union-attr]  # the menu follows the event of the page
            return None
    return pass_refusal(actor) or NotAllowed(capability=capability.value, who=actor.label)


MISSING_ROW = (ObjectDoesNotExist, IntegrityError)
"""Exceptions of a service that does not find a row, or refers to one that is not there."""


def require_place(
    request: HttpRequest | Request, declared: DeclaredAccess, arguments: Mapping[str, Any]
) -> None:
    """Raise Http404 if the row of the address is not there any more.

    The access check has found it, but another person may delete it before the service has its lock. The
    service then raises one of MISSING_ROW. While the row of the address is there, that is a conflict or a
    fault.
    """
    if declared.scope is not None and declared.covers(request.method):
        declared.scope(request, **arguments)


CONFLICTS: Final = frozenset(
    {
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
        "23505",
        "23503",
    }
)
"""Codes of SQLite and SQLSTATE (PostgreSQL, appendix A): a key is taken, a row referred to is not there."""


def conflict_of(error: BaseException) -> UnforeseenConflict | None:
    """Return the refusal of a change that met the one of another request; None for any other error.

    A service that checks under a lock refuses with the reason. This is for one that does not, so it is logged
    with its traceback: the check may be missing.
    """
    cause = error.__cause__
    code = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorcode", None)
    if not isinstance(error, IntegrityError) or code not in CONFLICTS:
        return None
    log.error("A change met another one: %s", error, exc_info=error)
    return UnforeseenConflict()


def pass_refusal(actor: Actor) -> ClubError | None:
    """Refusal for a pass on this device that was revoked or has expired; None for any other actor."""
    granted_pass = actor.helper_pass
    if granted_pass is None:
        return None
    if granted_pass.revoked_at is not None:
        return PassRevoked(label=granted_pass.label)
    return PassExpired(label=granted_pass.label) if granted_pass.expires_at <= timezone.now() else None
