"""The demo club on the list of events: contents and removal."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.core.access import SITE, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from tournaments.core.scopes import of_site
from tournaments.site.services.demo_removal import demo_facts, remove_demo


def demo_of_events(actor: Actor) -> dict[str, Any]:
    """Return the demo club for the list of events, for accounts that may remove it."""
    return {"demo": demo_facts() if may(actor, Capability.KEEP_BACKUPS, SITE) else None}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_BACKUPS, scope=of_site)
def demo_remove(request: HttpRequest) -> HttpResponse:
    """Show what the demo club has; POST removes it."""
    if request.method != "POST":
        context = {"section": "desk", "demo": demo_facts()}
        return render(request, "tournaments/site/desk/demo.html", context)
    with Refusals(request):
        remove_demo(actor=actor_of(request), with_additions=request.POST.get("with_additions") == "1")
        messages.success(request, _("The demo club was removed. “manage.py loaddemo” loads it again."))
    return redirect("tournaments:desk_events")
