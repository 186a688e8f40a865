"""API tokens of the own account: create, show once, revoke."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.accounts.pages.grant_forms import TokenForm
from club.accounts.selectors import tokens_of
from club.accounts.services.tokens import NewToken, abilities_of, make_token, revoke_token
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.access import any_account
from club.core.pages.refusals import Refusals, submit
from club.core.pages.responses import posted
from club.core.requests import actor_of
from club.models import ApiToken


class TokenLine(NamedTuple):
    """Token as a line of the list."""

    token: ApiToken
    abilities: list[str]
    state: str  # live, ended or revoked


def line_of(token: ApiToken) -> TokenLine:
    """Build the line of a token."""
    known = [str(Capability(one).label) for one in token.abilities if one in Capability.values]
    if token.revoked_at is not None:
        return TokenLine(token, known, "revoked")
    return TokenLine(token, known, "live" if token.is_live else "ended")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@any_account
def tokens(request: HttpRequest) -> HttpResponse:
    """List the own tokens; a post creates one and shows it once."""
    actor = actor_of(request)
    abilities = abilities_of(actor)
    form = TokenForm(posted(request), abilities=abilities)
    sent = submit(request, form, lambda: _create_token(actor, form.cleaned_data))
    context = {
        "form": TokenForm(abilities=abilities) if sent.is_done else form,
        "refusal": sent.refusal,
        "made": sent.result,
        "now": timezone.now(),
        "lines": [line_of(token) for token in tokens_of(actor=actor)],
    }
    return render(request, "club/accounts/desk/tokens.html", context, status=sent.status)


def _create_token(actor: Actor, given: dict[str, Any]) -> NewToken:
    return make_token(
        name=given["name"],
        device=given["device"],
        abilities=given["abilities"],
        lasts=timedelta(days=given["days"]),
        actor=actor,
    )


@require_POST
@any_account
def revoke(request: HttpRequest, digest: str) -> HttpResponse:
    """Revoke an own token."""
    with Refusals(request):
        token = revoke_token(digest=digest, actor=actor_of(request))
        messages.success(request, _("The token “%(name)s” has been revoked.") % {"name": token.name})
    return redirect("club:tokens")
