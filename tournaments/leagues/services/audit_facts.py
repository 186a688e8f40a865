"""Audit entries of league matches, and notifications to subscribers."""

from typing import Any

from django.db.models import Model

from club.audit import log as audit
from club.core.actor import Actor
from tournaments.models import Captain, Entry, Fixture, LeagueTeam, TeamMember


def log_of_team(action: str, row: Model, entry: Entry, actor: Actor, **told: Any) -> None:
    """Write an audit entry about a matter of one team, for its club."""
    club = entry.section.event.organisation_id
    audit.record(action, row, actor=actor, organisation_id=club, **told)


def fixture_facts(fixture: Fixture) -> dict[str, Any]:
    """Return date and place of a match in the form of the audit log."""
    row = fixture.pairing.round
    return {
        "round": row.number,
        "board": fixture.pairing.board_number,
        "fixture_state": fixture.state,
        "starts_at": fixture.starts_at,
        "venue": fixture.venue,
        "address": fixture.address,
        "agreed_by": fixture.agreed_by,
    }


def captain_facts(captain: Captain) -> dict[str, Any]:
    """Return a captain in the form of the audit log, without the mail address."""
    return {"team": captain.entry.name, "role": captain.role, "name": captain.name}


def home_facts(row: LeagueTeam) -> dict[str, Any]:
    """Return the home of a team in the form of the audit log."""
    return {
        "team": row.entry.name,
        "club": row.club.slug if row.club else "",
        "place_in_club": row.place_in_club,
        "venue": row.venue,
        "address": row.address,
    }


def squad_facts(member: TeamMember) -> dict[str, Any]:
    """Return a player of a squad in the form of the audit log, without the mail address."""
    return {
        "team": member.entry.name,
        "name": member.name,
        "plays_from": member.plays_from,
        "plays_until": member.plays_until,
    }


def match_facts(fixture: Fixture, team: str, **more: Any) -> dict[str, Any]:
    """Return a team's action in a match in the form of the audit log."""
    row = fixture.pairing.round
    return {"team": team, "round": row.number, "board": fixture.pairing.board_number, **more}
