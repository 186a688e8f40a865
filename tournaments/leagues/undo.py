"""Undo of changes to seasons, days, captains, squads, polls, line-ups and reported results."""

import re

from django.utils.dateparse import parse_date, parse_datetime

from club.audit.undo_handlers import has_no_way_back, latest_about, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.core.errors import MemberHasPlayed
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
from tournaments.leagues.match_words import said_of
from tournaments.leagues.services.captains import remove_captain, restore_captain
from tournaments.leagues.services.fixtures import move_fixture, play_after_all, strike_fixture
from tournaments.leagues.services.handed_line_ups import take_line_up_back
from tournaments.leagues.services.leagues import draw_season, take_season_back
from tournaments.leagues.services.match_reports import take_report_back, tell_results
from tournaments.leagues.services.polls import close_poll, open_poll
from tournaments.leagues.services.squads import end_player, remove_player, set_home
from tournaments.models import AvailabilityPoll, Captain, Entry, Fixture, FixtureState, Pairing, TeamMember

has_no_way_back("tournaments.captain.link_renewed", because="link_is_made_again")
has_no_way_back("tournaments.squad.removed", because="player_is_added_again")
has_no_way_back("tournaments.squad.mail_chosen", because="choice_is_theirs")
has_no_way_back("tournaments.poll.reminded", because="mail_is_out")
has_no_way_back("tournaments.poll.answered", because="answer_is_theirs")
has_no_way_back("tournaments.handed.taken_back", because="line_up_is_not_kept")
has_no_way_back("tournaments.handed.shown", because="shown_is_known")
has_no_way_back("tournaments.match.stands", because="result_is_corrected")

SAID = re.compile(r"(\d+): (\w+)")


@undoes("tournaments.season.drawn")
def take_drawn_season_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the rounds of an unplayed season."""
    try:
        take_season_back(section_id=int(entry.target_id), actor=actor)
    except SeasonBegun:
        raise CannotUndo(why="season_is_begun") from None


@undoes("tournaments.season.taken_back")
def draw_it_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Draw the season again: the table is the same."""
    try:
        draw_season(section_id=int(entry.target_id), actor=actor)
    except SeasonDrawn:
        raise CannotUndo(why="season_is_begun") from None


@undoes("tournaments.fixture.moved")
def move_it_back(*, entry: AuditEntry, actor: Actor) -> None:
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


@undoes("tournaments.fixture.struck")
def let_it_be_played(*, entry: AuditEntry, actor: Actor) -> None:
    """Reinstate a cancelled match."""
    play_after_all(pairing_id=_pairing(entry).pk, actor=actor, reason=entry.reason)


@undoes("tournaments.fixture.on_again")
def strike_it_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Cancel a match again."""
    try:
        strike_fixture(pairing_id=_pairing(entry).pk, actor=actor)
    except FixtureOver:
        raise CannotUndo(why="match_has_results") from None


@undoes("tournaments.captain.named")
def unname_captain(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove a captain and restore the one before."""
    captain = _captain(entry)
    remove_captain(captain_id=captain.pk, actor=actor)
    if entry.before is None:
        return
    rows = Captain.objects.filter(entry_id=captain.entry_id, role=captain.role, pk__lt=captain.pk)
    before = rows.order_by("-pk").first()
    if before is not None:
        _lead_again(before, actor)


@undoes("tournaments.captain.removed")
def restore_removed_captain(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a removed captain."""
    _lead_again(_captain(entry), actor)


@undoes("tournaments.captain.restored")
def remove_restored_captain(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove a restored captain."""
    remove_captain(captain_id=_captain(entry).pk, actor=actor)


@undoes("tournaments.team.at_home")
def say_home_as_before(*, entry: AuditEntry, actor: Actor) -> None:
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


@undoes("tournaments.squad.joined")
@undoes("tournaments.squad.lent")
def take_player_out(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove a player from a squad who was never lined up."""
    try:
        remove_player(member_id=_member(entry).pk, actor=actor)
    except MemberHasPlayed:
        raise CannotUndo(why="squad_has_played") from None


@undoes("tournaments.squad.until")
def say_days_as_before(*, entry: AuditEntry, actor: Actor) -> None:
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


@undoes("tournaments.poll.opened")
@undoes("tournaments.poll.reopened")
def close_opened_poll(*, entry: AuditEntry, actor: Actor) -> None:
    """Take no more answers; the mails are out."""
    close_poll(poll_id=_poll(entry).pk, actor=actor)


@undoes("tournaments.poll.closed")
def open_closed_poll(*, entry: AuditEntry, actor: Actor) -> None:
    """Take answers again."""
    poll = _poll(entry)
    open_poll(pairing_id=poll.fixture.pairing_id, entry_id=poll.entry_id, actor=actor)


@undoes("tournaments.handed.in")
def take_handed_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a line-up while it is secret."""
    fixture = Fixture.objects.filter(pk=entry.target_id).select_related("pairing").first()
    if fixture is None:
        raise CannotUndo(why="round_is_gone")
    team = _team(fixture.pairing, (entry.after or {}).get("team", ""))
    try:
        take_line_up_back(pairing_id=fixture.pairing_id, entry_id=team, actor=actor)
    except (LineUpShown, NoLineUp):
        raise CannotUndo(why="line_up_is_out") from None


@undoes("tournaments.match.told")
def unsay_results(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a team's reports, except on boards with a result."""
    pairing = _pairing(entry)
    team = _team(pairing, (entry.after or {}).get("team", ""))
    try:
        take_report_back(pairing_id=pairing.pk, entry_id=team, actor=actor)
    except NothingToTakeBack:
        raise CannotUndo(why="said_no_more") from None


@undoes("tournaments.match.untold")
def say_results_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the withdrawn reports of a team."""
    pairing, told = _pairing(entry), entry.before or {}
    found = (SAID.fullmatch(line) for line in told.get("boards", []))
    said = {int(one[1]): said_of(one[2], int(one[1])) for one in found if one}
    try:
        tell_results(pairing_id=pairing.pk, entry_id=_team(pairing, told["team"]), said=said, actor=actor)
    except BoardStands:
        raise CannotUndo(why="said_no_more") from None


def _lead_again(captain: Captain, actor: Actor) -> None:
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
