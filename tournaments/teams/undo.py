"""Undo of team members and line-ups."""

from typing import Any

from club.audit.undo_handlers import undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.core.services.event_log import line_up_facts, member_facts
from tournaments.models import Entry, Pairing, TeamMember
from tournaments.teams.line_ups import seated, side_of
from tournaments.teams.member_lines import read_members
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, replace_members, team_facts


@undo_handler("tournaments.members.kept")
def undo_members(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the list of a team's members, unless it was changed since."""
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")
    members = TeamMember.objects.filter(entry_id=entry.target_id).order_by("board_order")
    _require_same_state(team_facts(list(members)), entry)
    lines = read_members("\n".join((entry.before or {})["members"]))
    replace_members(entry_id=int(entry.target_id), lines=lines, actor=actor, reason=actor.reason)


@undo_handler("tournaments.member.changed")
def undo_member_change(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the data of a member, unless it was changed since."""
    member = TeamMember.objects.filter(pk=entry.target_id).first()
    if member is None:
        raise CannotUndo(why="entry_is_gone")
    _require_same_state(member_facts(member), entry)
    change_member(member_id=member.pk, actor=actor, reason=actor.reason, **(entry.before or {}))


@undo_handler("tournaments.line_up.set")
def undo_line_up(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the line-up of a match, unless it was changed since or the match has begun."""
    pairing = Pairing.objects.select_related("round", "white", "black").filter(pk=entry.target_id).first()
    told = entry.before or {}
    teams = (pairing.white, pairing.black) if pairing else ()
    team = next((one for one in teams if one is not None and one.name == told["team"]), None)
    side = side_of(pairing, team.pk) if pairing and team else None
    if pairing is None or team is None or side is None:
        raise CannotUndo(why="round_is_gone")
    _require_same_state(line_up_facts(pairing, team, seated(pairing.games.all(), side)), entry)
    numbers = {member.name: member.pk for member in team.members.all()}
    chosen = [numbers[name] for name in told["members"] if name in numbers]
    set_line_up(pairing_id=pairing.pk, entry_id=team.pk, members=chosen, actor=actor, reason=actor.reason)


def _require_same_state(there: dict[str, Any], entry: AuditEntry) -> None:
    if there != entry.after:
        raise CannotUndo(why="team_changed_since")
