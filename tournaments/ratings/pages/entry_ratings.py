"""Ratings of a section by its list: the changes are previewed, then saved with a reason."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import submit
from club.core.requests import actor_of
from tournaments.core.scopes import of_section
from tournaments.core.services.locks import section_scope
from tournaments.models import Section
from tournaments.ratings.selectors.entry_ratings import rating_moves
from tournaments.ratings.selectors.live_ratings import list_of
from tournaments.ratings.services.entry_ratings import print_of, refresh_ratings


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def entry_ratings(request: HttpRequest, section_id: int) -> HttpResponse:
    """Rating changes by the list; posting saves them."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    sent = submit(
        request,
        None,
        lambda: refresh_ratings(
            section_id=section_id,
            actor=actor_of(request),
            reason=request.POST.get("reason", "").replace("\0", "")[:500],
            seen=request.POST.get("seen", ""),
        ),
    )
    if sent.is_done:
        told = ngettext("%(number)s rating changed.", "%(number)s ratings changed.", sent.result)
        messages.success(request, told % {"number": sent.result})
        return redirect("tournaments:desk_entries", section_id)
    moves = rating_moves(row)
    context = {
        "section": "desk",
        "one": row,
        "tab": "entries",
        "list": list_of(row),
        "moves": moves,
        "seen": print_of(moves),
        "refusal": sent.refusal,
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, section_scope(row)),
    }
    return render(request, "tournaments/ratings/desk/entry_ratings.html", context, status=sent.status)
