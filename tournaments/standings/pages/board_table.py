"""Public page of teams that other sections lack: the table of boards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.live.published import published
from tournaments.events.pages.public_sections import section_channel, section_context, section_version
from tournaments.standings.selectors.snapshots import last_counted
from tournaments.teams.selectors.team_boards import board_tables


@require_safe
@public
@published(version=section_version, channel=section_channel)
def board_table(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """List the members of all teams by the board at which they play, for board prizes."""
    row, context = section_context(request, slug, section)
    until = last_counted(row)
    context |= {"tables": board_tables(row, until=until), "until": until, "tab": "board_table"}
    return render(request, "tournaments/standings/board_table.html", context)
