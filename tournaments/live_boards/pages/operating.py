"""The operator's pad: moves of one board or several, two taps a move, on phones and tablets."""

from collections.abc import Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.responses import let_keep
from club.core.requests import actor_of
from club.live.selectors import last_numbers
from tournaments.core.scopes import of_live_board
from tournaments.core.services.locks import pairing_scope
from tournaments.live_boards.channels import pad_channel
from tournaments.live_boards.pages.watching import drawing_of
from tournaments.live_boards.selectors.boards import entry_facts, live_rows, views_of
from tournaments.models import LiveBoard

MAX_PADS: Final = 4


@require_safe
@never_cache
@needs(Capability.RECORD_RESULTS, scope=of_live_board)
def enter(request: HttpRequest, board_id: int) -> HttpResponse:
    """Enter the moves of a live board, and of up to three more that `also` names."""
    boards = _boards(request, board_id)
    pads = [
        pad | {"url": reverse("tournaments-api:live-board", args=[pad["view"].board.pk])}
        for pad in pads_of(boards)
    ]
    others = live_rows().filter(pairing__round=boards[0].pairing.round_id).order_by("pairing__board_number")
    context = {
        "section": "desk",
        "event": boards[0].pairing.round.section.event,
        "round": boards[0].pairing.round,
        "pads": pads,
        "now": timezone.now(),
        "others": views_of(others[:200], is_desk=True),
        "chosen": [board.pk for board in boards],
    }
    return let_keep(request, render(request, "tournaments/live_boards/enter.html", context))


def pads_of(boards: Sequence[LiveBoard]) -> list[dict[str, Any]]:
    """Return boards as the pad shows them, each with the channel on which other pads report."""
    channels = [pad_channel(board) for board in boards]
    heard = last_numbers(channels)
    return [
        {
            "view": view,
            "drawing": drawing_of(view, is_interactive=True),
            "facts": entry_facts(view.board),
            "channel": channel,
            "heard": heard.get(channel, 0),
        }
        for view, channel in zip(views_of(boards, is_desk=True), channels, strict=True)
    ]


def _boards(request: HttpRequest, board_id: int) -> list[LiveBoard]:
    """Return the boards asked for that the account may enter, the one of the address first.

    Raises Http404 for the board of a round that is a draft again.
    """
    asked = [int(one) for one in request.GET.getlist("also") if one.isdecimal() and len(one) < 19]  # noqa: PLR2004
    wanted = list(dict.fromkeys([board_id, *asked]))[:MAX_PADS]
    rows = {row.pk: row for row in live_rows().filter(pk__in=wanted)}
    if board_id not in rows:
        raise Http404(board_id)
    actor = actor_of(request)
    return [
        rows[key]
        for key in wanted
        if key in rows and may(actor, Capability.RECORD_RESULTS, pairing_scope(rows[key].pairing))
    ]
