"""Undo of team members and line-ups."""

from functools import partial
from typing import Any

from club.audit.undo_handlers import require_facts, unchanged_row, undo_by, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.core.services.event_log import line_up_facts, member_facts
from tournaments.models import Entry, Pairing, TeamMember
from tournaments.teams.line_ups import seated, side_of
from tournaments.teams.member_lines import read_members
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, replace_members, team_facts


def _team_facts(entry: Entry) -> dict[str, Any]:
    return team_facts(list(entry.members.order_by("board_order")))


undo_by(
    "tournaments.members.kept",
    call=replace_members,
    number="entry_id",
    requires=partial(unchanged_row, Entry.objects, _team_facts),
    before=lambda facts: {"lines": read_members("\n".join(facts["members"]))},
)
undo_by(
    "tournaments.member.changed",
    call=change_member,
    number="member_id",
    requires=partial(unchanged_row, TeamMember.objects, member_facts),
    before=dict,
)


@undo_handler("tournaments.line_up.set")
def undo_line_up(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the line-up of a match, unless it was changed since or the match has begun."""
    pairing = Pairing.objects.select_related("round", "white", "black").get(pk=entry.target_id)
    told = entry.before or {}
    teams = (pairing.white, pairing.black)
    team = next((one for one in teams if one is not None and one.name == told["team"]), None)
    side = side_of(pairing, team.pk) if team else None
    if team is None or side is None:
        raise CannotUndo(why="is_gone")
    require_facts(line_up_facts(pairing, team, seated(pairing.games.all(), side)), entry)
    numbers = {member.name: member.pk for member in team.members.all()}
    chosen = [numbers[name] for name in told["members"] if name in numbers]
    set_line_up(pairing_id=pairing.pk, entry_id=team.pk, members=chosen, actor=actor, reason=actor.reason)
