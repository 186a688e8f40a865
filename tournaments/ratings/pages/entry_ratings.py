"""Ratings of a section by its list: the changes are previewed, then saved with a reason."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from club.core.access import may
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.requests import OK, UNPROCESSABLE, actor_of
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
    refusal = None
    if request.method == "POST":
        given = request.POST
        try:
            done = refresh_ratings(
                section_id=section_id,
                actor=actor_of(request),
                reason=given.get("reason", "").replace("\0", "")[:500],
                seen=given.get("seen", ""),
            )
        except ClubError as error:
            refusal = refusal_text(error)
        else:
            told = ngettext("%(number)s rating changed.", "%(number)s ratings changed.", done)
            messages.success(request, told % {"number": done})
            return redirect("tournaments:desk_entries", section_id)
    moves = rating_moves(row)
    context = {
        "section": "desk",
        "one": row,
        "tab": "entries",
        "list": list_of(row),
        "moves": moves,
        "seen": print_of(moves),
        "refusal": refusal,
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, section_scope(row)),
    }
    status = UNPROCESSABLE if refusal else OK
    return render(request, "tournaments/ratings/desk/entry_ratings.html", context, status=status)
