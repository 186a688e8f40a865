"""What the owner of a fresh site does next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import any_account


@require_safe
@any_account
def welcome_done(request: HttpRequest) -> HttpResponse:
    """The first steps after the account: a second step for signing in, persons, invitations."""
    return render(request, "club/accounts/welcome/done.html", {"section": "desk"})
