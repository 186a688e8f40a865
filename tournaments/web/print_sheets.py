"""Sheets for the hall: pairing lists, result slips and score sheets of a round, standings of a section."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from club.capabilities import Capability
from club.web.access import needs
from games.rules import VARIANTS
from tournaments.belonging import of_round, of_section
from tournaments.models import Entry, Round, RoundState, Section
from tournaments.openings import ballots_of
from tournaments.selectors.standings import cross_table, standing_rows
from tournaments.web.boards import BoardLine, board_lines

SHEETS: Final = {
    "lists": "tournaments/print/lists.html",
    "slips": "tournaments/print/slips.html",
    "scores": "tournaments/print/scores.html",
}
MOVES_A_SHEET: Final = 50
GAMES_AN_OPENING: Final = 2


class NameLine(NamedTuple):
    """A player in the list by name; without an opponent the bye is told."""

    entry: Entry
    line: BoardLine
    opponent: Entry | None
    is_white: bool


class GameSheet(NamedTuple):
    """One game to be written down: who has White, who has Black, and the opening that was drawn."""

    line: BoardLine
    game: int
    white: Entry
    black: Entry
    opening: str


@require_safe
@needs(Capability.SEE_DESK, scope=of_round)
def round_sheet(request: HttpRequest, round_id: int, what: str) -> HttpResponse:
    """One kind of sheet of a round: lists, slips or score sheets."""
    if what not in SHEETS:
        raise Http404(what)
    row = get_object_or_404(Round.objects.select_related("section__event"), pk=round_id)
    lines = board_lines(row)
    boards = [line for line in lines if line.second]
    context: dict[str, Any] = {"round": row, "one": row.section, "lines": lines, "boards": boards}
    if what == "lists":
        context["by_name"] = _by_name(lines)
    if what == "scores":
        context |= {"sheets": _game_sheets(boards), "moves": range(1, MOVES_A_SHEET // 2 + 1)}
        context["begins"] = VARIANTS[row.section.variant].first_to_move.key
        context["further"] = range(MOVES_A_SHEET // 2 + 1, MOVES_A_SHEET + 1)
    return render(request, SHEETS[what], context)


def _by_name(lines: Sequence[BoardLine]) -> list[NameLine]:
    found = [NameLine(line.first, line, line.second, is_white=True) for line in lines]
    found += [NameLine(line.second, line, line.first, is_white=False) for line in lines if line.second]
    return sorted(found, key=lambda one: one.entry.name.casefold())


def _game_sheets(boards: Sequence[BoardLine]) -> list[GameSheet]:
    sheets = []
    for line in boards:
        ballots = ballots_of(line.pairing.ballot)
        for cell in line.games:
            at = (cell.result.number - 1) // GAMES_AN_OPENING
            opening = f"{ballots[at].number}: {ballots[at].label}" if at < len(ballots) else ""
            first, second = line.first, line.second or line.first
            white, black = (first, second) if cell.first_is_white else (second, first)
            sheets.append(GameSheet(line, cell.result.number, white, black, opening))
    return sheets


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def section_sheet(request: HttpRequest, section_id: int) -> HttpResponse:
    """The standings of a section and its cross-table."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    rounds = row.round_rows.exclude(state=RoundState.DRAFT).order_by("number")
    context = {"one": row, "rounds": rounds, "table": standing_rows(row), "lines": cross_table(row)}
    return render(request, "tournaments/print/section.html", context)
