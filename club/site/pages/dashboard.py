"""The first page of the desk."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from club.accounts.selectors import current_grants, open_invitations_of
from club.core.access import may_somewhere
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.access import any_account
from club.core.pages.desk import DashboardItem, dashboard_items_for, personal_places_for
from club.core.requests import actor_of
from club.jobs.selectors import failed_jobs
from club.joining.selectors import pending_requests_by_club
from club.members.selectors.members import clubs_without_members
from club.members.selectors.self_service import own_persons
from club.privacy.selectors import pending_requests


@require_safe
@any_account
def now(request: HttpRequest) -> HttpResponse:
    """Show my open tasks and my roles."""
    actor = actor_of(request)
    grants = current_grants(actor=actor)
    context = {
        "grants": grants,
        "to_fill": clubs_without_members(actor=actor),
        "waiting": dashboard_items_for(actor),
        "places": personal_places_for(actor),
        "is_member": not grants and any(one.organisation_id for one in own_persons(actor=actor)),
        "invitations": open_invitations_of(actor=actor),
        "sees_desk": may_somewhere(actor, Capability.SEE_DESK),
        "failed_jobs": failed_jobs(actor=actor).count(),
    }
    return render(request, "club/site/desk/now.html", context)


def erasure_items(actor: Actor) -> Iterator[DashboardItem]:
    """Find the erasure requests without an answer."""
    for row in pending_requests(actor=actor):
        text = _("%(name)s asks for erasure (%(club)s)") % {"name": row.person, "club": row.organisation}
        yield DashboardItem(
            text, reverse("club:member_erase", args=[row.person_id]), pgettext("button", "Answer")
        )


def join_request_items(actor: Actor) -> Iterator[DashboardItem]:
    """Count the requests to join without a decision, by club."""
    for club, number in pending_requests_by_club(actor=actor):
        message = ngettext(
            "%(number)s person asks to join %(club)s.", "%(number)s people ask to join %(club)s.", number
        )
        address = f"{reverse('club:joins')}?club={club.slug}"
        yield DashboardItem(message % {"number": number, "club": club.name}, address, _("View requests"))
