"""A game outside the site: pictures of its positions, its preview card, the share panel, a frame."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.core.requests import phone_uri
from club.live.published import published
from club.paper.preview_cards import PICTURE_EDGE, card_answer
from games.archive.pages.game_cards import card_path, game_card, names_of, requested_ply
from games.archive.selectors.archive import judged_facts
from games.judging.choices import stored_verdict
from games.judging.pages.pictures import board_image, drawing_after, picture_answer
from games.judging.pages.score_sheet import ScoreSheet
from games.judging.selectors.viewer import viewer_payload
from games.laws.verdict import Verdict
from games.models import Game

THEMES: Final = ("auto", "light", "dark")
SNIPPET: Final = '<iframe src="{}" title="{}" width="100%" height="640" loading="lazy"></iframe>'
IMAGE: Final = '<a href="{}"><img src="{}" alt="{}" width="400"></a>'


@require_safe
@public
@published(version=judged_facts)
def picture(request: HttpRequest, game_id: int, ply: int, kind: str) -> HttpResponse:  # noqa: ARG001 - a view
    """Draw the position after so many half-moves."""
    return picture_answer(drawing_after(_judged(game_id, ply), ply), kind)


@require_safe
@public
@published(version=judged_facts)
def card(request: HttpRequest, game_id: int, ply: int, version: str) -> HttpResponse:  # noqa: ARG001
    """Draw the preview of a link to a position: the board, names, result and event."""
    verdict = _judged(game_id, ply)
    shown = game_card(verdict, ply)
    return card_answer(
        shown,
        version,
        card_path(game_id, ply, shown),
        lambda: board_image(drawing_after(verdict, ply), PICTURE_EDGE),
    )


@require_safe
@public
@published(version=judged_facts, parameters=("ply",))
def share(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the link to a position with its QR code, its picture, and the code of a frame."""
    game = get_object_or_404(Game, pk=game_id)
    verdict = stored_verdict(game=game)
    ply = requested_ply(request, verdict)
    link = phone_uri(request, f"{reverse('games:game', args=[game_id])}?ply={ply}")
    context = {"section": "games", "game": game, "ply": ply, "link": link}
    context |= _shown(request, game, verdict, ply, link) if verdict.is_judged else {}
    is_part = "HX-Request" in request.headers
    template = "games/archive/_share.html" if is_part else "games/archive/share.html"
    return render(request, template, context | {"is_part": is_part})


def _shown(request: HttpRequest, game: Game, verdict: Verdict, ply: int, link: str) -> dict[str, Any]:
    """Return addresses of the picture and the frame, and the HTML to paste into a page."""
    png, svg = (reverse(f"games:picture_{kind}", args=[game.pk, ply]) for kind in ("png", "svg"))
    frame = phone_uri(request, reverse("games:embed", args=[game.pk, ply]))
    title = names_of(verdict)
    alternative = f"{title}: {drawing_after(verdict, ply).label}"
    return {
        "title": title,
        "png": png,
        "svg": svg,
        "frame": str(format_html(SNIPPET, frame, title)),
        "image": str(format_html(IMAGE, link, phone_uri(request, png), alternative)),
    }


@require_safe
@xframe_options_exempt
@public
@published(version=judged_facts)
def embed(request: HttpRequest, game_id: int, ply: int | None = None, theme: str = "auto") -> HttpResponse:
    """Show a game in a frame of another page: the board, the moves and the controls."""
    if theme not in THEMES:
        raise Http404(theme)
    verdict = _judged(game_id, ply or 0)
    sheet = ScoreSheet(viewer_payload(verdict))
    at = sheet.telling_ply if ply is None else ply
    context = {
        "theme": theme,
        "sheet": sheet,
        "ply": at,
        "drawing": sheet.drawing_at(at),
        "title": names_of(verdict),
        "number": game_id,
        "page": f"{reverse('games:game', args=[game_id])}?ply={at}",
    }
    return render(request, "games/archive/embed.html", context)


def _judged(game_id: int, ply: int) -> Verdict:
    """Return the verdict on a game that has a position after so many half-moves."""
    verdict = stored_verdict(game=get_object_or_404(Game, pk=game_id))
    if not verdict.is_judged or ply > verdict.plies:
        raise Http404(ply)
    return verdict
