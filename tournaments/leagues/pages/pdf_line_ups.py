"""PDF sheet of a match: line-ups, with room for results and signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.core.moments import moment_text
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import Column, PaperSize
from tournaments.leagues.match_outcomes import TeamOutcome, team_outcome_of
from tournaments.leagues.selectors.fixtures import BoardOfMatch, FixtureLine
from tournaments.models import Section
from tournaments.printing.pages.pdf_tables import place_of

if TYPE_CHECKING:
    from club.paper.paper import Paper

TABLE_SIZE = 11.0  # points
FOOT = 22.0  # millimetres for the signatures


def line_up_sheet(section: Section, line: FixtureLine, boards: list[BoardOfMatch], size: PaperSize) -> Paper:
    """Render the boards in order; missing names and results are left blank to be filled in by hand."""
    title = f"{line.home.name} - {line.guests.name}"
    paper = blank_paper(title=f"{place_of(section)}, {title}", size=size)
    paper.add_page()
    paper.heading(above=place_of(section), title=title)
    paper.paragraph(_when_and_where(line), size=10)
    columns = (
        Column(_("Board"), 1, "R"),
        Column(line.home.name, 5),
        Column(pgettext("a side of the board", "Colour"), 1.4),
        Column(line.guests.name, 5),
        Column(pgettext("of a game, to be written in", "Result"), 2.2),
    )
    words = {one.value: str(one.label) for one in TeamOutcome}
    rows = (
        (
            str(board.number),
            board.first,
            _("White") if board.first_is_white else _("Black"),
            board.second,
            words.get(team_outcome_of(board.outcome, board.number), ""),
        )
        for board in boards
    )
    paper.ruled_table(columns, rows, size=TABLE_SIZE, below=FOOT)
    _signatures(paper, line)
    return paper


def _when_and_where(line: FixtureLine) -> str:
    number = _("Round %(number)s") % {"number": line.fixture.pairing.round.number}
    day = moment_text(line.begins_at, place=line.fixture.pairing.round.section.event)
    return " · ".join(part for part in (number, day, line.venue, line.address) if part)


def _signatures(paper: Paper, line: FixtureLine) -> None:
    y = paper.get_y() + 14
    each = (paper.epw - 8) / 2
    for place, team in enumerate((line.home, line.guests)):
        left = paper.l_margin + place * (each + 8)
        paper.line(left, y, left + each, y)
        told = _("Captain of %(team)s") % {"team": team.name}
        paper.words(told, x=left, y=y + 4, width=each, size=9)
