"""PDN of other sites for live boards: feeds, files, and the results that they offer."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from tournaments.core.scopes import of_live_board, of_live_feed, of_round
from tournaments.live_boards.services.feed_reading import MAX_BYTES, read_pdn
from tournaments.live_boards.services.feeds import add_feed, remove_feed, set_feed
from tournaments.live_boards.services.finishing import finish_board
from tournaments.models import LiveBoard, LiveFeed, Round

CHANGES: Final = {
    "pause": {"is_on": False},
    "read": {"is_on": True},
    "offer": {"enters_results": False},
    "enter": {"enters_results": True},
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_round)
def add(request: HttpRequest, round_id: int) -> HttpResponse:
    """Add a feed to a round."""
    with Refusals(request, success=_("The feed is read from now on.")):
        add_feed(
            round_id=round_id,
            url=request.POST.get("url", "")[:500],
            enters_results="enters_results" in request.POST,
            actor=actor_of(request),
        )
    return _back_to_round(round_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_live_feed)
def act(request: HttpRequest, feed_id: int) -> HttpResponse:
    """Pause, read, change or remove a feed."""
    round_id = LiveFeed.objects.values_list("round", flat=True).get(pk=feed_id)
    wanted = request.POST.get("act", "")
    with Refusals(request, success=_("Saved.")):
        if wanted == "remove":
            remove_feed(feed_id=feed_id, actor=actor_of(request))
        else:
            set_feed(feed_id=feed_id, actor=actor_of(request), **CHANGES.get(wanted, {}))
    return _back_to_round(round_id)


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_round)
def read(request: HttpRequest, round_id: int) -> HttpResponse:
    """Read the games of a round from a file or a pasted text."""
    file = request.FILES.get("file")
    content: bytes | str = request.POST.get("text", "") if file is None else file.read(MAX_BYTES + 1)
    name = (file.name or "") if file is not None else ""
    with Refusals(request):
        report = read_pdn(round_id=round_id, content=content, name=name, actor=actor_of(request))
        messages.success(request, _("Boards with new moves: %(count)s.") % {"count": report.changed})
        for words in map(refusal_text, report.faults):
            messages.warning(request, f"{words.what} {words.next_step}")
    return _back_to_round(round_id)


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_live_board)
def enter_result(request: HttpRequest, board_id: int) -> HttpResponse:
    """Enter the result that a feed offers."""
    round_id = LiveBoard.objects.values_list("pairing__round", flat=True).get(pk=board_id)
    with Refusals(request, success=_("Result entered.")):
        finish_board(board_id=board_id, outcome=request.POST.get("outcome", ""), actor=actor_of(request))
    return _back_to_round(round_id)


def _back_to_round(round_id: int) -> HttpResponse:
    event_id = Round.objects.values_list("section__event", flat=True).get(pk=round_id)
    return redirect("tournaments:desk_live", event_id)
