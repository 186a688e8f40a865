"""Kinds of paper of a section: what each is, which choices it has, and what draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.core.capabilities import Capability
from tournaments.printing.orders import SAMPLE
from tournaments.printing.pages.certificates import certificates
from tournaments.printing.pages.pdf_boards import board_cards, name_cards, result_slips
from tournaments.printing.pages.pdf_lists import list_by_board, list_by_name
from tournaments.printing.pages.pdf_scores import blank_score_sheets, score_sheets
from tournaments.printing.pages.pdf_tables import crosstable_sheet, standings_sheet
from tournaments.printing.pages.pdf_walls import (
    check_in_poster,
    wall_by_board,
    wall_by_name,
    wall_standings,
)
from tournaments.results.pages.desk_cards import board_codes, card_codes, note_cards
from tournaments.results.services.board_cards import boards_of_section
from tournaments.standings.selectors.grids import cross_lines, grid_now

if TYPE_CHECKING:
    from club.paper.paper import Paper
    from tournaments.printing.orders import PrintOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKind:
    """A kind of paper; `turns` and `divides`: its orientation and its number of pages can be chosen.

    `has_codes`: it has QR codes, which need an address that phones reach.
    """

    label: str | Promise
    hint: str | Promise
    group: str
    build: Callable[[PrintOrder], Paper]
    of_round: bool = False
    turns: bool = False
    divides: bool = False
    has_codes: bool = False
    needs: Capability = Capability.SEE_DESK
    is_listed: bool = True


WALL, TABLE, PLAYERS = "wall", "table", "players"
GROUPS: Final[Mapping[str, str | Promise]] = {
    WALL: _("For the wall"),
    TABLE: _("At the boards"),
    PLAYERS: _("For players and files"),
}


def _cards(order: PrintOrder) -> Paper:
    boards = boards_of_section(order.section)
    shown = boards[:SAMPLE] if order.is_sample else boards
    codes = card_codes(order.request, order.section)
    if not order.is_sample:
        note_cards(order.request, order.section, boards)
    return board_cards(order.section, shown, order.size, codes, order.letterhead.ink)


def _slips(order: PrintOrder) -> Paper:
    return result_slips(order.round, order.boards, order.size, board_codes(order.request, order.round))


def _standings(order: PrintOrder) -> Paper:
    grid = grid_now(order.section)
    return standings_sheet(
        order.section, grid.table, order.size, is_provisional=grid.is_provisional, letterhead=order.letterhead
    )


def _crosstable(order: PrintOrder) -> Paper:
    grid = grid_now(order.section)
    return crosstable_sheet(
        order.section,
        cross_lines(grid),
        order.size,
        is_provisional=grid.is_provisional,
        letterhead=order.letterhead,
    )


KINDS: Final[Mapping[str, SheetKind]] = {
    "wall-boards": SheetKind(
        label=_("Pairings by board"),
        hint=_("Large type that fills the sheet, readable from two metres."),
        group=WALL,
        build=wall_by_board,
        of_round=True,
        turns=True,
        divides=True,
    ),
    "wall-names": SheetKind(
        label=_("Where do I sit?"),
        hint=_("All players by name, with board and colour."),
        group=WALL,
        build=wall_by_name,
        of_round=True,
        turns=True,
        divides=True,
    ),
    "wall-standings": SheetKind(
        label=_("Standings"),
        hint=_("Rank, name, points and two tie-breaks in large type."),
        group=WALL,
        build=wall_standings,
        turns=True,
        divides=True,
    ),
    "check-in": SheetKind(
        label=_("Check-in poster"),
        hint=_("A QR code for the door: players check in on their phones."),
        group=WALL,
        build=check_in_poster,
        turns=True,
        has_codes=True,
        needs=Capability.RUN_EVENTS,
    ),
    "board-cards": SheetKind(
        label=_("Board cards"),
        hint=_("Number and QR code of each board; fold them, and both sides can be read."),
        group=TABLE,
        build=_cards,
        has_codes=True,
    ),
    "name-cards": SheetKind(
        label=_("Name cards"),
        hint=_("Name, club and rating of each player; fold them, and both sides can be read."),
        group=TABLE,
        build=name_cards,
    ),
    "scores": SheetKind(
        label=_("Score sheets"),
        hint=_("For both players of each game, with the opening as a diagram and its moves."),
        group=TABLE,
        build=lambda order: score_sheets(order.round, order.boards, order.size),
        of_round=True,
    ),
    "scores-blank": SheetKind(
        label=_("Blank score sheets"),
        hint=_("Two on a page, to be copied."),
        group=TABLE,
        build=lambda order: blank_score_sheets(order.section, order.size),
    ),
    "slips": SheetKind(
        label=_("Result slips"),
        hint=_("Four on a page: cut, sign and bring to the desk."),
        group=TABLE,
        build=_slips,
        of_round=True,
        has_codes=True,
    ),
    "standings": SheetKind(
        label=_("Standings with all tie-breaks"),
        hint=_("A table for the file, and for the players who ask why."),
        group=PLAYERS,
        build=_standings,
    ),
    "crosstable": SheetKind(
        label=_("Cross-table"),
        hint=_("Every round of every player."),
        group=PLAYERS,
        build=_crosstable,
    ),
    "by-board": SheetKind(
        label=_("List by board"),
        hint=_("Pairings in small type, for the desk."),
        group=PLAYERS,
        build=lambda order: list_by_board(order.round, order.lines, order.size, order.letterhead),
        of_round=True,
    ),
    "by-name": SheetKind(
        label=_("List by name"),
        hint=_("All players with board, side and opponent, for the desk."),
        group=PLAYERS,
        build=lambda order: list_by_name(order.round, order.lines, order.size, order.letterhead),
        of_round=True,
    ),
    "certificates": SheetKind(
        label=_("Certificates"),
        hint=_("Five designs with the club's logo and colour, for winners, all players or one."),
        group=PLAYERS,
        build=certificates,
        turns=True,
        is_listed=False,
    ),
}


def kind_facts() -> list[dict[str, Any]]:
    """Return the kinds of paper with their choices as plain values."""
    return [
        {
            "key": key,
            "name": str(kind.label),
            "group": kind.group,
            "of_round": kind.of_round,
            "has_orientation": kind.turns,
            "has_pages": kind.divides,
            "has_codes": kind.has_codes,
        }
        for key, kind in KINDS.items()
    ]
