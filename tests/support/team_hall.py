"""Teams as a club lines them up: four boards, members whose ratings fall."""

from event_rows import club_of, section_of

from club.core.actor import SYSTEM
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.models import Section
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.team_members import replace_members

TEAMS = ("Aldgate", "Barnet", "Camden", "Deptford", "Ealing", "Finchley", "Greenwich")


def team_section(*, teams=4, members=4, boards=4, club=None, **changes):
    """A published team Swiss; every team has so many members, rated from the top."""
    section = section_of(preset="team_swiss", players=0, club=club or club_of(), **changes)
    Section.objects.filter(pk=section.pk).update(games_per_pairing=boards)
    section.refresh_from_db()
    lines = [EntryLine(name) for name in TEAMS[:teams]]
    for at, team in enumerate(add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)):
        line_up_of(team, members, rating=2000 - 50 * at)
    return section


def line_up_of(team, members, *, rating=2000):
    """So many members of a team, named after it."""
    lines = [MemberLine(f"{team.name} {at}", rating - at) for at in range(1, members + 1)]
    return replace_members(entry_id=team.pk, lines=lines, actor=SYSTEM)


def team_named(section, name):
    return section.entries.get(name=name)


def match_of(row, team):
    """The match of a team in a round."""
    rows = row.pairings.select_related("white", "black")
    return next(one for one in rows if team in {one.white.name, one.black.name if one.black else ""})


def sitting(match, team):
    """The names of a team at the boards of a match; nobody is an empty text."""
    side = "first_member" if match.white.name == team else "second_member"
    found = [getattr(game, side) for game in match.games.order_by("number")]
    return [member.name if member else "" for member in found]
