"""Target address of a board's code, defined here alone."""

from collections.abc import Callable

from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import PlayerReports, Round, Section
from tournaments.results.pages.desk_cards import addresses_of

BoardCode = Callable[[int | None], str]


def board_codes(request: HttpRequest, row: Round) -> BoardCode:
    """Return the address behind the code of each board.

    Where players report results it is the card of the board, for accounts that may see the cards; otherwise
    it is the public page of the round's pairings.
    """
    section = row.section
    pairings = reverse("tournaments:pairings", args=[section.event.slug, section.slug, row.number])
    return _codes(request, section, pairings)


def card_codes(request: HttpRequest, section: Section) -> BoardCode:
    """Return the addresses for cards of the whole event: without a card the event's own page."""
    return _codes(request, section, reverse("tournaments:event", args=[section.event.slug]))


def _codes(request: HttpRequest, section: Section, otherwise: str) -> BoardCode:
    cards = {} if section.player_reports == PlayerReports.OFF else addresses_of(request, section)
    address = request.build_absolute_uri(otherwise)
    return lambda board: cards.get(board or 0, address)
