"""The first page of the desk."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.requests import actor_of
from club.selectors.desk import failed_jobs, grants_held, invitations_waiting
from club.web.access import any_account
from club.web.desk import waiting_for


@require_safe
@any_account
def now(request: HttpRequest) -> HttpResponse:
    """What needs me now, and what I am here."""
    actor = actor_of(request)
    context = {
        "section": "desk",
        "grants": grants_held(actor=actor),
        "waiting": waiting_for(actor),
        "invitations": invitations_waiting(actor=actor),
        "failed_jobs": failed_jobs(actor=actor).count(),
    }
    return render(request, "club/desk/now.html", context)
