"""An event of teams."""

from history import build_section, build_teams, home_club

from tournaments.entries.entry_lists import EntryLine
from tournaments.models import Section
from tournaments.teams.member_lines import MemberLine

BOARDS = 4


def _members(team, at, many):
    return [MemberLine(f"{team}.{place}", 2000 - 10 * at - place) for place in range(1, many + 1)]


def teams_of(teams, *, members=BOARDS, boards=BOARDS, **facts):
    """A published team Swiss with so many teams, rated from the top; members are named after their team."""
    lines = [EntryLine(f"Team {at:02}") for at in range(1, teams + 1)]
    facts |= {"games_per_pairing": boards}
    section = build_section(club=home_club(), name="Cup", preset="team_swiss", lines=lines, **facts)
    build_teams(section, [_members(line.name, at, members) for at, line in enumerate(lines)])
    return Section.objects.select_related("event").get(pk=section.pk)


def match_of(row, name):
    """The match of a team in a round."""
    rows = row.pairings.select_related("white", "black")
    return next(one for one in rows if name in {one.white.name, one.black.name if one.black else ""})
