"""My calendar: create, show once and revoke its secret address."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.calendar.services.calendar_feeds import make_feed, revoke_feed
from club.core.pages.access import any_account
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from club.members.selectors.own_record import own_persons
from club.models import CalendarFeed


@require_http_methods(["GET", "HEAD", "POST"])
@any_account
def own_calendar(request: HttpRequest) -> HttpResponse:
    """Show the state of the secret address; POST creates a new one, or with `revoke` ends it."""
    actor, address = actor_of(request), ""
    if request.method == "POST":
        with Refusals(request):
            if "revoke" in request.POST:
                revoke_feed(actor=actor)
                messages.success(request, _("The secret link has been revoked."))
            else:
                secret = make_feed(actor=actor).secret
                address = request.build_absolute_uri(reverse("club:own_feed", args=[secret]))
        if not address:
            return redirect("club:own_calendar")
    own = own_persons(actor=actor)
    held = CalendarFeed.objects.filter(person=own[0], revoked_at__isnull=True).first() if own else None
    context = {"section": "desk", "person": own[0] if own else None, "held": held, "address": address}
    return render(request, "club/calendar/desk/own_calendar.html", context)
