"""What the trail keeps of matches of leagues, and the word to those who listen."""

from typing import Any

from tournaments.models import Captain, Fixture, LeagueTeam, TeamMember


def fixture_facts(fixture: Fixture) -> dict[str, Any]:
    """When and where a match is played, as the trail has it."""
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
    """Who leads a team, as the trail has it; mail addresses stay off it."""
    return {"team": captain.entry.name, "role": captain.role, "name": captain.name}


def home_facts(row: LeagueTeam) -> dict[str, Any]:
    """Where a team is at home, as the trail has it."""
    return {
        "team": row.entry.name,
        "club": row.club.slug if row.club else "",
        "place_in_club": row.place_in_club,
        "venue": row.venue,
        "address": row.address,
    }


def squad_facts(member: TeamMember) -> dict[str, Any]:
    """A player of a squad, as the trail has it; mail addresses stay off it."""
    return {
        "team": member.entry.name,
        "name": member.name,
        "plays_from": member.plays_from,
        "plays_until": member.plays_until,
    }


def match_facts(fixture: Fixture, team: str, **more: Any) -> dict[str, Any]:
    """Something that a team did about a match."""
    row = fixture.pairing.round
    return {"team": team, "round": row.number, "board": fixture.pairing.board_number, **more}
