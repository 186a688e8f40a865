"""Undo of changes to seasons, days, captains, squads, polls, line-ups and reported results."""

import re

from django.utils.dateparse import parse_date, parse_datetime

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.leagues.errors import (
    BoardStands,
    CaptainNamedSince,
    FixtureOver,
    LineUpShown,
    NoLineUp,
    NothingToTakeBack,
    PlaysForOther,
    SeasonBegun,
    SeasonDrawn,
)
from tournaments.leagues.match_outcomes import team_outcome_of
from tournaments.leagues.services.captains import remove_captain, restore_captain
from tournaments.leagues.services.fixtures import move_fixture, reinstate_fixture, strike_fixture
from tournaments.leagues.services.handed_line_ups import withdraw_line_up
from tournaments.leagues.services.leagues import delete_season_rounds, draw_season
from tournaments.leagues.services.match_reports import report_results, withdraw_match_report
from tournaments.leagues.services.polls import close_poll, open_poll
from tournaments.leagues.services.squads import end_player, remove_player, set_home
from tournaments.models import AvailabilityPoll, Captain, Entry, Fixture, FixtureState, Pairing, TeamMember
from tournaments.teams.errors import MemberHasPlayed

not_undoable("tournaments.captain.link_renewed", reason_code="link_is_made_again")
not_undoable("tournaments.squad.removed", reason_code="player_is_added_again")
not_undoable("tournaments.squad.mail_chosen", reason_code="choice_is_theirs")
not_undoable("tournaments.poll.reminded", reason_code="mail_is_out")
not_undoable("tournaments.poll.answered", reason_code="answer_is_theirs")
not_undoable("tournaments.handed.taken_back", reason_code="line_up_is_not_kept")
not_undoable("tournaments.handed.shown", reason_code="shown_is_known")
not_undoable("tournaments.match.stands", reason_code="result_is_corrected")

REPORT_LINE = re.compile(r"(\d+): (\w+)")


@undo_handler("tournaments.season.drawn")
def undo_draw(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the rounds of an unplayed season."""
    try:
        delete_season_rounds(section_id=int(entry.target_id), actor=actor)
    except SeasonBegun:
        raise CannotUndo(why="season_is_begun") from None


@undo_handler("tournaments.season.taken_back")
def undo_season_removal(*, entry: AuditEntry, actor: Actor) -> None:
    """Draw the season again: the table is the same."""
    try:
        draw_season(section_id=int(entry.target_id), actor=actor)
    except SeasonDrawn:
        raise CannotUndo(why="season_is_begun") from None


@undo_handler("tournaments.fixture.moved")
def undo_move(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the day and the venue of a match."""
    told = entry.before or {}
    starts_at = told.get("starts_at")
    try:
        move_fixture(
            pairing_id=_pairing(entry).pk,
            starts_at=parse_datetime(starts_at) if starts_at else None,
            agreed_by=told["agreed_by"],
            venue=told["venue"],
            address=told["address"],
            is_postponed=told["fixture_state"] == FixtureState.POSTPONED,
            actor=actor,
        )
    except FixtureOver:
        raise CannotUndo(why="match_has_results") from None


@undo_handler("tournaments.fixture.struck")
def undo_strike(*, entry: AuditEntry, actor: Actor) -> None:
    """Reinstate a cancelled match."""
    reinstate_fixture(pairing_id=_pairing(entry).pk, actor=actor, reason=entry.reason)


@undo_handler("tournaments.fixture.on_again")
def undo_reinstatement(*, entry: AuditEntry, actor: Actor) -> None:
    """Cancel a match again."""
    try:
        strike_fixture(pairing_id=_pairing(entry).pk, actor=actor)
    except FixtureOver:
        raise CannotUndo(why="match_has_results") from None


@undo_handler("tournaments.captain.named")
def undo_naming(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove a captain and restore the one before."""
    captain = _captain(entry)
    remove_captain(captain_id=captain.pk, actor=actor)
    if entry.before is None:
        return
    rows = Captain.objects.filter(entry_id=captain.entry_id, role=captain.role, pk__lt=captain.pk)
    before = rows.order_by("-pk").first()
    if before is not None:
        _restore_captain(before, actor)


@undo_handler("tournaments.captain.removed")
def undo_captain_removal(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a removed captain."""
    _restore_captain(_captain(entry), actor)


@undo_handler("tournaments.captain.restored")
def undo_captain_restoration(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove a restored captain."""
    remove_captain(captain_id=_captain(entry).pk, actor=actor)


@undo_handler("tournaments.team.at_home")
def undo_home(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the home of a team from before."""
    if latest_about(entry, "tournaments.team.at_home") is not None:
        raise CannotUndo(why="team_changed_since")
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")
    told = entry.before or {"club": "", "place_in_club": 1, "venue": "", "address": ""}
    set_home(
        entry_id=int(entry.target_id),
        club_slug=told["club"],
        place_in_club=told["place_in_club"],
        venue=told["venue"],
        address=told["address"],
        actor=actor,
    )


@undo_handler("tournaments.squad.joined")
@undo_handler("tournaments.squad.lent")
def undo_squad_addition(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove a player from a squad who was never lined up."""
    try:
        remove_player(member_id=_member(entry).pk, actor=actor)
    except MemberHasPlayed:
        raise CannotUndo(why="squad_has_played") from None


@undo_handler("tournaments.squad.until")
def undo_last_day(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a player's last day from before."""
    until = (entry.before or {}).get("plays_until")
    member = _member(entry)
    try:
        end_player(
            member_id=member.pk,
            plays_until=parse_date(until) if until else None,
            actor=actor,
            reason=entry.reason or str(entry.number),
        )
    except PlaysForOther:
        raise CannotUndo(why="team_changed_since") from None


@undo_handler("tournaments.poll.opened")
@undo_handler("tournaments.poll.reopened")
def undo_open_poll(*, entry: AuditEntry, actor: Actor) -> None:
    """Take no more answers; the mails are out."""
    close_poll(poll_id=_poll(entry).pk, actor=actor)


@undo_handler("tournaments.poll.closed")
def undo_close_poll(*, entry: AuditEntry, actor: Actor) -> None:
    """Take answers again."""
    poll = _poll(entry)
    open_poll(pairing_id=poll.fixture.pairing_id, entry_id=poll.entry_id, actor=actor)


@undo_handler("tournaments.handed.in")
def undo_line_up(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a line-up while it is secret."""
    fixture = Fixture.objects.filter(pk=entry.target_id).select_related("pairing").first()
    if fixture is None:
        raise CannotUndo(why="round_is_gone")
    team = _team(fixture.pairing, (entry.after or {}).get("team", ""))
    try:
        withdraw_line_up(pairing_id=fixture.pairing_id, entry_id=team, actor=actor)
    except (LineUpShown, NoLineUp):
        raise CannotUndo(why="line_up_is_out") from None


@undo_handler("tournaments.match.told")
def undo_report(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a team's reports, except on boards with a result."""
    pairing = _pairing(entry)
    team = _team(pairing, (entry.after or {}).get("team", ""))
    try:
        withdraw_match_report(pairing_id=pairing.pk, entry_id=team, actor=actor)
    except NothingToTakeBack:
        raise CannotUndo(why="said_no_more") from None


@undo_handler("tournaments.match.untold")
def undo_report_withdrawal(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the withdrawn reports of a team."""
    pairing, told = _pairing(entry), entry.before or {}
    found = (REPORT_LINE.fullmatch(line) for line in told.get("boards", []))
    said = {int(one[1]): team_outcome_of(one[2], int(one[1])) for one in found if one}
    try:
        report_results(pairing_id=pairing.pk, entry_id=_team(pairing, told["team"]), said=said, actor=actor)
    except BoardStands:
        raise CannotUndo(why="said_no_more") from None


def _restore_captain(captain: Captain, actor: Actor) -> None:
    try:
        restore_captain(captain_id=captain.pk, actor=actor)
    except CaptainNamedSince:
        raise CannotUndo(why="captain_changed_since") from None


def _pairing(entry: AuditEntry) -> Pairing:
    pairing = Pairing.objects.filter(pk=entry.target_id).select_related("white", "black").first()
    if pairing is None:
        raise CannotUndo(why="round_is_gone")
    return pairing


def _captain(entry: AuditEntry) -> Captain:
    captain = Captain.objects.filter(pk=entry.target_id).first()
    if captain is None:
        raise CannotUndo(why="entry_is_gone")
    return captain


def _member(entry: AuditEntry) -> TeamMember:
    member = TeamMember.objects.filter(pk=entry.target_id).first()
    if member is None:
        raise CannotUndo(why="entry_is_gone")
    return member


def _poll(entry: AuditEntry) -> AvailabilityPoll:
    poll = AvailabilityPoll.objects.filter(pk=entry.target_id).select_related("fixture").first()
    if poll is None:
        raise CannotUndo(why="round_is_gone")
    return poll


def _team(pairing: Pairing, name: str) -> int:
    """Return the team of a match by its name at the time."""
    teams = [one for one in (pairing.white, pairing.black) if one is not None]
    found = next((one.pk for one in teams if one.name == name), None)
    if found is None:
        raise CannotUndo(why="team_changed_since")
    return found
