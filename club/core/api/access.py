"""Permission classes of API views, from the same access declarations as the pages."""

from collections.abc import Iterable
from typing import ClassVar

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from club.core.capabilities import Capability
from club.core.declared_access import ANY_ACCOUNT, PUBLIC, DeclaredAccess, ScopeOf, refusal_of
from club.core.requests import actor_of


class Declared(BasePermission):
    """Permission by access declaration. Raises NotAllowed if a capability is missing, 401 for visitors."""

    declared_access: ClassVar[DeclaredAccess] = PUBLIC

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return True if the request is permitted; raise the reason otherwise."""
        refusal = refusal_of(request, self.declared_access, view.kwargs)
        if refusal is None:
            return True
        if actor_of(request).is_visitor:
            raise NotAuthenticated
        raise refusal


class Undeclared(BasePermission):
    """Default permission: deny every request to a view without an access declaration."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - the framework's signature
        """Return False."""
        return False


class Public(Declared):
    """Public access."""


class AnyAccount(Declared):
    """Access for any session or token."""

    declared_access = ANY_ACCOUNT


def needs(
    capability: Capability, *, scope: ScopeOf | None = None, methods: Iterable[str] | None = None
) -> type[Declared]:
    """Return a permission class that requires the capability; see `club.core.pages.access.needs`."""
    asked = None if methods is None else frozenset(methods)
    declared = DeclaredAccess(capability=capability, scope=scope, methods=asked)
    return type(
        f"Needs{capability.name.title().replace('_', '')}", (Declared,), {"declared_access": declared}
    )
