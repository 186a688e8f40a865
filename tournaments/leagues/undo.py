"""Undo of changes to seasons, days, captains, squads, polls, line-ups and reported results."""

import re
from typing import Any

from django.utils.dateparse import parse_date, parse_datetime

from club.audit.undo_handlers import (
    changed_since,
    not_undoable,
    require_latest,
    undo_by,
    undo_handler,
)
from club.core.actor import Actor
from club.models import AuditEntry
from tournaments.leagues.match_outcomes import team_outcome_of
from tournaments.leagues.services.captains import remove_captain, restore_captain
from tournaments.leagues.services.fixtures import move_fixture, reinstate_fixture, strike_fixture
from tournaments.leagues.services.handed_line_ups import withdraw_line_up
from tournaments.leagues.services.leagues import delete_season_rounds, draw_season
from tournaments.leagues.services.match_reports import report_results, withdraw_match_report
from tournaments.leagues.services.polls import close_poll, open_poll
from tournaments.leagues.services.squads import end_player, remove_player, set_home
from tournaments.models import AvailabilityPoll, Captain, Fixture, FixtureState, Pairing

not_undoable("tournaments.captain.link_renewed", reason_code="link_is_made_again")
not_undoable("tournaments.squad.removed", reason_code="player_is_added_again")
not_undoable("tournaments.squad.mail_chosen", reason_code="choice_is_theirs")
not_undoable("tournaments.poll.reminded", reason_code="message_is_out")
not_undoable("tournaments.poll.answered", reason_code="answer_is_theirs")
not_undoable("tournaments.handed.taken_back", reason_code="line_up_is_not_kept")
not_undoable("tournaments.handed.shown", reason_code="shown_is_known")
not_undoable("tournaments.match.stands", reason_code="result_is_corrected")

REPORT_LINE = re.compile(r"(\d+): (\w+)")


def _fixture_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    starts_at = facts.get("starts_at")
    return {
        "starts_at": parse_datetime(starts_at) if starts_at else None,
        "agreed_by": facts["agreed_by"],
        "venue": facts["venue"],
        "address": facts["address"],
        "is_postponed": facts["fixture_state"] == FixtureState.POSTPONED,
    }


def _home_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the home of a team, which was none without facts."""
    home = {"place_in_club": 1, "venue": "", "address": ""}
    return {"club_slug": facts.get("club", "")} | {name: facts.get(name, home[name]) for name in home}


undo_by("tournaments.season.drawn", call=delete_season_rounds, number="section_id")
undo_by("tournaments.season.taken_back", call=draw_season, number="section_id")
undo_by("tournaments.fixture.moved", call=move_fixture, number="pairing_id", before=_fixture_arguments)
undo_by("tournaments.fixture.on_again", call=strike_fixture, number="pairing_id")
undo_by("tournaments.captain.removed", call=restore_captain, number="captain_id")
undo_by("tournaments.captain.restored", call=remove_captain, number="captain_id")
undo_by(
    "tournaments.team.at_home",
    call=set_home,
    number="entry_id",
    requires=require_latest,
    before=_home_arguments,
)
undo_by("tournaments.squad.joined", "tournaments.squad.lent", call=remove_player, number="member_id")
undo_by("tournaments.poll.opened", "tournaments.poll.reopened", call=close_poll, number="poll_id")


@undo_handler("tournaments.fixture.struck")
def undo_strike(*, entry: AuditEntry, actor: Actor) -> None:
    """Reinstate a cancelled match."""
    reinstate_fixture(pairing_id=int(entry.target_id), actor=actor, reason=entry.reason)


@undo_handler("tournaments.captain.named")
def undo_naming(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove a captain and restore the one before."""
    captain = Captain.objects.get(pk=entry.target_id)
    remove_captain(captain_id=captain.pk, actor=actor)
    if entry.before is None:
        return
    rows = Captain.objects.filter(entry_id=captain.entry_id, role=captain.role, pk__lt=captain.pk)
    before = rows.order_by("-pk").first()
    if before is not None:
        restore_captain(captain_id=before.pk, actor=actor)


@undo_handler("tournaments.squad.until")
def undo_last_day(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a player's last day from before."""
    until = (entry.before or {}).get("plays_until")
    end_player(
        member_id=int(entry.target_id),
        plays_until=parse_date(until) if until else None,
        actor=actor,
        reason=entry.reason or str(entry.number),
    )


@undo_handler("tournaments.poll.closed")
def undo_close_poll(*, entry: AuditEntry, actor: Actor) -> None:
    """Take answers again."""
    poll = AvailabilityPoll.objects.select_related("fixture").get(pk=entry.target_id)
    open_poll(pairing_id=poll.fixture.pairing_id, entry_id=poll.entry_id, actor=actor)


@undo_handler("tournaments.handed.in")
def undo_line_up(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a line-up while it is secret."""
    fixture = Fixture.objects.select_related("pairing__white", "pairing__black").get(pk=entry.target_id)
    team = _team(fixture.pairing, entry.after, entry)
    withdraw_line_up(pairing_id=fixture.pairing_id, entry_id=team, actor=actor)


@undo_handler("tournaments.match.told")
def undo_report(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a team's reports, except on boards with a result."""
    pairing = _pairing(entry)
    team = _team(pairing, entry.after, entry)
    withdraw_match_report(pairing_id=pairing.pk, entry_id=team, actor=actor)


@undo_handler("tournaments.match.untold")
def undo_report_withdrawal(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the withdrawn reports of a team."""
    pairing = _pairing(entry)
    team = _team(pairing, entry.before, entry)
    found = (REPORT_LINE.fullmatch(line) for line in (entry.before or {}).get("boards", []))
    said = {int(one[1]): team_outcome_of(one[2], int(one[1])) for one in found if one}
    report_results(pairing_id=pairing.pk, entry_id=team, said=said, actor=actor)


def _pairing(entry: AuditEntry) -> Pairing:
    return Pairing.objects.select_related("white", "black").get(pk=entry.target_id)


def _team(pairing: Pairing, facts: dict[str, Any] | None, entry: AuditEntry) -> int:
    """Return the team of a match by its name in the facts of the entry."""
    name = (facts or {}).get("team")
    found = next((one.pk for one in (pairing.white, pairing.black) if one and one.name == name), None)
    if found is None:
        raise changed_since(entry)
    return found
