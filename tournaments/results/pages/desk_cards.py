"""Cards of the boards at the desk: print once for the whole event, revoke, renew."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.pages.responses import page_of
from club.core.requests import actor_of, code_uri, is_out_of_reach, parse_number
from club.hall.services import note_printed
from tournaments.core.scopes import of_section
from tournaments.core.services.locks import section_scope
from tournaments.models import BoardCard, PlayerReports, Round, Section
from tournaments.results.selectors.results import cards_of
from tournaments.results.services.board_cards import make_board_cards, renew_board_cards, revoke_board_card

BOARD_DIGITS = 8
CARDS_PER_PAGE = 30  # each draws its code, which takes time and room


def card_address(request: HttpRequest, token: str) -> str:
    """Return the address in the code of a card."""
    return code_uri(request, "b", token)


def addresses_of(request: HttpRequest, section: Section) -> dict[int, str]:
    """Return the addresses of the cards by board, for accounts that may see them."""
    if not may(actor_of(request), Capability.CORRECT_RESULTS, section_scope(section)):
        return {}
    return {card.board_number: card_address(request, card.token) for card in cards_of(section)}


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=of_section)
def cards(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show the codes of the cards of a section by pages, with actions to revoke, renew and print."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    page = page_of(request, cards_of(row), CARDS_PER_PAGE)
    context = {
        "section": "desk",
        "tab": "rounds",
        "one": row,
        "page": page,
        "cards": [(card, card_address(request, card.token)) for card in page],
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, section_scope(row)),
        "is_out_of_reach": is_out_of_reach(request),
        "is_off": row.player_reports == PlayerReports.OFF,
    }
    return render(request, "tournaments/results/desk/cards.html", context)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def act(request: HttpRequest, section_id: int) -> HttpResponse:
    """Create the missing cards, revoke one, or renew one or all."""
    actor, what = actor_of(request), request.POST.get("what", "make")
    board = parse_number(request.POST.get("board", ""), digits=BOARD_DIGITS)
    with Refusals(request):
        if what == "renew":
            renew_board_cards(section_id=section_id, board_number=board, actor=actor)
        elif what == "revoke":
            live = BoardCard.objects.filter(
                section=section_id, board_number=board or 0, revoked_at__isnull=True
            )
            revoke_board_card(card_id=get_object_or_404(live).pk, actor=actor)
        else:
            make_board_cards(section_id=section_id, actor=actor)
        messages.success(request, _("Saved."))
    return redirect("tournaments:desk_cards", section_id)


BoardCode = Callable[[int | None], str]


def board_codes(request: HttpRequest, row: Round) -> BoardCode:
    """Return the address behind the code of each board.

    Where players report results it is the card of the board, for accounts that may see the cards; otherwise
    it is the public page of the round's pairings.
    """
    return _codes(request, row.section, code_uri(request, "r", row.pk))


def card_codes(request: HttpRequest, section: Section) -> BoardCode:
    """Return the addresses for cards of the whole event: without a card the event's own page."""
    return _codes(request, section, code_uri(request, "v", section.event_id))


def note_cards(request: HttpRequest, section: Section, boards: Sequence[int]) -> None:
    """Note that cards were printed: they stay at the boards, and the hall has to know their address.

    Cards without a token have the code of the event, which is stale after a change of address as well.
    """
    codes, event_code = card_codes(request, section), code_uri(request, "v", section.event_id)
    plain = sum(codes(board) == event_code for board in boards)
    cards, paper = (
        reverse(f"tournaments:{name}", args=[section.pk]) for name in ("desk_cards", "desk_paper")
    )
    for letter, number, sheet in (("b", len(boards) - plain, cards), ("v", plain, paper)):
        note_printed(
            letter=letter,
            sheet=sheet,
            title=f"{section.event.name}, {section.name}",
            organisation_id=section.event.organisation_id,
            number=number,
        )


def _codes(request: HttpRequest, section: Section, address: str) -> BoardCode:
    cards = {} if section.player_reports == PlayerReports.OFF else addresses_of(request, section)
    return lambda board: cards.get(board or 0, address)
