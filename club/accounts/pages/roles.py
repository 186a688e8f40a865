"""Roles at the desk: the grants, the matrix of capabilities, granting and revoking."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.accounts.pages.grant_forms import RoleForm
from club.accounts.selectors import current_roles_in
from club.accounts.services.roles import account_of, grant_role, grantable_roles, revoke_role
from club.core.access import Scope, may, places_where, scope_of
from club.core.actor import Actor
from club.core.capabilities import MATRIX, PASS_MATRIX, Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club, end_of, place_choices, place_key, place_name
from club.core.pages.refusals import Refusals, submit
from club.core.pages.responses import club_address, posted
from club.core.requests import actor_of
from club.core.scopes import scope_of_grant
from club.models import PassLevel, Role, RoleGrant


class MatrixRow(NamedTuple):
    """Capability and, per column, True if the role or pass has it."""

    capability: Capability
    cells: list[bool]


class GrantLine(NamedTuple):
    """Grant with the text of its place, and whether the reader may revoke it."""

    grant: RoleGrant
    place: str
    may_revoke: bool


def matrix_columns() -> list[str]:
    """All roles, then all levels of helper pass."""
    passes = [_("pass: %(level)s") % {"level": level.label} for level in PassLevel]
    return [str(role.label) for role in Role] + passes


def matrix_rows() -> list[MatrixRow]:
    """Build the matrix from the table that `may` reads."""
    return [
        MatrixRow(
            capability,
            [role in MATRIX[capability] for role in Role]
            + [capability in PASS_MATRIX[level] for level in PassLevel],
        )
        for capability in Capability
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_ROLES, methods={"GET", "HEAD"})
@needs(Capability.GRANT_ROLES, methods={"POST"})
def roles(request: HttpRequest) -> HttpResponse:
    """List the roles of a club; a post grants one."""
    is_post, actor = request.method == "POST", actor_of(request)
    chosen = chosen_club(request, Capability.GRANT_ROLES if is_post else Capability.SEE_ROLES)
    places = places_where(actor, Capability.GRANT_ROLES, chosen.club.pk)
    offered = frozenset().union(*(grantable_roles(actor=actor, scope=place) for place in places))
    form = RoleForm(posted(request), roles=offered, places=place_choices(places))
    sent = submit(
        request,
        form,
        lambda: _grant(actor, form.cleaned_data, places),
        success=lambda grant: _("%(account)s now has the role: %(role)s.") % _names(grant),
    )
    if sent.is_done:
        return redirect(club_address("club:roles", chosen.club))
    context = {
        "chosen": chosen,
        "form": form if form.fields["role"].choices else None,  # type: ignore[attr-defined]
        "refusal": sent.refusal,
        "held": [
            GrantLine(grant, place_name(scope_of(grant)), _may_revoke(actor, grant))
            for grant in current_roles_in(organisation_id=chosen.club.pk, actor=actor)
        ],
        "columns": matrix_columns(),
        "rows": matrix_rows(),
    }
    return render(request, "club/accounts/desk/roles.html", context, status=sent.status)


def _grant(actor: Actor, given: dict[str, Any], places: list[Scope]) -> RoleGrant:
    return grant_role(
        user=account_of(email=given["email"]),
        role=Role(given["role"]),
        scope=next(place for place in places if place_key(place) == given["place"]),
        actor=actor,
        expires_at=end_of(given["last_day"]) if given["last_day"] else None,
        reason=given["reason"],
    )


def _names(grant: RoleGrant) -> dict[str, Any]:
    return {"account": grant.user, "role": grant.get_role_display()}


def _may_revoke(actor: Actor, grant: RoleGrant) -> bool:
    scope = scope_of(grant)
    is_open = may(actor, Capability.GRANT_ROLES, scope)
    return is_open and Role(grant.role) in grantable_roles(actor=actor, scope=scope)


@require_POST
@needs(Capability.GRANT_ROLES, scope=scope_of_grant)
def revoke(request: HttpRequest, grant_id: int) -> HttpResponse:
    """Revoke a role."""
    grant = get_object_or_404(RoleGrant.objects.select_related("organisation"), pk=grant_id)
    with Refusals(request, success=_("%(account)s no longer has the role: %(role)s.") % _names(grant)):
        revoke_role(grant_id=grant.pk, actor=actor_of(request), reason=request.POST.get("reason", "")[:500])
    return redirect(club_address("club:roles", grant.organisation))
