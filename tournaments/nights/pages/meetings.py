"""Meetings of all pairs of a season."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from tournaments.events.pages.public_sections import section_context
from tournaments.events.systems import has_nights
from tournaments.models import Entry, Section
from tournaments.nights.pages.panels import met_text
from tournaments.nights.selectors.nights import Meetings, meetings_of
from tournaments.nights.selectors.season_table import season_lines

SHOWN_PLAYERS = 60


class CrossRow(NamedTuple):
    """A player of a season with a cell for each other."""

    rank: int
    entry: Entry
    cells: tuple[tuple[str, str], ...]
    """What is in it, and its words for the title."""


@require_safe
@public
def season_meetings(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Meetings of all pairs of a season: number, result and sides."""
    row, context = section_context(request, slug, section)
    if not has_nights(row):
        raise Http404(section)
    context |= {"rows": cross_rows(row), "tab": "season"}
    return render(request, "tournaments/nights/season_meetings.html", context)


def cross_rows(section: Section) -> list[CrossRow]:
    """The players of a season in the order of its table."""
    lines = season_lines(section, for_everybody=True).lines[:SHOWN_PLAYERS]
    met = meetings_of(section)
    return [
        CrossRow(
            line.row.rank,
            line.entry,
            tuple(_cell(met.get(frozenset((line.entry.pk, each.entry.pk))), line.entry) for each in lines),
        )
        for line in lines
    ]


def _cell(met: Meetings | None, entry: Entry) -> tuple[str, str]:
    if met is None:
        return "", ""
    own = met if met.first == entry.pk else met.turned()
    return f"+{own.wins} ={own.draws} \N{MINUS SIGN}{own.losses}", met_text(own)
