"""An event of teams with played rounds, made by the services that the desk calls."""

from club.actor import SYSTEM
from club.models import Organisation
from tournaments.entry_lists import EntryLine
from tournaments.member_lines import MemberLine
from tournaments.models import Section
from tournaments.services.entries import add_entries
from tournaments.services.events import create_event, show_event
from tournaments.services.team_members import keep_members

BOARDS = 4


def teams_of(teams, *, members=BOARDS, boards=BOARDS, **facts):
    """A published team Swiss with so many teams, rated from the top; members are named after their team."""
    home, _ = Organisation.objects.get_or_create(slug="north", defaults={"name": "North"})
    event = create_event(organisation_id=home.pk, name="Cup", preset="team_swiss", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    Section.objects.filter(pk=section.pk).update(games_per_pairing=boards, **facts)
    section.refresh_from_db()
    lines = [EntryLine(f"Team {at:02}") for at in range(1, teams + 1)]
    for at, team in enumerate(add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)):
        named = [
            MemberLine(f"{team.name}.{place}", 2000 - 10 * at - place) for place in range(1, members + 1)
        ]
        keep_members(entry_id=team.pk, lines=named, actor=SYSTEM)
    return Section.objects.select_related("event").get(pk=section.pk)


def match_of(row, name):
    """The match of a team in a round."""
    rows = row.pairings.select_related("white", "black")
    return next(one for one in rows if name in {one.white.name, one.black.name if one.black else ""})
