"""The first account of a fresh site with the first club, and further clubs."""

import time

from allauth.account.utils import perform_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from club.accounts.errors import SetUpAlready
from club.accounts.invitation_secrets import is_valid_setup_secret
from club.accounts.pages.account_forms import NewClubForm, WelcomeForm
from club.accounts.services.accounts import add_club, become_owner
from club.core.capabilities import Capability
from club.core.first_steps import is_first_steps
from club.core.pages.access import any_account, needs, public
from club.core.pages.refusals import submit
from club.core.pages.responses import club_address, form_page, posted
from club.core.requests import FORBIDDEN, actor_of, known_language
from club.models import User

OPEN_UNTIL = "setup_open_until"
HOUR = 3600


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password")
@public
def welcome(request: HttpRequest) -> HttpResponse:
    """Create the owner. Open while there is no account, at the machine itself or with the set-up link."""
    if User.objects.exists():
        raise Http404
    if not _is_open(request):
        return render(request, "club/accounts/welcome/closed.html", status=FORBIDDEN)
    form = WelcomeForm(posted(request))
    if not form.is_valid():
        return form_page(request, "club/accounts/welcome/welcome.html", {"form": form})
    try:
        user, _organisation = become_owner(**form.cleaned_data, language=known_language(get_language() or ""))
    except SetUpAlready:  # a concurrent request won, or a double click
        return redirect("club:desk")
    request.session.pop(OPEN_UNTIL, None)
    answer: HttpResponse = perform_login(request, user, redirect_url=reverse("club:welcome_done"))
    return answer


@require_safe
@never_cache
@public
def welcome_by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Open the page for a valid set-up link; remove the secret from the address bar."""
    if User.objects.exists() or not is_valid_setup_secret(secret):
        raise Http404
    request.session[OPEN_UNTIL] = time.time() + HOUR
    return redirect("club:welcome")


def _is_open(request: HttpRequest) -> bool:
    return is_first_steps(request) or request.session.get(OPEN_UNTIL, 0) > time.time()


@require_safe
@any_account
def welcome_done(request: HttpRequest) -> HttpResponse:
    """Show the first steps after the account: a second factor, persons, invitations."""
    return render(request, "club/accounts/welcome/done.html")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.ADD_CLUBS)
def new_club(request: HttpRequest) -> HttpResponse:
    """Add another club to the site, then show its own page."""
    form = NewClubForm(posted(request))
    sent = submit(
        request,
        form,
        lambda: add_club(actor=actor_of(request), **form.cleaned_data),
        success=lambda club: _("%(club)s was added. You are its owner.") % {"club": club.name},
    )
    if sent.is_done:
        return redirect(club_address("club:own_club", sent.result))
    context = {"form": form, "refusal": sent.refusal}
    return render(request, "club/accounts/desk/new_club.html", context, status=sent.status)
