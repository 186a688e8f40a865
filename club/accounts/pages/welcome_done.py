"""Next steps for the owner of a fresh site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import any_account


@require_safe
@any_account
def welcome_done(request: HttpRequest) -> HttpResponse:
    """Show the first steps after the account: a second factor, persons, invitations."""
    return render(request, "club/accounts/welcome/done.html", {"section": "desk"})
