"""PDF score sheets, two side by side on a page to be cut apart: of the games of a round, or blank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import GREY, RULE, PaperSize, Scale
from games.ballots import Ballot
from games.house_rules.selectors import variant_named
from games.rules import Variant
from tournaments.models import Round, Section
from tournaments.printing.pages.pdf_diagram import diagram, drawing_of
from tournaments.printing.pages.pdf_lists import place_of
from tournaments.results.pages.boards import BoardLine
from tournaments.rounds.pages.name_lines import GameSheet, game_sheets

if TYPE_CHECKING:
    from club.paper.paper import Paper

MARGIN: Final = 11.0
MOVES_A_COLUMN: Final = 25
LARGE_BOARD: Final = 50  # squares: from this size on games have more moves than two columns hold
NUMBER_WIDTH: Final = 8.0
BETWEEN: Final = 4.0
HEAD: Final = 34.0  # millimetres above the moves
DIAGRAM: Final = 33.0
LABEL: Final = 15.0  # width of "White", "Black" and "Opening"
PAIR: Final = 2
SMALLEST_HEAD, LARGEST_HEAD = 8, 9  # points
LOW: Final = 0.72  # of a row: the baseline


class ScoreHead(NamedTuple):
    """Texts above the moves; `own` is the side whose player writes: 0 White, 1 Black."""

    title: str
    names: tuple[str, str]
    own: int | None = None
    ballot: Ballot | None = None


BLANK: Final = ("", "")


def score_sheets(row: Round, boards: list[BoardLine], size: PaperSize) -> Paper:
    """Render the sheets of both players of every game next to each other."""
    title = _("Score sheets of round %(number)s") % {"number": row.number}
    return _pairs(row.section, [_heads(row, sheet) for sheet in game_sheets(boards)], size, title)


def blank_score_sheets(section: Section, size: PaperSize) -> Paper:
    """Render a page of two score sheets without names, to be copied."""
    blank = ScoreHead("", BLANK)
    return _pairs(section, [(blank, blank)], size, _("Score sheets"))


def _heads(row: Round, sheet: GameSheet) -> tuple[ScoreHead, ScoreHead]:
    facts = {"number": row.number, "board": sheet.line.pairing.board_number, "game": sheet.game}
    title = _("Round %(number)s, board %(board)s, game %(game)s") % facts
    names = (sheet.white.name, sheet.black.name)
    return ScoreHead(title, names, 0, sheet.ballot), ScoreHead(title, names, 1, sheet.ballot)


def _pairs(section: Section, pages: list[tuple[ScoreHead, ScoreHead]], size: PaperSize, title: str) -> Paper:
    paper = blank_paper(title=f"{place_of(section)}, {title}", size=size, is_landscape=True, margin=MARGIN)
    half = paper.w / 2
    for heads in pages:
        paper.add_page()
        paper.set_draw_color(RULE)
        paper.set_dash_pattern(dash=2, gap=2)
        paper.line(half, MARGIN, half, paper.h - MARGIN)
        paper.set_dash_pattern()
        paper.set_draw_color(0)
        for place, head in enumerate(heads):
            _Sheet(paper, section, head, x=place * half + MARGIN, width=half - 2 * MARGIN).draw()
    return paper


class _Sheet:
    """One score sheet."""

    def __init__(self, paper: Paper, section: Section, head: ScoreHead, *, x: float, width: float) -> None:
        self.paper, self.section, self.told, self.x, self.width = paper, section, head, x, width
        self.variant = variant_named(section.variant)
        self.top = paper.t_margin

    def draw(self) -> None:
        """Draw the head, the moves and the signatures."""
        room = self.width - (DIAGRAM + BETWEEN if self._opening() else 0)
        self._head(room)
        columns = 3 if self.variant.geometry.squares >= LARGE_BOARD else 2
        column = (self.width - (columns - 1) * BETWEEN) / columns
        for place in range(columns):
            self._moves(self.x + place * (column + BETWEEN), column, 1 + place * MOVES_A_COLUMN)
        self._signatures()

    def _opening(self) -> bool:
        """Draw the position after the opening; tell whether there is one."""
        ballot = self.told.ballot
        drawing = drawing_of(ballot.fen, self.section.variant) if ballot else None
        if drawing is None:
            return False
        left = self.x + self.width - DIAGRAM
        diagram(self.paper, drawing, x=left, y=self.top - 1, width=DIAGRAM)
        return True

    def _head(self, room: float) -> None:
        paper, x, top = self.paper, self.x, self.top
        clock = f" \N{MIDDLE DOT} {self.section.clock}" if self.section.clock else ""
        paper.set_text_color(GREY)
        paper.words(f"{place_of(self.section)}{clock}", x=x, y=top + 3, width=room, size=LARGEST_HEAD)
        paper.set_text_color(0)
        if self.told.title:
            paper.words(self.told.title, x=x, y=top + 10.5, width=room, size=Scale.LEAD, style="B")
        else:
            self._lines_to_write((_("Round"), pgettext("a table in the hall", "Board"), _("Date")), room)
        for at, (side, name) in enumerate(zip((_("White"), _("Black")), self.told.names, strict=True)):
            y = top + 18 + 6.5 * at
            self._label(side, y)
            style = "B" if at == self.told.own else ""
            if name:
                paper.words(name, x=x + LABEL, y=y, width=room - LABEL, size=Scale.BODY, style=style)
            else:
                self._rule(x + LABEL, y + 0.8, room - LABEL)
        ballot = self.told.ballot
        if ballot:
            self._label(_("Opening"), top + 30.5)
            text = f"{ballot.number}: {ballot.label}"
            paper.words(text, x=x + LABEL, y=top + 30.5, width=room - LABEL, size=Scale.SMALL)

    def _label(self, text: str, y: float) -> None:
        self.paper.set_text_color(GREY)
        self.paper.words(text, x=self.x, y=y, width=LABEL - 1, size=SMALLEST_HEAD)
        self.paper.set_text_color(0)

    def _rule(self, x: float, y: float, width: float) -> None:
        self.paper.set_draw_color(RULE)
        self.paper.line(x, y, x + width, y)
        self.paper.set_draw_color(0)

    def _lines_to_write(self, labels: tuple[str, ...], room: float) -> None:
        each = (room - BETWEEN * (len(labels) - 1)) / len(labels)
        for at, label in enumerate(labels):
            left, y = self.x + at * (each + BETWEEN), self.top + 10.5
            self.paper.set_text_color(GREY)
            self.paper.words(label, x=left, y=y, width=LABEL - 3, size=SMALLEST_HEAD)
            self.paper.set_text_color(0)
            self._rule(left + LABEL - 2, y + 0.8, each - LABEL + 2)

    def _moves(self, x: float, width: float, first: int) -> None:
        paper, top = self.paper, self.top + HEAD
        bottom = paper.h - paper.b_margin - 14
        step = (bottom - top) / (MOVES_A_COLUMN + 1)
        each = (width - NUMBER_WIDTH) / PAIR
        sides = (_("White"), _("Black"))
        for place, side in enumerate(sides if self._is_white_first() else sides[::-1]):
            left = x + NUMBER_WIDTH + place * each
            paper.set_text_color(GREY)
            paper.words(side, x=left, y=top + step * LOW, width=each, size=SMALLEST_HEAD, side="C")
            paper.set_text_color(0)
        paper.set_draw_color(RULE)
        for at in range(MOVES_A_COLUMN + 1):
            y = top + step * (at + 1)
            paper.line(x, y, x + width, y)
            if at < MOVES_A_COLUMN:
                number = str(first + at)
                low = y + step * LOW
                paper.words(number, x=x, y=low, width=NUMBER_WIDTH - 1.5, size=SMALLEST_HEAD, side="R")
        for left in (x + NUMBER_WIDTH, x + NUMBER_WIDTH + each):
            paper.line(left, top, left, bottom)
        paper.set_draw_color(0)
        if first == 1 and self.told.ballot:
            for at, move in enumerate(opening_moves(self.told.ballot, self.variant)):
                left = x + NUMBER_WIDTH + (at % PAIR) * each
                y = top + step * (at // PAIR + 1 + LOW)
                paper.words(move, x=left, y=y, width=each, size=Scale.SMALL, side="C")

    def _is_white_first(self) -> bool:
        return self.variant.first_to_move.key == "white"

    def _signatures(self) -> None:
        paper, low = self.paper, self.paper.h - self.paper.b_margin - 4
        each = (self.width - 2 * BETWEEN) / 3
        white, black = (
            name or side for name, side in zip(self.told.names, (_("White"), _("Black")), strict=True)
        )
        names = (pgettext("of a game, to be written in", "Result"), white, black)
        for place, name in enumerate(names):
            left = self.x + place * (each + BETWEEN)
            paper.line(left, low, left + each, low)
            paper.words(name, x=left, y=low + 3.5, width=each, size=SMALLEST_HEAD)


def opening_moves(ballot: Ballot, variant: Variant) -> list[str]:
    """Return the moves of an opening in the notation of its game: numbers or letters of squares."""
    if not variant.uses_letters:
        return list(ballot.moves)
    return [_in_letters(move, variant) for move in ballot.moves]


def _in_letters(move: str, variant: Variant) -> str:
    sign = "x" if "x" in move else "-"
    return sign.join(variant.geometry.name_of(int(square)) for square in move.split(sign))
