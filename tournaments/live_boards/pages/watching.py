"""Live boards for spectators: the grid of an event, one board, and the address that other sites read."""

from itertools import groupby
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from club.audit.selectors import log_version
from club.core.pages.access import public
from club.live.published import published
from club.live.selectors import followed, last_number
from club.live.watchers import watchers_of
from club.paper.preview_cards import PICTURE_EDGE, card_answer
from games.house_rules.selectors import variant_named
from games.judging.move_numbers import MoveNumbers
from games.judging.pages.drawing import BoardDrawing, Way
from games.judging.pages.pictures import board_image
from tournaments.events.pages.public_sections import section_context, section_version, visible_event
from tournaments.live_boards.channels import boards_channel
from tournaments.live_boards.pages.live_cards import card_of_board, live_card_path, live_preview
from tournaments.live_boards.selectors.boards import (
    LiveView,
    begins_second,
    board_facts,
    boards_of_event,
    find_board,
    live_pdn,
    live_rounds,
    moves_as_dicts,
    proof_pieces,
    proofs_of,
    views_of,
)
from tournaments.models import Event, Round, RoundState

THEMES: Final = ("auto", "light", "dark")
MIN_WATCHING: Final = 2


class GridGroup(NamedTuple):
    """Boards of a round that the grid shows together: its lead boards, or the others."""

    row: Round
    is_lead: bool
    views: list[LiveView]


class MoveLine(NamedTuple):
    """A line of a score: its number and the moves of both sides, each with its number of the half-move."""

    number: int
    first: tuple[int, str] | None
    second: tuple[int, str] | None


def live_version(slug: str, **_more: Any) -> object:
    """Version of an event's live pages, for caches: the latest event of its boards, and all that is audited.

    Names, and rounds that become drafts again, are told on no channel of boards.
    """
    row = Event.objects.filter(slug=slug).values_list("pk", "version", "organisation__version").first()
    return None if row is None else (*row, last_number(boards_channel(row[0])), log_version())


def live_channel(slug: str, **_more: Any) -> str:
    """Live channel of an event's boards."""
    return boards_channel(Event.objects.filter(slug=slug).values_list("pk", flat=True).first() or 0)


@require_safe
@public
@published(version=live_version, channel=live_channel)
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the live boards of an event, lead boards first."""
    context = grid_context(visible_event(request, slug))
    return render(request, "tournaments/live_boards/live.html", context)


def round_version(slug: str, section: str, **_more: Any) -> object:
    """Version of the live boards of a round: players and results of the section, moves of the boards."""
    return section_version(slug, section), live_version(slug)


@require_safe
@public
@published(version=round_version, channel=live_channel)
def live_round(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """Show the live boards of a round, also of an earlier one."""
    one = _round_of(request, slug, section, number)
    context = grid_context(one.section.event, one)
    if not context["groups"]:
        raise Http404(number)
    return render(request, "tournaments/live_boards/live.html", context | {"round": one})


def _round_of(request: HttpRequest, slug: str, section: str, number: int) -> Round:
    """Return a published round of a section that the visitor may see."""
    row, _context = section_context(request, slug, section)
    one = get_object_or_404(row.round_rows.exclude(state=RoundState.DRAFT), number=number)
    one.section = row
    return one


@require_safe
@public
@published(version=live_version, channel=live_channel)
def live_board(request: HttpRequest, slug: str, board_id: int) -> HttpResponse:
    """Show one live board large, with its moves and clocks."""
    context = board_context(visible_event(request, slug), board_id)
    return render(request, "tournaments/live_boards/board.html", context)


@require_safe
@public
@xframe_options_exempt
@published(version=live_version, channel=live_channel)
def live_embed(request: HttpRequest, slug: str, theme: str = "auto") -> HttpResponse:
    """Show the live boards of a public event in a frame of another site."""
    context = grid_context(_framed_event(request, slug, theme))
    return render(request, "tournaments/live_boards/embed_grid.html", context | {"theme": theme})


@require_safe
@public
@xframe_options_exempt
@published(version=live_version, channel=live_channel)
def live_board_embed(request: HttpRequest, slug: str, board_id: int, theme: str = "auto") -> HttpResponse:
    """Show one live board of a public event in a frame of another site."""
    context = board_context(_framed_event(request, slug, theme), board_id)
    return render(request, "tournaments/live_boards/embed_board.html", context | {"theme": theme})


def _framed_event(request: HttpRequest, slug: str, theme: str) -> Event:
    event = visible_event(request, slug)
    if not event.is_public or theme not in THEMES:  # a frame shows no draft, not even to the desk
        raise Http404(slug)
    return event


def grid_context(event: Event, round_row: Round | None = None) -> dict[str, Any]:
    """Return the context of the grid: groups of boards, the squares to draw once, and the rounds.

    Without a round it has the latest one of each section that has live boards.
    """
    heard = followed(boards_channel(event.pk))
    views = views_of(boards_of_event(event.pk, round_row=round_row))
    # The rows come in this order: lead boards of all sections, then the others.
    groups = [
        GridGroup(found[0].pairing.round, is_lead, found)
        for (is_lead, _round), each in groupby(views, lambda one: (one.board.is_lead, one.pairing.round_id))
        if (found := list(each))
    ]
    rounds = {group.row.pk: group.row for group in groups}
    variants = dict.fromkeys(row.section.variant for row in rounds.values())
    others = [row for row in live_rounds(event.pk) if row.pk not in rounds]
    told = {"groups": groups, "rounds": list(rounds.values()), "variants": list(variants), "others": others}
    return {"section": "events", "event": event, "now": timezone.now(), **heard, **told}


def board_context(event: Event, board_id: int) -> dict[str, Any]:
    """Return the context of one board. Raises Http404 for a board of another event."""
    heard = followed(boards_channel(event.pk))
    view = _view_in(event, board_id)
    facts = {
        **board_facts(view),
        "start_fen": view.start_fen,
        "begins_second": begins_second(view),
        "moves": moves_as_dicts(view),
        "proofs": proofs_of(view),
        "proof_pieces": proof_pieces(view),
    }
    told = {
        "view": view,
        "preview": live_preview(view),
        "drawing": drawing_of(view, has_arrow=True),
        "lines": score_lines(view),
        "facts": facts,
    }
    return {"section": "events", "event": event, "now": timezone.now(), **heard, **told}


def _view_in(event: Event, board_id: int) -> LiveView:
    board = find_board(board_id)
    if board is None or board.pairing.round.section.event_id != event.pk:
        raise Http404(board_id)
    return views_of([board])[0]


def proofs_version(board_id: int, **more: Any) -> object:
    """Version of the proved positions of a board."""
    return board_id, live_version(**more)


@require_safe
@public
@published(version=proofs_version, channel=live_channel)
def live_proofs(request: HttpRequest, slug: str, board_id: int) -> HttpResponse:
    """Return the proved positions of a board as JSON, for pages that show it."""
    view = _view_in(visible_event(request, slug), board_id)
    return JsonResponse({"plies": len(view.moves), "proofs": proofs_of(view)})


def watching_version(slug: str, **_more: Any) -> object:
    """Version of the number of viewers: the number itself."""
    row = Event.objects.filter(slug=slug).values_list("pk", "version").first()
    return None if row is None else (*row, watchers_of(boards_channel(row[0])))


@require_safe
@public
@published(version=watching_version)
def live_watching(request: HttpRequest, slug: str) -> HttpResponse:
    """Return how many pages show the live boards of an event now, with its words; 0 for fewer than two."""
    event = visible_event(request, slug)
    number = watchers_of(boards_channel(event.pk)) or 0
    if number < MIN_WATCHING:
        return JsonResponse({"watching": 0, "text": ""})
    text = ngettext("%(number)s watching", "%(number)s watching", number) % {"number": number}
    return JsonResponse({"watching": number, "text": text})


@require_safe
@public
@published(version=live_version, channel=live_channel)
def live_card(request: HttpRequest, slug: str, board_id: int, version: str) -> HttpResponse:
    """Draw the preview of a live board."""
    event = visible_event(request, slug)
    view = _view_in(event, board_id)
    card = card_of_board(view)
    return card_answer(
        card, version, live_card_path(view, card), lambda: board_image(drawing_of(view), PICTURE_EDGE)
    )


@require_safe
@public
@published(version=round_version, channel=live_channel)
def round_pdn(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """Return the games of a round's live boards as PDN, as far as spectators see them."""
    return HttpResponse(
        live_pdn(_round_of(request, slug, section, number)), content_type="text/plain; charset=utf-8"
    )


def drawing_of(view: LiveView, *, is_interactive: bool = False, has_arrow: bool = False) -> BoardDrawing:
    """Return the position after the last move shown, drawn large, with an arrow along that move if asked."""
    variant = variant_named(view.pairing.round.section.variant)
    return BoardDrawing(
        fen=view.fen,
        geometry=variant.geometry,
        uses_letters=variant.uses_letters,
        is_interactive=is_interactive,
        last_move=view.last.route if view.last is not None else (),
        captured_squares=view.last.captured if view.last is not None else (),
        ways=[Way(route=view.last.route)] if has_arrow and view.last is not None else (),
    )


def score_lines(view: LiveView) -> list[MoveLine]:
    """Return the moves shown in lines, numbered as players do."""
    numbers = MoveNumbers.of_fen(view.start_fen, variant_named(view.pairing.round.section.variant))
    lines: dict[int, list[tuple[int, str] | None]] = {}
    for ply, move in enumerate(view.moves, start=1):
        line = lines.setdefault(numbers.number(ply), [None, None])
        line[(ply + numbers.begins_second + 1) % 2] = (ply, move.text)
    return [MoveLine(number, *both) for number, both in lines.items()]
