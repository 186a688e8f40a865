"""Opening explorer: a board, the moves that were played from its position, and the games."""

from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public
from club.core.requests import OK
from games.core.errors import Refusal
from games.explorer.openings import opening_of
from games.explorer.pages.forms import FILTERS, FilterForm
from games.explorer.selectors.explorer import STRONGEST, PlayedMove, explore
from games.explorer.selectors.reached import is_index_complete
from games.explorer.selectors.walk import Choice, Walk, walk
from games.house_rules.selectors import is_variant
from games.house_rules.variant_names import DEFAULT_VARIANT
from games.judging.pages.drawing import BoardDrawing

LONGEST = 3000


class Link(NamedTuple):
    """A move that can be made on the board, and the address of the position after it."""

    choice: Choice
    address: str
    played: PlayedMove | None = None


class Crumb(NamedTuple):
    """A move of the line, its number where it is shown, and the address of the position after it."""

    number: str
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses of other positions with the same filters."""

    line: Walk
    kept: dict[str, str]
    is_flipped: bool

    def of(self, texts: tuple[str, ...], *, is_flipped: bool | None = None, fen: str | None = None) -> str:
        """Return the address of a line that begins in the same position."""
        facts = {
            "variant": self.line.variant.key,
            "fen": self.line.start_fen if fen is None else fen,
            "moves": " ".join(texts),
            **self.kept,
            "flip": "1" if (self.is_flipped if is_flipped is None else is_flipped) else "",
        }
        query = urlencode({name: value for name, value in facts.items() if value})
        return f"{reverse('games:explorer')}?{query}"


@require_safe
@public
def explorer(request: HttpRequest) -> HttpResponse:
    """Explore the position of the address; a script that changes the position gets its part alone."""
    asked = {name: request.GET.get(name, "")[:LONGEST] for name in ("variant", "fen", "moves")}
    if not is_variant(asked["variant"]):
        asked["variant"] = DEFAULT_VARIANT
    form = FilterForm({**request.GET.dict(), "variant": asked["variant"]})
    refusal: RefusalText | None = None
    status = OK
    try:
        line = walk(**asked)
    except Refusal as refused:
        refusal, status = refusal_text(refused), refused.status
        line = walk(variant=asked["variant"])
    context = _context(request, line, form) | {"refusal": refusal}
    part = "HX-Request" in request.headers
    name = "games/explorer/_explorer.html" if part else "games/explorer/explorer.html"
    return render(request, name, context, status=status)


def _context(request: HttpRequest, line: Walk, form: FilterForm) -> dict[str, Any]:
    is_flipped = bool(request.GET.get("flip"))
    kept = {name: request.GET.get(name, "") for name in FILTERS}
    order = form.chosen_order
    addresses = Addresses(line, kept | {"order": order if order == STRONGEST else ""}, is_flipped)
    found = explore(line, form.filters, order=order)
    played = [_link(addresses, each.choice, each) for each in found.moves]
    return {
        "section": "explorer",
        "tab": "explorer",
        "form": form,
        "line": line,
        "found": found,
        "played": played,
        "unplayed": [_link(addresses, choice) for choice in found.unplayed],
        "crumbs": _crumbs(addresses),
        "opening": opening_of(line),
        "drawing": _drawing(line, is_flipped=is_flipped),
        "back": addresses.of(line.texts[:-1]) if line.texts else "",
        "start": addresses.of((), fen="") if line.texts or line.start_fen else "",
        "flip": addresses.of(line.texts, is_flipped=not is_flipped),
        "here": request.build_absolute_uri(addresses.of(line.texts)),
        "is_filtered": any(kept.values()),
        "is_strongest": order == STRONGEST,
        "all_games": f"{reverse('games:explorer')}?{_position_query(line)}",
        "is_complete": is_index_complete(),
    }


def _position_query(line: Walk) -> str:
    facts = {"variant": line.variant.key, "fen": line.start_fen, "moves": " ".join(line.texts)}
    return urlencode({name: value for name, value in facts.items() if value})


def _link(addresses: Addresses, choice: Choice, played: PlayedMove | None = None) -> Link:
    return Link(choice, addresses.of((*addresses.line.texts, choice.text)), played)


def _crumbs(addresses: Addresses) -> list[Crumb]:
    """Return the moves of the line; a number stands before each move of the side that begins."""
    line = addresses.line
    crumbs = []
    for ply, text in enumerate(line.texts, start=1):
        number = line.numbers.number(ply)
        if line.positions[ply - 1].side is line.variant.first_to_move:
            label = f"{number}."
        else:
            label = f"{number}…" if ply == 1 else ""
        crumbs.append(Crumb(label, text, addresses.of(line.texts[:ply])))
    return crumbs


def _drawing(line: Walk, *, is_flipped: bool) -> BoardDrawing:
    last = line.moves[-1] if line.moves else None
    return BoardDrawing(
        fen=line.fen,
        geometry=line.variant.geometry,
        uses_letters=line.variant.uses_letters,
        is_interactive=True,
        is_flipped=is_flipped,
        last_move=last.route if last else (),
        captured_squares=last.captured if last else (),
    )
