"""Boards in templates: `{% board drawing %}` draws one, `{% board_shapes %}` the shapes; names of games."""

import re
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse

from games.archive.messages import import_error
from games.core.pages.script_messages import script_messages
from games.explorer.lines import MOST_IN_ENDING
from games.house_rules.selectors import variant_named
from games.house_rules.variant_names import variant_name
from games.judging.move_numbers import move_count
from games.judging.pages.drawing import BoardDrawing
from games.judging.pages.score_sheet import ScoreSheet
from games.judging.selectors.adjudication import MAX_PIECES
from games.rules import parse_fen
from games.rules.fen import Placement

UNKNOWN_PARTS = re.compile(r"(?:(?:^|[.\-/ ])\?+)+$")

register = template.Library()
register.filter("variant_name", variant_name)


@register.filter
def known_date(text: str | None) -> str:
    """Return a date without its unknown parts: 1894.??.?? is 1894."""
    return UNKNOWN_PARTS.sub("", (text or "").strip())


@register.filter
def excluded_counts(counts: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the draw counts of an answer that cannot be full before the end."""
    return [count for count in counts if count["interference"] == "excluded"]


@register.filter
def move_label(sheet: ScoreSheet, ply: int) -> str:
    """Return a half-move as players number it: "12 (Black)"."""
    return sheet.numbers.label(ply)


register.filter("move_count", move_count)
register.filter("import_error", import_error)


@register.inclusion_tag("games/core/_board.html")
def board(drawing: BoardDrawing) -> dict[str, object]:
    """Draw the position; the script turns the same element into an interactive board."""
    return {"board": drawing}


@register.inclusion_tag("games/core/_small_board.html")
def small_board(fen: str, variant: str, squares: str = "") -> dict[str, object]:
    """Draw a position small and plain, for lists; it needs no shapes and no script.

    `squares` is the id of the squares that `small_squares` has drawn for many boards on the page.
    """
    rules = variant_named(variant)
    drawing = BoardDrawing(fen=fen, geometry=rules.geometry, uses_letters=rules.uses_letters)
    return {"board": drawing, "squares": squares}


@register.inclusion_tag("games/core/_small_squares.html")
def small_squares(variant: str, id: str) -> dict[str, object]:  # noqa: A002 - the attribute
    """Draw the squares of small boards once, for pages with many: a third of the bytes of a board."""
    rules = variant_named(variant)
    return {"board": BoardDrawing(fen="", geometry=rules.geometry, uses_letters=rules.uses_letters), "id": id}


def _counts(placement: Placement) -> dict[str, int]:
    """Return the pieces of a position as the fields of the search for endings."""
    return {
        "white_men": len(placement.white_men),
        "white_kings": len(placement.white_kings),
        "black_men": len(placement.black_men),
        "black_kings": len(placement.black_kings),
    }


@register.inclusion_tag("games/core/_adjudication_ask.html", takes_context=True)
def ask_whether_won(context: Context, sheet: ScoreSheet, ply: int) -> dict[str, object]:
    """Render the form that asks for the value of the position; a page may set another `weigh_url`."""
    fen = sheet.fen_at(ply)
    asked = {"variant": sheet.variant.key, "fen": fen, "law_book": sheet.payload["law_book"], "ply": ply}
    game = context.get("weighed_game")
    query = urlencode({**asked, "game": game} if game else asked)
    address = context.get("weigh_url") or reverse("games:adjudicate")
    placement = parse_fen(fen, sheet.geometry).placement
    pieces = sum(map(len, placement))
    explored = urlencode({"variant": sheet.variant.key, "fen": fen})
    ending = urlencode({"variant": sheet.variant.key, **_counts(placement)})
    return {
        "try_address": f"{reverse('games:enter')}?{explored}",
        "ending_address": f"{reverse('games:ending_search')}?{ending}" if game else "",
        "is_ending": pieces <= MOST_IN_ENDING,
        "most_in_ending": MOST_IN_ENDING,
        "address": f"{address}?{query}",
        "most": MAX_PIECES,
        "is_asked": pieces <= MAX_PIECES,
        "explore_address": f"{reverse('games:explorer')}?{explored}" if game else "",
    }


@register.inclusion_tag("games/core/_shapes.html", takes_context=True)
def board_shapes(context: Context) -> dict[str, object]:
    """Include the pieces' shapes and the scripts' texts; needed once on a page with boards.

    A page for visitors without a session has no token, and may be compressed: the API requires one only from
    signed-in users.
    """
    wants_token = settings.SESSION_COOKIE_NAME in context["request"].COOKIES
    return {"sides": ("white", "black"), "words": script_messages(), "wants_token": wants_token}
