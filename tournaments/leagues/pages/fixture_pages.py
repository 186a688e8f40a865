"""Public pages of a league: matches with days and venues, one match, the table, calendars."""

from datetime import UTC
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.calendar.pages.icalendars import calendar_file, component, serialize_calendar
from club.core.pages.access import public
from club.core.selectors import organisation_list
from tournaments.core.league_rules import is_league
from tournaments.core.pages.event_times import render_in_zone, zone_of
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.leagues.errors import NoLeague
from tournaments.leagues.match_outcomes import TeamOutcome, team_outcome_of
from tournaments.leagues.pages.pdf_line_ups import line_up_sheet
from tournaments.leagues.selectors.fixtures import (
    FixtureLine,
    boards_of_match,
    fixture_lines,
    fixtures_of_club,
)
from tournaments.leagues.selectors.league_table import league_table
from tournaments.models import Section
from tournaments.printing.pages.pdf_sheets import pdf_answer, size_named


@public_section_page
def fixtures(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """The matches of a league by round."""
    row, context = _league(request, slug, section)
    context |= {"lines": fixture_lines(row), "tab": "fixtures"}
    return render_in_zone(row.event, request, "tournaments/leagues/fixtures.html", context)


@public_section_page
def match(request: HttpRequest, slug: str, section: str, number: int, board: int) -> HttpResponse:
    """Show one match: its boards, with players once the line-ups are public."""
    row, context = _league(request, slug, section)
    line = _line(row, number, board)
    words = {one.value: str(one.label) for one in TeamOutcome}
    boards = [
        (one, words.get(team_outcome_of(one.outcome, one.number), ""))
        for one in boards_of_match(line.fixture)
    ]
    context |= {"line": line, "boards": boards, "tab": "fixtures"}
    return render_in_zone(row.event, request, "tournaments/leagues/match.html", context)


@public_section_page
def match_sheet(
    request: HttpRequest, slug: str, section: str, number: int, board: int, size: str
) -> HttpResponse:
    """Print the line-ups of a match once they are public; before that the sheet has empty lines."""
    row, _context = _league(request, slug, section)
    line = _line(row, number, board)
    with timezone.override(zone_of(row.event)):
        paper = line_up_sheet(row, line, boards_of_match(line.fixture), size_named(size))
    return pdf_answer(paper, f"{row.event.slug}-{row.slug}-{number}-{board}")


@public_section_page
def table(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the table of a league, with the criterion that separates each team from the one above."""
    row, context = _league(request, slug, section)
    signs = {"won": _("W"), "drawn": _("D"), "lost": _("L")}
    rows = league_table(row, fixture_lines(row))
    context |= {
        "rows": [(one, [(sign, signs[sign]) for sign in one.form]) for one in rows],
        "tab": "league_table",
    }
    return render(request, "tournaments/leagues/league_table.html", context)


@public_section_page
def team_calendar(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """The matches of a team that have a day."""
    row, _context = _league(request, slug, section)
    entry = get_object_or_404(row.entries, number=number)
    entries = [
        component(_appointment(request, line))
        for line in fixture_lines(row, of_team=entry)
        if line.begins_at is not None and line.fixture.state != "not_played"
    ]
    return calendar_file(
        serialize_calendar(f"{entry.name}, {row.event.name}", entries), f"{row.event.slug}-{number}.ics"
    )


@require_safe
@public
def club_fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a club's teams in every league of this site."""
    club = get_object_or_404(organisation_list(), slug=slug)
    context = {"section": "events", "club": club, "lines": fixtures_of_club(club.pk)}
    return render(request, "tournaments/leagues/club_fixtures.html", context)


def _league(request: HttpRequest, slug: str, section: str) -> tuple[Section, dict[str, Any]]:
    row, context = section_context(request, slug, section)
    if not is_league(row):
        raise NoLeague(section=row.name)
    return row, context


def _line(section: Section, number: int, board: int) -> FixtureLine:
    for line in fixture_lines(section, number=number):
        if line.fixture.pairing.board_number == board:
            return line
    raise Http404(board)


def _appointment(request: HttpRequest, line: FixtureLine) -> dict[str, Any]:
    fixture = line.fixture
    row = fixture.pairing.round
    event = row.section.event
    address = reverse(
        "tournaments:match", args=[event.slug, row.section.slug, row.number, fixture.pairing.board_number]
    )
    return {
        "uid": f"fixture-{fixture.pk}@{request.get_host()}",
        "dtstamp": row.section.created_at.astimezone(UTC),
        "dtstart": line.begins_at.astimezone(UTC) if line.begins_at else None,
        "summary": f"{line.home.name} - {line.guests.name}",
        "description": _("Round %(number)s: %(event)s, %(section)s")
        % {"number": row.number, "event": event.name, "section": row.section.name},
        "location": ", ".join(part for part in (line.venue, line.address) if part),
        "url": request.build_absolute_uri(address),
    }
