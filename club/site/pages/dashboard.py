"""The first page of the desk."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.accounts.selectors.grants import grants_held
from club.accounts.selectors.invitations import invitations_waiting
from club.core.pages.access import any_account
from club.core.pages.desk import own_places, waiting_for
from club.core.requests import actor_of
from club.jobs.selectors.jobs import failed_jobs
from club.members.selectors.members import clubs_without_members
from club.members.selectors.own_record import own_persons


@require_safe
@any_account
def now(request: HttpRequest) -> HttpResponse:
    """Show my open tasks and my roles."""
    actor = actor_of(request)
    grants = grants_held(actor=actor)
    context = {
        "section": "desk",
        "grants": grants,
        "to_fill": clubs_without_members(actor=actor),
        "waiting": waiting_for(actor),
        "places": own_places(actor),
        "is_member": not grants and any(one.organisation_id for one in own_persons(actor=actor)),
        "invitations": invitations_waiting(actor=actor),
        "failed_jobs": failed_jobs(actor=actor).count(),
    }
    return render(request, "club/site/desk/now.html", context)
