"""Certificates: a page for each, with place, name, event and class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import PaperSize
from tournaments.models import Section
from tournaments.standings.selectors.standings import StandingRow

if TYPE_CHECKING:
    from club.paper.paper import Paper

FRAME = 10.0
NAME_SIZE = 44.0  # points


class Certificate(NamedTuple):
    """Certificate of a place, in the whole table or in a class of it."""

    place: int
    name: str
    category: str


def certificates_of(rows: Sequence[StandingRow], *, places: int, category: str) -> list[Certificate]:
    """Return the certificates of a table down to a place; of a class alone if one is named."""
    wanted = [row for row in rows if not category or row.entry.category == category]
    ranks = [row.rank for row in wanted]
    told = (
        Certificate(ranks.index(row.rank) + 1 if category else row.rank, row.entry.name, row.entry.category)
        for row in wanted
    )
    return [one for one in told if not places or one.place <= places]


def certificates(section: Section, told: Iterable[Certificate], size: PaperSize) -> Paper:
    """PDF with a page for each certificate."""
    title = _("Certificates")
    event = section.event
    paper = blank_paper(
        title=f"{event.name} · {section.name}, {title}", size=size, is_landscape=True, margin=FRAME + 12
    )
    for one in told:
        paper.add_page()
        _frame(paper)
        _page(paper, section, one)
    return paper


def _frame(paper: Paper) -> None:
    for inset, width in ((FRAME, 0.9), (FRAME + 2.2, 0.3)):
        paper.set_line_width(width)
        paper.rect(inset, inset, paper.w - 2 * inset, paper.h - 2 * inset)
    paper.set_line_width(0.2)


def _place(place: int) -> str:
    """Return a place as an ordinal; the sources are English, other languages need one form or two."""
    last, is_teen = place % 10, 10 < place % 100 < 14  # noqa: PLR2004 - 11th, 12th, 13th
    told = _("%(place)sth place")
    if not is_teen and last == 1:
        told = _("%(place)sst place")
    elif not is_teen and last == 2:  # noqa: PLR2004
        told = _("%(place)snd place")
    elif not is_teen and last == 3:  # noqa: PLR2004
        told = _("%(place)srd place")
    return told % {"place": place}


def _page(paper: Paper, section: Section, one: Certificate) -> None:
    event, top = section.event, paper.t_margin
    _line(paper, event.organisation.name, y=top + 10, size=14)
    _line(paper, _("Certificate"), y=top + 32, size=38, style="B")
    _line(paper, one.name, y=top + 66, size=NAME_SIZE, style="B")
    paper.line(paper.l_margin + 40, top + 71, paper.w - paper.r_margin - 40, top + 71)
    _line(paper, _place(one.place), y=top + 85, size=24)
    told = f"{section.name} · {one.category}" if one.category else section.name
    _line(paper, told, y=top + 98, size=18)
    _line(paper, event.name, y=top + 111, size=24, style="B")
    _line(paper, _where_and_when(section), y=top + 121, size=14)
    low, each = paper.h - paper.b_margin - 8, 80.0
    for left, role in (
        (paper.l_margin, _("Tournament director")),
        (paper.w - paper.r_margin - each, _("Arbiter")),
    ):
        paper.line(left, low, left + each, low)
        paper.words(role, x=left, y=low + 5, width=each, size=10, side="C")


def _line(paper: Paper, text: str, *, y: float, size: float, style: str = "") -> None:
    paper.words(text, x=paper.l_margin, y=y, width=paper.epw, size=size, style=style, side="C")


def _where_and_when(section: Section) -> str:
    event = section.event
    days = [day for day in (event.starts_on, event.ends_on) if day]
    told = [date_format(day, "DATE_FORMAT") for day in dict.fromkeys(days)]
    return ", ".join(part for part in (event.venue, " \N{EN DASH} ".join(told)) if part)
