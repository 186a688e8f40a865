"""Search of the archive by a position or an ending, page by page."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.core.limits import client_key, count
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public
from club.core.requests import OK, TOO_MANY, parse_number
from games.core.errors import Refusal
from games.explorer.pages.forms import EndingForm, PatternForm
from games.explorer.selectors.search import (
    MAX_COUNTED,
    MAX_REPLAYED,
    Found,
    Kinds,
    read_pattern,
    search_ending,
    search_pattern,
)
from games.house_rules.selectors import is_variant, offered_anywhere, variant_named
from games.house_rules.variant_names import DEFAULT_VARIANT
from games.judging.pages.adjudication import position_drawing, tools
from games.judging.pages.entry import known_variants, variant_facts
from games.rules import Side

MAX_QUESTIONS, WINDOW_SECONDS = 30, 60  # rate limit: patterns of one client in so many seconds
KINDS = ("white_men", "white_kings", "black_men", "black_kings")


@require_safe
@public
def positions(request: HttpRequest) -> HttpResponse:
    """Find games with a position that is set up on the board."""
    chosen = _variant(request)
    form = PatternForm({**request.GET.dict(), "variant": chosen})
    asked = form.cleaned_data if form.is_valid() else {}
    answer = _answer(request, lambda before: _games_with_pattern(form, before)) if asked.get("fen") else {}
    known = known_variants(offered_anywhere(), chosen=chosen)
    drawing = position_drawing(known[chosen], request.GET.get("fen", "")[:400])
    context = {
        "tab": "positions",
        "form": form,
        "variants": {key: variant_facts(each) for key, each in known.items()},
        "drawing": drawing,
        "side": "black" if drawing.reading.side is Side.BLACK else "white",
        "tools": tools(),
        "address": request.build_absolute_uri(),
        **answer,
    }
    return _page(request, "games/explorer/positions.html", context)


@require_safe
@public
def endings(request: HttpRequest) -> HttpResponse:
    """Find games in which just some pieces were left."""
    chosen = _variant(request)
    form = EndingForm({**request.GET.dict(), "variant": chosen})
    asked = form.cleaned_data if form.is_valid() else {}
    kinds = Kinds(**{name: asked.get(name) or 0 for name in KINDS})

    def games(before: int | None) -> Found:
        return search_ending(
            variant_named(chosen),
            kinds,
            either_colour=asked["either_colour"],
            stood=2 * (asked["stood"] or 0),  # asked for in moves of both sides
            is_final=asked["is_final"],
            before=before,
        )

    answer = _answer(request, games) if any(kinds) else {}
    return _page(request, "games/explorer/endings.html", {"tab": "endings", "form": form, **answer})


def _variant(request: HttpRequest) -> str:
    asked = request.GET.get("variant", "")[:400]
    return asked if is_variant(asked) else DEFAULT_VARIANT


def _games_with_pattern(form: PatternForm, before: int | None) -> Found:
    asked = form.cleaned_data
    fen = asked["fen"].strip()
    if asked["any_side"]:
        fen = f"?{fen[1:]}"
    pattern = read_pattern(
        variant=asked["variant"], fen=fen, empty=asked["empty"], is_whole=not asked["others"]
    )
    return search_pattern(pattern, form.filters, before=before)


def _answer(request: HttpRequest, search: Any) -> dict[str, Any]:
    """Return a page of games, or why there is none."""
    counted = count("position-search", client_key(request), most=MAX_QUESTIONS, seconds=WINDOW_SECONDS)
    if counted.is_too_many:
        wait = _("Wait %(seconds)s seconds, then try again.") % {"seconds": counted.seconds_left}
        return {"refusal": RefusalText(_("Too many requests in a short time."), wait), "status": TOO_MANY}
    before = parse_number(request.GET.get("before", ""))
    try:
        found: Found = search(before)
    except Refusal as refusal:
        return {"refusal": refusal_text(refusal), "status": refusal.status}
    kept = {name: value for name, value in request.GET.items() if name != "before" and value}
    return {
        "found": found,
        "is_many": found.count is not None and found.count > MAX_COUNTED,
        "most": MAX_COUNTED if found.count is not None else MAX_REPLAYED,
        "following": urlencode({**kept, "before": found.following}) if found.following else "",
        "first": urlencode(kept) if before else "",
    }


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    context |= {"section": "explorer", "explorer_url": reverse("games:explorer")}
    return render(request, template, context, status=context.get("status", OK))
