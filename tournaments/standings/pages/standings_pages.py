"""Pages of standings: published ones round by round, and live ones during a round."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.events.selectors.planned_rounds import is_last_round
from tournaments.models import PrizeHandout, RoundState, Section, StandingsSnapshot
from tournaments.standings.pages.standing_cards import standings_preview
from tournaments.standings.selectors.grids import progress_lines, public_grid
from tournaments.standings.selectors.movement import with_figures
from tournaments.standings.selectors.snapshots import (
    RowChange,
    changes_between,
    last_counted,
    latest_snapshots,
    snapshot_in_force,
    snapshots_of,
    table_of,
)
from tournaments.standings.selectors.standings import standing_rows
from tournaments.teams.selectors.team_boards import board_tables

TEMPLATE = "tournaments/standings/standings.html"


class Correction(NamedTuple):
    """Standings that replaced others of the same round: versions, cause, and changed places."""

    version: int
    snapshot: StandingsSnapshot
    changes: list[RowChange]


@public_section_page
def standings(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Standings in force: those after the last closed round; before that, live ones."""
    row, context = section_context(request, slug, section)
    snapshot = snapshot_in_force(row)
    told = _provisional(row) if snapshot is None else _snapshot_context(row, snapshot.round_number)
    told["preview"] = standings_preview(row, told["table"])
    return render(request, TEMPLATE, context | _tabs(context) | told)


@public_section_page
def standings_after(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """Standings of a round in force."""
    row, context = section_context(request, slug, section)
    return render(request, TEMPLATE, context | _tabs(context) | _snapshot_context(row, number))


@public_section_page
def standings_before(
    request: HttpRequest, slug: str, section: str, number: int, version: int
) -> HttpResponse:
    """Superseded standings of a round."""
    row, context = section_context(request, slug, section)
    told = _snapshot_context(row, number, version)
    return render(request, TEMPLATE, context | _tabs(context) | told)


@public_section_page
def standings_now(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Live standings by current results; with every round closed those in force."""
    row, context = section_context(request, slug, section)
    context |= _tabs(context)
    snapshot = None if context["is_round_open"] else snapshot_in_force(row)
    told = _provisional(row) if snapshot is None else _snapshot_context(row, snapshot.round_number)
    return render(request, TEMPLATE, context | told)


@public_section_page
def progress(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Scores of all players after each round that the standings count."""
    row, context = section_context(request, slug, section)
    grid = public_grid(row)
    context |= {"grid": grid, "progress": progress_lines(grid), "tab": "progress"}
    return render(request, "tournaments/standings/progress.html", context)


def _tabs(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rounds with published standings, and if a later round is under way.

    A round that was reopened behind a closed one is among them: the standings in force count it, and follow
    its results.
    """
    closed = {one.number for one in context["rounds"] if one.state == RoundState.CLOSED}
    last = max(closed, default=0)
    open_rounds = [one.number for one in context["rounds"] if one.number not in closed]
    behind = [number for number in open_rounds if number < last]
    reopened = latest_snapshots(context["one"], behind) if behind else {}
    has_prizes = PrizeHandout.objects.filter(section=context["one"]).exists()
    return {
        "tab": "standings",
        "has_prizes": has_prizes,
        "closed": sorted(closed | set(reopened)),
        "is_round_open": len(behind) < len(open_rounds),
    }


def _provisional(section: Section) -> dict[str, Any]:
    table = with_figures(section, standing_rows(section))
    return {"table": table, "is_provisional": table.after > 0, "shown": 0}


def _snapshot_context(section: Section, number: int, version: int | None = None) -> dict[str, Any]:
    """Return one snapshot of a round, and the changes by each snapshot of the round."""
    snapshots = snapshots_of(section, after=number)
    at = len(snapshots) if version is None else version
    if not 0 < at <= len(snapshots):
        raise Http404(number)
    snapshot = snapshots[at - 1]
    corrections = [
        Correction(place, new, changes_between(old, new))
        for place, (old, new) in enumerate(pairwise(snapshots), start=2)
    ]
    is_closed = section.round_rows.filter(number=number, state=RoundState.CLOSED).exists()
    return {
        "table": with_figures(section, table_of(snapshot, section)),
        "snapshot": snapshot,
        "corrections": corrections,
        "version": at,
        "versions": len(snapshots),
        "is_in_force": is_closed and at == len(snapshots),
        "is_final": is_closed and at == len(snapshots) and is_last_round(section, number),
        "is_reopened": not is_closed,
        "shown": number,
    }


@public_section_page
def board_table(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """List the members of all teams by the board at which they play, for board prizes."""
    row, context = section_context(request, slug, section)
    until = last_counted(row)
    context |= {"tables": board_tables(row, until=until), "until": until, "tab": "board_table"}
    return render(request, "tournaments/standings/board_table.html", context)
