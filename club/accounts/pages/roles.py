"""Roles at the desk: the grants, the matrix of capabilities, granting and revoking."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.accounts.pages.grant_forms import RoleForm
from club.accounts.selectors import current_roles_in
from club.accounts.services.roles import account_of, grant_role, grantable_roles, revoke_role
from club.core.access import may, places_where, scope_of
from club.core.capabilities import MATRIX, PASS_MATRIX, Capability
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub, chosen_club, end_of, place_choices, place_key, place_name
from club.core.requests import OK, UNPROCESSABLE, actor_of
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
    if request.method != "POST":
        chosen = chosen_club(request, Capability.SEE_ROLES)
        return _page(request, chosen, _form(request, chosen))
    chosen = chosen_club(request, Capability.GRANT_ROLES)
    form = _form(request, chosen, request.POST)
    if not form.is_valid():
        return _page(request, chosen, form, status=UNPROCESSABLE)
    try:
        grant = _grant(request, chosen, form.cleaned_data)
    except ClubError as refusal:
        return _page(request, chosen, form, refusal=refusal_text(refusal), status=refusal.status)
    values = {"account": grant.user, "role": grant.get_role_display()}
    messages.success(request, _("%(account)s now has the role: %(role)s.") % values)
    return redirect(f"{reverse('club:roles')}?club={chosen.club.slug}")


def _form(request: HttpRequest, chosen: ChosenClub, data: Any = None) -> RoleForm:
    actor = actor_of(request)
    places = places_where(actor, Capability.GRANT_ROLES, chosen.club.pk)
    given = frozenset().union(*(grantable_roles(actor=actor, scope=place) for place in places))
    return RoleForm(data, roles=given, places=place_choices(places))


def _grant(request: HttpRequest, chosen: ChosenClub, given: dict[str, Any]) -> RoleGrant:
    actor = actor_of(request)
    places = places_where(actor, Capability.GRANT_ROLES, chosen.club.pk)
    return grant_role(
        user=account_of(email=given["email"]),
        role=Role(given["role"]),
        scope=next(place for place in places if place_key(place) == given["place"]),
        actor=actor,
        expires_at=end_of(given["last_day"]) if given["last_day"] else None,
        reason=given["reason"],
    )


def _page(
    request: HttpRequest,
    chosen: ChosenClub,
    form: RoleForm,
    *,
    refusal: RefusalText | None = None,
    status: int = OK,
) -> HttpResponse:
    actor, club = actor_of(request), chosen.club
    context = {
        "section": "desk",
        "chosen": chosen,
        "form": form if form.fields["role"].choices else None,  # type: ignore[attr-defined]
        "refusal": refusal,
        "held": [
            GrantLine(grant, place_name(scope), _may_revoke(request, grant))
            for grant in current_roles_in(organisation_id=club.pk, actor=actor)
            for scope in (scope_of(grant),)
        ],
        "columns": matrix_columns(),
        "rows": matrix_rows(),
    }
    return render(request, "club/accounts/desk/roles.html", context, status=status)


def _may_revoke(request: HttpRequest, grant: RoleGrant) -> bool:
    actor, scope = actor_of(request), scope_of(grant)
    is_open = may(actor, Capability.GRANT_ROLES, scope)
    return is_open and Role(grant.role) in grantable_roles(actor=actor, scope=scope)


@require_POST
@needs(Capability.GRANT_ROLES, scope=scope_of_grant)
def revoke(request: HttpRequest, grant_id: int) -> HttpResponse:
    """Revoke a role."""
    grant = get_object_or_404(RoleGrant.objects.select_related("organisation"), pk=grant_id)
    try:
        revoke_role(grant_id=grant.pk, actor=actor_of(request), reason=request.POST.get("reason", "")[:500])
    except ClubError as refusal:
        words = refusal_text(refusal)
        messages.warning(request, f"{words.what} {words.next_step}")
    else:
        values = {"account": grant.user, "role": grant.get_role_display()}
        messages.success(request, _("%(account)s no longer has the role: %(role)s.") % values)
    return redirect(f"{reverse('club:roles')}?club={grant.organisation.slug}")
