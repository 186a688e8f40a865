"""A league with squads and captains, made by the services that the desk calls."""

from datetime import timedelta

from django.utils import timezone

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.events.services.setup_lists import set_schedule
from tournaments.leagues.captain_links import captain_secret
from tournaments.leagues.services.captains import name_captain
from tournaments.leagues.services.leagues import draw_season
from tournaments.leagues.services.squads import set_home
from tournaments.models import Fixture, Section
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.team_members import replace_members

BOARDS = 2


def league_of(teams=2, *, members=4, boards=BOARDS, slug="north", cycles=1, in_days=7, **options):
    """A published league, drawn, a round a week from `in_days` on; teams are called after their town."""
    home, _ = Organisation.objects.get_or_create(slug=slug, defaults={"name": slug.capitalize()})
    event = create_event(organisation_id=home.pk, name=f"{slug} league", preset="league", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    options = {"league": True, "cycles": cycles} | options
    Section.objects.filter(pk=section.pk).update(games_per_pairing=boards, options=options)
    lines = [EntryLine(f"Town {at}") for at in range(1, teams + 1)]
    for at, team in enumerate(add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)):
        named = [MemberLine(f"{team.name}.{n}", 2000 - 100 * n - at) for n in range(1, members + 1)]
        replace_members(entry_id=team.pk, lines=named, actor=SYSTEM)
        set_home(entry_id=team.pk, venue=f"{team.name} Hall", actor=SYSTEM)
        name_captain(
            entry_id=team.pk,
            name=f"{team.name} captain",
            email=f"captain{at + 1}@{slug}.example",
            site="https://club.example",
            actor=SYSTEM,
        )
    first = timezone.now() + timedelta(days=in_days)
    rows = [{"number": n + 1, "starts_at": first + timedelta(weeks=n)} for n in range(teams * cycles)]
    set_schedule(section_id=section.pk, rows=rows, actor=SYSTEM)
    draw_season(section_id=section.pk, actor=SYSTEM)
    return Section.objects.select_related("event").get(pk=section.pk)


def fixture_of(section, number=1):
    """The first match of a round."""
    rows = Fixture.objects.filter(pairing__round__section=section, pairing__round__number=number)
    rows = rows.select_related("pairing__round__section__event", "pairing__white", "pairing__black")
    return rows.order_by("pairing__board_number").first()


def secret_of(entry):
    """The link of a team's captain."""
    return captain_secret(entry.captains.get(role="captain", removed_at__isnull=True))


def keys_of(entry, *places):
    """Members of a team by their places in its list."""
    there = {one.board_order: one.pk for one in entry.members.all()}
    return [there[place] for place in places]
