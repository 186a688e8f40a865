"""Is this won? A position weighed, on a page of its own and as a part of others."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from club.core.limits import client_key, count
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public
from club.core.requests import OK, TOO_MANY, parse_number
from games.core.errors import Refusal
from games.house_rules.selectors import is_variant, offered_anywhere
from games.house_rules.variant_names import DEFAULT_VARIANT
from games.judging.choices import stored_verdict
from games.judging.pages.drawing import BoardDrawing
from games.judging.pages.entry import known_variants, variant_facts
from games.judging.pages.forms import AdjudicationForm
from games.judging.selectors.adjudication import Data, public_adjudication
from games.models import Game
from games.rules import FenError, Position, Side, Variant

MAX_QUESTIONS, WINDOW_SECONDS = 20, 60  # rate limit: questions of one client in so many seconds


class Tool(NamedTuple):
    """A piece to put on the board."""

    side: str
    rank: str
    label: str


class Example(NamedTuple):
    """A known ending."""

    variant: str
    fen: str
    label: str


@require_safe
@public
def adjudicate(request: HttpRequest) -> HttpResponse:
    """Adjudicate the requested position; `game` and `ply` locate it, so that the counts are known."""
    asked = {name: request.GET.get(name, "")[:2000] for name in ("variant", "fen", "law_book")}
    if not asked["fen"].strip():
        return _page(request, asked, {})
    return adjudication_answer(request, asked, game=_game(request))


def adjudication_answer(
    request: HttpRequest, asked: dict[str, str], *, game: Sequence[Position]
) -> HttpResponse:
    """Render the answer, or why there is none; a script gets the answer alone."""
    counted = count("adjudication", client_key(request), most=MAX_QUESTIONS, seconds=WINDOW_SECONDS)
    if counted.is_too_many:
        wait = _("Wait %(seconds)s seconds, then try again.") % {"seconds": counted.seconds_left}
        answer: dict[str, Any] = {"refusal": RefusalText(_("Too many requests in a short time."), wait)}
        return _page(request, asked, answer, status=TOO_MANY)
    try:
        found = public_adjudication(**asked, game=game)
    except Refusal as refusal:
        return _page(request, asked, {"refusal": refusal_text(refusal)}, status=refusal.status)
    return _page(request, asked, {"found": found})


def _page(request: HttpRequest, asked: dict[str, str], answer: Data, *, status: int = OK) -> HttpResponse:
    """Render the answer alone for a script, else the page with the board to set up a position."""
    if "HX-Request" in request.headers:
        return render(request, "games/judging/_adjudication.html", answer, status=status)
    chosen = asked["variant"] if is_variant(asked["variant"]) else DEFAULT_VARIANT
    offered = list(offered_anywhere())
    known = known_variants(offered, chosen=chosen)
    filled = {key: text for key, text in asked.items() if text}
    form = AdjudicationForm(initial={**filled, "variant": chosen}, offered=offered)
    drawing = position_drawing(known[chosen], asked["fen"])
    context = {
        "section": "won",
        "form": form,
        "variants": {key: variant_facts(each) for key, each in known.items()},
        "drawing": drawing,
        "side": "black" if drawing.reading.side is Side.BLACK else "white",
        "tools": tools(),
        "examples": () if filled.get("fen") else _examples(),
        "address": request.build_absolute_uri(f"{reverse('games:adjudicate')}?{urlencode(filled)}"),
        **answer,
    }
    return render(request, "games/judging/adjudicate.html", context, status=status)


def position_drawing(variant: Variant, fen: str) -> BoardDrawing:
    """Return the requested position; an empty board if there is none, or if it cannot be read."""
    try:
        shown = Position.from_fen(fen, variant).to_fen(variant)
    except FenError:
        shown = f"{'B' if variant.first_to_move is Side.BLACK else 'W'}:W:B"
    return BoardDrawing(
        fen=shown, geometry=variant.geometry, uses_letters=variant.uses_letters, is_editable=True
    )


def tools() -> list[Tool]:
    """Return the pieces that can be put down, in the order of the keys 1 to 4."""
    return [
        Tool("white", "man", _("White man")),
        Tool("white", "king", _("White king")),
        Tool("black", "man", _("Black man")),
        Tool("black", "king", _("Black king")),
    ]


def _examples() -> list[Example]:
    """Endings that every player of the game meets, to begin with."""
    return [
        Example("english", "W:WK19,K23:BK32", _("Two kings against one in the double corner")),
        Example("english", "W:WK19,K23:B12,K28", pgettext("ending", "First Position")),
        Example("russian", "W:WKa1,Kc5,Kd8:BKg3", pgettext("ending", "Petrov's triangle")),
        Example("brazilian", "W:WKa1,Kc5,Kd8:BKg3", _("Three kings against one")),
        Example("international", "W:WK1,K2,K3,K4:BK28", _("Four kings against one")),
    ]


def _game(request: HttpRequest) -> Sequence[Position]:
    """Return the positions of an archived game up to the requested one; empty if no game is named."""
    game, ply = (parse_number(request.GET.get(name, "")) for name in ("game", "ply"))
    if game is None or ply is None:
        return ()
    return stored_verdict(game=get_object_or_404(Game, pk=game)).replay.positions[: ply + 1]
