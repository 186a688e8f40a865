"""The pad of a player's own phone: the moves of the current board."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club.core.pages.access import public
from tournaments.evening.pages.my_evening import followed_player
from tournaments.evening.selectors import EveningState, evening_of
from tournaments.live_boards.pages.players import answer_pad, players_pad
from tournaments.models import Entry, Pairing


@require_safe
@never_cache
@public
def moves(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Show the pad of the player's current board."""
    entry, _players, _is_on_phone = followed_player(request, entry_id)
    return players_pad(
        request,
        _current_pairing(entry),
        address=lambda board_id: reverse("tournaments:evening_moves_enter", args=[entry_id, board_id]),
        back=reverse("tournaments:evening", args=[entry_id]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def enter(request: HttpRequest, entry_id: int, board_id: int) -> HttpResponse:
    """Enter moves of the player's current board, or read it again."""
    entry, _players, _is_on_phone = followed_player(request, entry_id)
    return answer_pad(request, _current_pairing(entry), board_id, speaker=entry.name)


def _current_pairing(entry: Entry) -> Pairing | None:
    if not entry.section.event.is_public:
        raise Http404
    found = evening_of(entry)
    return found.pairing if found.state is EveningState.GAME else None
