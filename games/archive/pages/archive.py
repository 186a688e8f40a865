"""Pages of the archive: search and list of games, one game, its printable sheet."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.live.published import published
from games.archive.pages.forms import SearchForm
from games.archive.pages.game_cards import game_preview, requested_ply
from games.archive.selectors.archive import GameFilters, game_list, judged_facts
from games.archive.selectors.game_pages import MAX_COUNTED, PAGE_ORDERS, Step, game_page
from games.judging.choices import stored_verdict
from games.judging.pages.score_sheet import ScoreSheet
from games.judging.selectors.viewer import viewer_payload
from games.models import Game
from games.rules import Position, king_rows_of_fen, legal_moves_after, move_text

GAMES_PER_PAGE = 40
CURSORS = frozenset({"after", "before", "page"})
FINDINGS: dict[str, dict[str, Any]] = {
    "illegal": {"is_legal": False},
    "findings": {"has_findings": True},
    "claims": {"has_claims": True},
    "clean": {"has_findings": False},
}


def latest_games(*, limit: int) -> QuerySet[Game]:
    """The newest games of the archive."""
    return game_list()[:limit]


@require_safe
@public
def games(request: HttpRequest) -> HttpResponse:
    """Search and list; an invalid field is reported and left out of the search."""
    form = SearchForm(request.GET or None)
    wanted = form.cleaned_data if form.is_bound and (form.is_valid() or form.cleaned_data) else {}
    filters = _filters(wanted)
    step: Step = "before" if "before" in request.GET else "after"
    page = game_page(filters, size=GAMES_PER_PAGE, step=step, cursor=request.GET.get(step, ""))
    context = {
        "section": "games",
        "form": form,
        "page": page,
        "most": MAX_COUNTED,
        "is_filtered": filters.is_any,
        "query": query_of(request),
    }
    return render(request, "games/archive/list.html", context)


def _filters(wanted: dict[str, str | int | None]) -> GameFilters:
    year = wanted.get("year")
    year = year if isinstance(year, int) else None
    archive_import = wanted.get("archive_import")
    return GameFilters(
        player=str(wanted.get("player") or ""),
        event=str(wanted.get("event") or ""),
        year_from=year,
        year_to=year,
        variant=str(wanted.get("variant") or ""),
        winner=str(wanted.get("winner") or ""),
        archive_import=archive_import if isinstance(archive_import, int) else None,
        order=str(wanted.get("order") or PAGE_ORDERS[0]),
        **FINDINGS.get(str(wanted.get("findings") or ""), {}),
    )


def query_of(request: HttpRequest) -> str:
    """Encode the search for the links between pages, ready to append the cursor."""
    kept = [(key, value) for key, value in request.GET.items() if key not in CURSORS and value]
    return f"{urlencode(kept)}&" if kept else ""


@require_safe
@public
@published(version=judged_facts, parameters=("ply",))
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """One game with its verdict; `?ply=` opens it at that half-move."""
    kept = get_object_or_404(Game, pk=game_id)
    verdict = stored_verdict(game=kept)
    sheet = ScoreSheet(viewer_payload(verdict))
    ply = requested_ply(request, verdict)
    context = {
        "section": "games",
        "game": kept,
        "sheet": sheet,
        "ply": ply,
        "address": request.path,
        "weighed_game": kept.pk,
        "drawing": sheet.drawing_at(ply),
        "legal": legal_texts(sheet, ply),
        "pdn": kept.pdn,
        "pdn_url": reverse("games-api:game-pdn", args=[kept.pk]),
        "print_url": f"{reverse('games:game_sheet', args=[kept.pk])}?ply={ply}",
        "share_url": f"{reverse('games:share', args=[kept.pk])}?ply={ply}",
        "preview": game_preview(kept.pk, verdict, ply, is_asked="ply" in request.GET),
    }
    return render(request, "games/archive/game.html", context)


@require_safe
@public
@published(version=judged_facts, parameters=("ply",))
def game_sheet(request: HttpRequest, game_id: int) -> HttpResponse:
    """Printable game: diagram, score, findings, and room for the ruling and the signatures."""
    kept = get_object_or_404(Game, pk=game_id)
    verdict = stored_verdict(game=kept)
    sheet = ScoreSheet(viewer_payload(verdict))
    ply = requested_ply(request, verdict)
    drawing = sheet.drawing_at(ply)
    context = {
        "game": kept,
        "sheet": sheet,
        "ply": ply,
        "drawing": drawing,
        "side_to_move": "black" if drawing.fen.startswith("B") else "white",
        "legal": legal_texts(sheet, ply),
    }
    return render(request, "games/archive/game_sheet.html", context)


def legal_texts(sheet: ScoreSheet, ply: int) -> list[str]:
    """Return the legal moves after so many half-moves in notation; empty under rules not played here."""
    if not sheet.is_judged:
        return []
    fen = sheet.fen_at(ply)
    position = Position.from_fen(fen, sheet.variant)
    legal = legal_moves_after([position], [], sheet.variant, begun=king_rows_of_fen(fen, sheet.variant))
    return list(dict.fromkeys(move_text(move, sheet.variant, legal) for move in legal))
