"""Is this won? A position weighed, on a page of its own and as a part of others."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.limits import TOO_MANY, asker_of, count
from club.web.access import public
from games.errors import Refusal
from games.models import Game
from games.refusal_texts import RefusalText, refusal_text
from games.rules import Position
from games.selectors.adjudication import Data, asked_adjudication
from games.selectors.archive import stored_verdict
from games.selectors.variants import variant_named
from games.web.drawing import BoardDrawing
from games.web.forms import AdjudicationForm

OK = 200
MOST, SECONDS = 20, 60  # questions of one asker in so many seconds


@require_safe
@public
def adjudicate(request: HttpRequest) -> HttpResponse:
    """Weigh the position asked about; `game` and `ply` tell where it stood, so that the counts are known."""
    asked = {name: request.GET.get(name, "")[:2000] for name in ("variant", "fen", "law_book")}
    if not asked["fen"].strip():
        return _page(request, asked, {})
    return weighed(request, asked, game=_game(request))


def weighed(request: HttpRequest, asked: dict[str, str], *, game: Sequence[Position]) -> HttpResponse:
    """The answer, or why there is none; a request by script gets the answer alone."""
    counted = count("adjudication", asker_of(request), most=MOST, seconds=SECONDS)
    if counted.is_too_many:
        wait = _("Wait %(seconds)s seconds, then go on.") % {"seconds": counted.seconds_left}
        told: dict[str, Any] = {"refusal": RefusalText(_("Too many requests in a short time."), wait)}
        return _page(request, asked, told, status=TOO_MANY)
    try:
        found = asked_adjudication(**asked, game=game)
    except Refusal as refusal:
        return _page(request, asked, {"refusal": refusal_text(refusal)}, status=refusal.status)
    return _page(request, asked, {"found": found, "drawing": _drawing(found)})


def _page(request: HttpRequest, asked: dict[str, str], told: Data, *, status: int = OK) -> HttpResponse:
    if "HX-Request" in request.headers:
        return render(request, "games/_adjudication.html", told, status=status)
    form = AdjudicationForm(
        initial={"variant": "english", **{key: text for key, text in asked.items() if text}}
    )
    context = {"section": "check", "form": form, **told}
    return render(request, "games/adjudicate.html", context, status=status)


def _drawing(found: Data) -> BoardDrawing:
    variant = variant_named(found["variant"])
    return BoardDrawing(fen=found["fen"], geometry=variant.geometry, uses_letters=variant.uses_letters)


def _game(request: HttpRequest) -> Sequence[Position]:
    """The positions of a game of the archive up to the one asked about; none where no game is named."""
    game, ply = request.GET.get("game", ""), request.GET.get("ply", "")
    if not (is_number(game) and is_number(ply)):
        return ()
    positions = stored_verdict(game=get_object_or_404(Game, pk=int(game))).replay.positions
    return positions[: int(ply) + 1]


def is_number(text: str) -> bool:
    """Whether a text is a number as addresses have them."""
    return text.isascii() and text.isdigit() and len(text) < 10  # noqa: PLR2004 - an index
