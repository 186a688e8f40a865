"""Meetings of two players: on their own page, in a season's table, at each board of a night."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from tournaments.events.systems import has_nights
from tournaments.models import Entry, Round, Section
from tournaments.nights.selectors.meetings import Meetings, meetings_of, public_head_to_head
from tournaments.nights.selectors.nights import night_now
from tournaments.nights.selectors.season_table import season_lines
from tournaments.ratings.pages.rating_rows import rating_text
from tournaments.ratings.selectors.live_ratings import list_of, live_ratings
from tournaments.rounds.pages.boards import BoardLine
from tournaments.site.pages.public import section_context

SHOWN_PLAYERS = 60


class CrossRow(NamedTuple):
    """A player of a season with a cell for each other."""

    rank: int
    entry: Entry
    cells: tuple[tuple[str, str], ...]
    """What is in it, and its words for the title."""


@require_safe
@public
def against(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """Public games of two players of a club against each other."""
    told = public_head_to_head(person_id=person_id, other_id=other_id)
    if told is None:
        raise Http404
    context = {"section": "events", "club": told.one.organisation, "told": told}
    return render(request, "tournaments/nights/against.html", context)


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
    return f"+{own.wins} ={own.draws} \N{MINUS SIGN}{own.losses}", _met_text(own)


def _met_text(own: Meetings) -> str:
    times = ngettext("met once", "met %(number)s times", own.games) % {"number": own.games}
    colours = _("colours %(white)s\N{EN DASH}%(black)s") % {"white": own.whites, "black": own.blacks}
    if own.last_on is None:
        return f"{times}, {colours}"
    last = _("last on %(day)s") % {"day": date_format(own.last_on, "SHORT_DATE_FORMAT")}
    return f"{times}, {last}, {colours}"


def night_told(row: Round, lines: Iterable[BoardLine]) -> dict[str, Any]:
    """Return notes for each board of a night: earlier meetings, live ratings; and the current night."""
    section, boards = row.section, list(lines)
    if not has_nights(section):
        return {}
    met = meetings_of(section, before=row.number)
    return {
        "met": _met(boards, met),
        "ratings": _ratings(section, boards),
        "is_season": True,
        "night_on": night_now(section),
    }


def _met(boards: list[BoardLine], met: Mapping[frozenset[int], Meetings]) -> dict[int, str]:
    found: dict[int, str] = {}
    for line in boards:
        if line.second is None:
            continue
        told = met.get(frozenset((line.first.pk, line.second.pk)))
        own = told if told is None or told.first == line.first.pk else told.turned()
        found[line.pairing.pk] = _("never met") if own is None else _met_text(own)
    return found


def _ratings(section: Section, boards: list[BoardLine]) -> dict[int, str]:
    rating_list = list_of(section)
    if rating_list is None:
        return {}
    entries = [one for line in boards for one in (line.first, line.second) if one is not None]
    keys = {one.person_id: one.pk for one in entries if one.person_id is not None}
    found = live_ratings(rating_list, keys, of_club=section.event.organisation_id)
    return {keys[key]: rating_text(one.now) for key, one in found.items()}
