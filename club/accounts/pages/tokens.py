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
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import any_account
from club.core.requests import OK, UNPROCESSABLE, actor_of
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
    posted = request.POST if request.method == "POST" else None
    form = TokenForm(posted, abilities=abilities_of(actor_of(request)))
    if posted is None:
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form, status=UNPROCESSABLE)
    try:
        made = _create_token(request, form.cleaned_data)
    except ClubError as refusal:
        return _page(request, form, refusal=refusal_text(refusal), status=refusal.status)
    return _page(request, TokenForm(abilities=abilities_of(actor_of(request))), made=made)


def _create_token(request: HttpRequest, given: dict[str, Any]) -> NewToken:
    return make_token(
        name=given["name"],
        device=given["device"],
        abilities=given["abilities"],
        lasts=timedelta(days=given["days"]),
        actor=actor_of(request),
    )


def _page(
    request: HttpRequest,
    form: TokenForm,
    *,
    refusal: RefusalText | None = None,
    made: NewToken | None = None,
    status: int = OK,
) -> HttpResponse:
    context = {
        "section": "desk",
        "form": form,
        "refusal": refusal,
        "made": made,
        "now": timezone.now(),
        "lines": [line_of(token) for token in tokens_of(actor=actor_of(request))],
    }
    return render(request, "club/accounts/desk/tokens.html", context, status=status)


@require_POST
@any_account
def revoke(request: HttpRequest, digest: str) -> HttpResponse:
    """Revoke an own token."""
    try:
        token = revoke_token(digest=digest, actor=actor_of(request))
    except ClubError as refusal:
        messages.warning(request, refusal_text(refusal).what)
    else:
        messages.success(request, _("The token “%(name)s” has been revoked.") % {"name": token.name})
    return redirect("club:tokens")
