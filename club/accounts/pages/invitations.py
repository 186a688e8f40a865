"""Invitations at the desk, and the page that accepts one."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.accounts.errors import RoleNotYours
from club.accounts.invitation_secrets import has_secret, secret_of
from club.accounts.pages.account_forms import INVITED_ADDRESS_KEY
from club.accounts.pages.invitation_forms import InvitationForm
from club.accounts.selectors import invitation_by_secret, invitations_made, open_invitations_of
from club.accounts.services.invitations import accept_invitation, invite, require_open, revoke_invitation
from club.core.access import Scope
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import any_account, needs, public
from club.core.pages.refusals import Refusals
from club.core.pages.responses import form_page, page_of, posted
from club.core.requests import actor_of, code_uri, phone_uri
from club.core.scopes import scope_of_invitation
from club.hall.services import note_printed
from club.jobs.pages.background import with_delivery_note
from club.models import Invitation, Role


@require_safe
@needs(Capability.GRANT_ROLES)
def invitations(request: HttpRequest) -> HttpResponse:
    """List the invitations of the actor's clubs."""
    page = page_of(request, invitations_made(actor=actor_of(request)))
    return render(request, "club/accounts/desk/invitations.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.GRANT_ROLES)
def new_invitation(request: HttpRequest) -> HttpResponse:
    """Invite by mail, or create a code."""
    actor = actor_of(request)
    initial = {"person": request.GET.get("person", ""), "email": request.GET.get("email", "")}
    form = InvitationForm(posted(request), actor=actor, initial=initial)
    if form.is_valid():
        try:
            return _create_invitation(request, form)
        except RoleNotYours as refusal:
            form.add_error("role", refusal_text(refusal).what)
    return form_page(request, "club/accounts/desk/invitation_new.html", {"form": form})


def _create_invitation(request: HttpRequest, form: InvitationForm) -> HttpResponse:
    given = form.cleaned_data
    person = given["person"]
    made = invite(
        scope=Scope(organisation_id=given["organisation"].pk),
        role=Role(given["role"]),
        email=given["email"],
        language=given["language"] or (person.language if person else ""),
        person_id=person.pk if person else None,
        days=given["days"],
        actor=actor_of(request),
        address_of=lambda secret: address_of(request, secret),
    )
    if not (made.email and settings.MAIL_REACHES_PEOPLE):
        return redirect("club:invitation_code", invitation_id=made.pk)
    messages.success(
        request, with_delivery_note(_("Invitation sent to %(address)s.") % {"address": made.email})
    )
    return redirect("club:invitations")


@require_safe
@never_cache
@needs(Capability.GRANT_ROLES, scope=scope_of_invitation)
def invitation_code(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Show the code of an invitation; one sent by mail is shown to its recipient only.

    On a site that sends no mail, the inviter hands over the link of the mail as well.
    """
    shown = {"email": ""} if settings.MAIL_REACHES_PEOPLE else {}
    made = get_object_or_404(invitations_made(actor=actor_of(request)), pk=invitation_id, **shown)
    secret = secret_of(made)
    context: dict[str, Any] = {"invitation": made, "role": made.get_role_display()}
    try:
        require_open(made)
        if has_secret(made, secret):
            context["address"] = phone_uri(request, reverse("club:invitation", args=[secret]))
            context["code"] = _code_address(request, made, secret)
    except ClubError as refusal:
        context["refusal"] = refusal_text(refusal)
    return render(request, "club/accounts/desk/invitation_code.html", context)


def _code_address(request: HttpRequest, made: Invitation, secret: str) -> str:
    note_printed(
        letter="i",
        sheet=request.path,
        title=str(made.organisation),
        organisation_id=made.organisation_id,
        number=1,
    )
    return code_uri(request, "i", secret)


@require_POST
@needs(Capability.GRANT_ROLES, scope=scope_of_invitation)
def revoke(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Revoke an invitation."""
    actor = actor_of(request)
    made = get_object_or_404(invitations_made(actor=actor), pk=invitation_id)
    with Refusals(request, success=_("Invitation revoked.")):
        revoke_invitation(invitation_id=made.pk, actor=actor)
    return redirect("club:invitations")


@require_POST
@any_account
def accept_here(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Accept an invitation sent to a confirmed address of the account."""
    actor = actor_of(request)
    mine = get_object_or_404(open_invitations_of(actor=actor), pk=invitation_id)
    return _accept(request, mine)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept an invitation by its secret, with an existing or a new account."""
    actor = actor_of(request)
    try:
        found = invitation_by_secret(secret=secret)
        if actor.user is not None and found.accepted_by_id == actor.user.pk:
            return redirect("club:desk")
        require_open(found)
    except ClubError as refusal:
        return _refused(request, refusal)
    if request.method == "POST" and actor.user is not None:
        return _accept(request, found)
    if actor.user is None:
        _remember(request, found)
    here = {"next": request.path}
    facts = {
        "invitation": found,
        "role": found.get_role_display(),
        "sign_in": f"{reverse('account_login')}?{urlencode(here)}",
        "sign_up": f"{reverse('account_signup')}?{urlencode({**here, 'email': found.email})}",
    }
    return render(request, "club/accounts/invitation.html", facts)


def _remember(request: HttpRequest, found: Invitation) -> None:
    """Allow sign-up although accounts are by invitation; the link of the mail proves its address."""
    request.session[INVITED_ADDRESS_KEY] = found.email
    if found.email and settings.MAIL_REACHES_PEOPLE:
        get_adapter().stash_verified_email(request, found.email)


def _accept(request: HttpRequest, found: Invitation) -> HttpResponse:
    try:
        accept_invitation(invitation_id=found.pk, actor=actor_of(request))
    except ClubError as refusal:
        return _refused(request, refusal)
    values = {"club": found.organisation, "role": found.get_role_display()}
    messages.success(request, _("Welcome to %(club)s. Your role: %(role)s.") % values)
    return redirect("club:desk")


def _refused(request: HttpRequest, refusal: ClubError) -> HttpResponse:
    context = {"refusal": refusal_text(refusal)}
    return render(request, "club/accounts/invitation_refused.html", context, status=refusal.status)


def address_of(request: HttpRequest, secret: str) -> str:
    """Absolute address that accepts a secret, for a mail."""
    return request.build_absolute_uri(reverse("club:invitation", args=[secret]))
