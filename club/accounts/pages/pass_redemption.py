"""Helper pass on a phone: take it by the link of a scanned code or by eight digits, and leave it."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from club.accounts.pages.grant_forms import CodeForm
from club.accounts.pages.passes import line_of
from club.accounts.services.passes import pass_of_secret, redeem_code, redeem_secret
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public
from club.core.pages.desk import pass_links_for
from club.core.pages.refusals import submit
from club.core.pages.responses import posted
from club.core.requests import OK, SESSION_KEY, actor_of
from club.models import HelperPass

SESSION_GRACE = timedelta(days=1)
"""Time after its end for which the device remembers its pass, to show that it has expired."""


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def by_code(request: HttpRequest) -> HttpResponse:
    """Take a pass by its eight digits."""
    form = CodeForm(posted(request))
    if request.user.is_authenticated and form.is_valid():
        return _code_page(request, form)
    sent = submit(request, form, lambda: redeem_code(code=form.cleaned_data["code"], actor=actor_of(request)))
    if sent.is_done:
        return _store_pass(request, sent.result)
    return _code_page(request, form, refusal=sent.refusal, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the page of a scanned code. A GET takes nothing: programs prefetch links."""
    try:
        pass_row = pass_of_secret(secret=secret)
        if request.method == "POST" and not request.user.is_authenticated:
            return _store_pass(request, redeem_secret(secret=secret, actor=actor_of(request)))
    except ClubError as refusal:
        return _code_page(request, CodeForm(), refusal=refusal_text(refusal), status=refusal.status)
    return render(request, "club/accounts/pass_link.html", {"line": line_of(pass_row)})


@require_POST
@public
def leave(request: HttpRequest) -> HttpResponse:
    """Forget the pass on this device."""
    if SESSION_KEY in request.session:
        request.session.flush()
        messages.success(request, _("The helper pass has been removed from this device."))
    return redirect("club:pass")


def _store_pass(request: HttpRequest, pass_row: HelperPass) -> HttpResponse:
    """Store the pass on this device until it ends, in a new session."""
    request.session.flush()
    request.session[SESSION_KEY] = pass_row.pk
    request.session.set_expiry(pass_row.expires_at + SESSION_GRACE)
    messages.success(
        request, _("This device now has the helper pass “%(label)s”.") % {"label": pass_row.label}
    )
    return redirect("club:pass")


def _code_page(
    request: HttpRequest, form: CodeForm, *, refusal: RefusalText | None = None, status: int = OK
) -> HttpResponse:
    actor = actor_of(request)
    pass_row = actor.helper_pass
    context = {
        "form": form,
        "refusal": refusal,
        "line": line_of(pass_row) if pass_row is not None else None,
        "links": pass_links_for(request) if pass_row is not None else [],
    }
    return render(request, "club/accounts/pass_code.html", context, status=status)
