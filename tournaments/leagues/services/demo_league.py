"""The league of the demo club: four teams with squads, two matches played, one open for a captain."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from club.core.actor import VISITOR, Actor
from club.models import Organisation
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import change_section, create_event, show_event
from tournaments.events.services.setup_lists import set_schedule
from tournaments.leagues.captain_links import captain_secret
from tournaments.leagues.match_outcomes import TeamOutcome
from tournaments.leagues.services.captains import name_captain
from tournaments.leagues.services.handed_line_ups import submit_line_up
from tournaments.leagues.services.leagues import draw_season
from tournaments.leagues.services.match_reports import report_results
from tournaments.leagues.services.squads import set_home
from tournaments.models import Event, Fixture, Section
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.team_members import replace_members

BOARDS: Final = 3
OTHERS: Final = {
    "Harbour": ("Jan de Wit", "Kees Brand", "Tess Kuiper", "Luc Smeets"),
    "Old Mill": ("Aad Molenaar", "Bep Jonker", "Cor Zwart", "Dia Bosman"),
    "Northgate": ("Rik Noorman", "Fleur Evers", "Stan Kroon", "Ilse Timmer"),
}
VENUES: Final = {"Harbour": "Harbour House", "Old Mill": "Mill Tavern", "Northgate": "Northgate School"}
RATINGS: Final = (1480, 1420, 1375, 1310)
ROUND_DAYS: Final = (-10, -1, 14)
"""Dates of the rounds, in days from today."""
RESULTS: Final = (
    (TeamOutcome.FIRST, TeamOutcome.DRAW, TeamOutcome.SECOND),
    (TeamOutcome.DRAW, TeamOutcome.SECOND, TeamOutcome.SECOND),
    (TeamOutcome.FIRST, TeamOutcome.FIRST, TeamOutcome.DRAW),
)


def play_league(club: Organisation, own: Sequence[str], actor: Actor) -> Event:
    """Play a season of three rounds: the first is over; the second has one match reported and one to play."""
    event = create_event(organisation_id=club.pk, name=_("District league"), preset="league", actor=actor)
    section = event.sections.get()
    section = change_section(
        section_id=section.pk,
        version=section.version,
        games_per_pairing=BOARDS,
        options={"cycles": 1},
        actor=actor,
    )
    show_event(event_id=event.pk, is_public=True, actor=actor)
    _enter_teams(section, club, own, actor)
    rows = [
        {"number": number, "starts_at": _evening(days)} for number, days in enumerate(ROUND_DAYS, start=1)
    ]
    set_schedule(section_id=section.pk, rows=rows, actor=actor)
    draw_season(section_id=section.pk, actor=actor)
    matches = Fixture.objects.filter(pairing__round__section=section).select_related("pairing")
    ordered = matches.order_by("pairing__round__number", "pairing__board_number")
    for fixture, said, is_confirmed in zip(ordered, RESULTS, (True, True, False), strict=False):
        _play(fixture, said, is_confirmed=is_confirmed)
    return event


def _evening(days: int) -> datetime:
    day = timezone.localdate() + timedelta(days=days)
    return timezone.make_aware(datetime.combine(day, time(19, 30)))


def _enter_teams(section: Section, club: Organisation, own: Sequence[str], actor: Actor) -> None:
    """Enter the teams, each with squad, captain and home; one of them is the club's own."""
    squads: Mapping[str, Sequence[str]] = {club.name: own, **OTHERS}
    lines = [EntryLine(name) for name in squads]
    for team, (name, squad) in zip(
        add_entries(section_id=section.pk, lines=lines, actor=actor), squads.items(), strict=True
    ):
        members = [MemberLine(one, rating) for one, rating in zip(squad, RATINGS, strict=True)]
        replace_members(entry_id=team.pk, lines=members, actor=actor)
        is_own = name == club.name
        venue = _("The back room") if is_own else VENUES[name]
        set_home(entry_id=team.pk, club_slug=club.slug if is_own else "", venue=venue, actor=actor)
        name_captain(entry_id=team.pk, name=squad[0], actor=actor)


def _play(fixture: Fixture, said: Sequence[TeamOutcome], *, is_confirmed: bool) -> None:
    """Submit both line-ups; report the results for the home team, and the same for the guests."""
    home, guests = fixture.pairing.white, fixture.pairing.black
    assert guests is not None  # noqa: S101 - every match has two teams
    captains = [team.captains.get(removed_at__isnull=True) for team in (home, guests)]
    teams = [(captain.entry, captain_secret(captain)) for captain in captains]
    for team, secret in teams:
        seats = list(team.members.order_by("board_order").values_list("pk", flat=True)[:BOARDS])
        submit_line_up(
            pairing_id=fixture.pairing_id, entry_id=team.pk, members=seats, secret=secret, actor=VISITOR
        )
    for team, secret in teams if is_confirmed else teams[:1]:
        report_results(
            pairing_id=fixture.pairing_id,
            entry_id=team.pk,
            said={board: one.value for board, one in enumerate(said, start=1)},
            secret=secret,
            actor=VISITOR,
        )
