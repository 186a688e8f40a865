"""Undo handlers for events, entries, rounds and results."""

from typing import Any

from club.audit.undo_handlers import has_no_way_back, latest_about, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.appeals import undo as ways_back_of_appeals  # noqa: F401 - they register their ways back
from tournaments.core.selectors import rulings_in_force
from tournaments.core.services.trail import line_up_facts, member_facts
from tournaments.entries.services.entries import readmit_entry, withdraw_entry
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.models import Entry, ForbiddenPair, Pairing, Round, RoundState, TeamMember
from tournaments.prizes.services import hand_out_prizes, take_prizes_back
from tournaments.results.services.results import record_result
from tournaments.rounds.services.decisions import decide_match, take_decision_back
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.rounds.services.tie_breaks import begin_tie_break, take_tie_break_back
from tournaments.teams.line_ups import seated, side_of
from tournaments.teams.member_lines import read_members
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, keep_members, team_facts

has_no_way_back("tournaments.demo.removed", because="demo_is_loaded_again")
has_no_way_back("tournaments.event.made", because="event_stays")
has_no_way_back("tournaments.event.imported", because="event_stays")
has_no_way_back("tournaments.event.changed", because="event_is_changed_on_its_page")
has_no_way_back("tournaments.section.made", because="event_stays")
has_no_way_back("tournaments.section.changed", because="event_is_changed_on_its_page")
has_no_way_back("tournaments.entries.added", because="entries_go_one_by_one")
has_no_way_back("tournaments.entry.changed", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.entry.removed", because="entry_is_entered_again")
has_no_way_back("tournaments.entry.checked_in", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.contacts.forgotten", because="kept_no_longer")
has_no_way_back("tournaments.bye.asked", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.bye.taken_back", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.round.players_swapped", because="draft_is_changed_again")
has_no_way_back("tournaments.round.colours_turned", because="draft_is_changed_again")
has_no_way_back("tournaments.round.board_locked", because="draft_is_changed_again")
has_no_way_back("tournaments.round.players_seated", because="draft_is_changed_again")
has_no_way_back("tournaments.round.board_taken_apart", because="draft_is_changed_again")
has_no_way_back("tournaments.ballot.redrawn", because="lot_is_drawn_again")
has_no_way_back("tournaments.round.deleted", because="round_is_paired_again")
has_no_way_back("tournaments.cards.made", because="cards_are_made_anew")
has_no_way_back("tournaments.cards.renewed", because="cards_are_made_anew")
has_no_way_back("tournaments.cards.revoked", because="cards_are_made_anew")
has_no_way_back("tournaments.report.made", because="report_is_theirs")
has_no_way_back("tournaments.report.disputed", because="report_is_theirs")
has_no_way_back("tournaments.result.checked", because="result_is_corrected")
has_no_way_back("tournaments.result.check_differs", because="report_is_theirs")
has_no_way_back("tournaments.doubt.accepted", because="doubt_comes_again")
has_no_way_back("tournaments.adjournment.noted", because="position_is_noted_again")
has_no_way_back("tournaments.dispute.settled", because="dispute_was_decided")


def _round_of(entry: AuditEntry) -> Round:
    row = Round.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="round_is_gone")
    return row


@undoes("tournaments.round.proposed")
def take_draft_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the draft, if it is still one and was not changed by hand."""
    row = _round_of(entry)
    if row.state != RoundState.DRAFT:
        raise CannotUndo(why="round_went_on")
    delete_round(round_id=row.pk, actor=actor)


@undoes("tournaments.round.published")
@undoes("tournaments.round.reopened")
def take_publication_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Unpublish a round, or close a reopened one, as far as later facts allow."""
    row = _round_of(entry)
    if entry.action == "tournaments.round.reopened":
        close_round(round_id=row.pk, actor=actor, reason=actor.reason or "undo")
    else:
        unpublish_round(round_id=row.pk, actor=actor)


@undoes("tournaments.round.unpublished")
def publish_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the draft in its current state."""
    row = _round_of(entry)
    publish_round(round_id=row.pk, version=row.version, actor=actor, reason=actor.reason)


@undoes("tournaments.round.closed")
def open_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a closed round."""
    reopen_round(round_id=_round_of(entry).pk, actor=actor, reason=actor.reason)


@undoes("tournaments.result.recorded")
@undoes("tournaments.result.corrected")
def take_result_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the previous result, unless the result was changed since."""
    pairing = Pairing.objects.filter(pk=entry.target_id).first()
    told, became = entry.before or {}, entry.after or {}
    if pairing is None:
        raise CannotUndo(why="round_is_gone")
    later = latest_about(entry, "tournaments.result.corrected", "tournaments.result.recorded")
    if later is not None and (later.after or {}).get("game") == became.get("game"):
        raise CannotUndo(why="result_changed_since", number=later.number)
    if _is_by_a_ruling(pairing, became):
        raise CannotUndo(why="ruling_is_superseded")
    record_result(
        pairing_id=pairing.pk,
        game=told["game"],
        outcome=told["outcome"],
        was=became["outcome"],
        mark=told.get("mark", ""),
        is_adjudicated=told["is_adjudicated"],
        actor=actor,
        reason=actor.reason or "undo",
    )


def _is_by_a_ruling(pairing: Pairing, became: dict[str, Any]) -> bool:
    """Check that a ruling in force made the result what it is."""
    rows = rulings_in_force().filter(case__pairing=pairing, case__game=became["game"])
    return rows.filter(outcome=became["outcome"]).exists()


@undoes("tournaments.prizes.handed_out")
def take_handout_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Unpublish the prizes, unless they were published again since."""
    _insist_latest_handout(entry)
    take_prizes_back(section_id=int(entry.target_id), actor=actor, reason=actor.reason)


@undoes("tournaments.prizes.taken_back")
def hand_out_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the prizes from the standings in force."""
    _insist_latest_handout(entry)
    hand_out_prizes(section_id=int(entry.target_id), actor=actor, reason=actor.reason)


def _insist_latest_handout(entry: AuditEntry) -> None:
    later = latest_about(entry, "tournaments.prizes.handed_out", "tournaments.prizes.taken_back")
    if later is not None:
        raise CannotUndo(why="prizes_changed_since", number=later.number)


@undoes("tournaments.match.decided")
@undoes("tournaments.match.left_open")
def take_decision_or_its_end_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the earlier decision, or none, unless another decision was made since."""
    later = latest_about(entry, "tournaments.match.decided", "tournaments.match.left_open")
    if later is not None:
        raise CannotUndo(why="decision_changed_since", number=later.number)
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    told = entry.before
    if told is None:
        take_decision_back(pairing_id=int(entry.target_id), actor=actor, reason=actor.reason)
        return
    decide_match(
        pairing_id=int(entry.target_id),
        winner_id=told["entry"],
        how=told["settled"],
        note=told["note"],
        actor=actor,
        reason=actor.reason,
    )


@undoes("tournaments.tie_break.begun")
def take_tie_break_away(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the tie-break game while it is the last and has no result."""
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    game = int((entry.after or {})["game"])
    take_tie_break_back(pairing_id=int(entry.target_id), game=game, actor=actor, reason=actor.reason)


@undoes("tournaments.tie_break.taken_back")
def begin_tie_break_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Restart the game with the same sides and time control."""
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    told = entry.before or {}
    begin_tie_break(
        pairing_id=int(entry.target_id),
        white_id=told["entry"],
        clock=told["clock"],
        actor=actor,
        reason=actor.reason,
    )


@undoes("tournaments.pair.forbidden")
def let_them_meet(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove two players from the list of forbidden pairings."""
    if not ForbiddenPair.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="pair_is_gone")
    allow_pair(pair_id=int(entry.target_id), actor=actor, reason=actor.reason)


@undoes("tournaments.pair.allowed")
def keep_apart_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Add two players to the list of forbidden pairings again."""
    told = entry.before or {}
    if Entry.objects.filter(pk__in=told["entries"]).count() != len(told["entries"]):
        raise CannotUndo(why="entry_is_gone")
    first, second = told["entries"]
    forbid_pair(
        section_id=told["section"],
        first_id=first,
        second_id=second,
        first_round=told["first_round"],
        last_round=told["last_round"],
        actor=actor,
        reason=actor.reason,
    )


@undoes("tournaments.entry.withdrawn")
def let_play_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Readmit a withdrawn player."""
    _insist_there(entry)
    readmit_entry(entry_id=int(entry.target_id), actor=actor)


@undoes("tournaments.entry.readmitted")
def withdraw_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a readmitted player again."""
    _insist_there(entry)
    withdraw_entry(entry_id=int(entry.target_id), actor=actor)


def _insist_there(entry: AuditEntry) -> None:
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")


@undoes("tournaments.members.kept")
def give_members_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the list of a team's members, unless it was changed since."""
    _insist_there(entry)
    members = TeamMember.objects.filter(entry_id=entry.target_id).order_by("board_order")
    _insist_unchanged(team_facts(list(members)), entry)
    lines = read_members("\n".join((entry.before or {})["members"]))
    keep_members(entry_id=int(entry.target_id), lines=lines, actor=actor, reason=actor.reason)


@undoes("tournaments.member.changed")
def give_member_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the data of a member, unless it was changed since."""
    member = TeamMember.objects.filter(pk=entry.target_id).first()
    if member is None:
        raise CannotUndo(why="entry_is_gone")
    _insist_unchanged(member_facts(member), entry)
    change_member(member_id=member.pk, actor=actor, reason=actor.reason, **(entry.before or {}))


@undoes("tournaments.line_up.set")
def give_line_up_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the line-up of a match, unless it was changed since or the match has begun."""
    pairing = Pairing.objects.select_related("round", "white", "black").filter(pk=entry.target_id).first()
    told = entry.before or {}
    teams = (pairing.white, pairing.black) if pairing else ()
    team = next((one for one in teams if one is not None and one.name == told["team"]), None)
    side = side_of(pairing, team.pk) if pairing and team else None
    if pairing is None or team is None or side is None:
        raise CannotUndo(why="round_is_gone")
    _insist_unchanged(line_up_facts(pairing, team, seated(pairing.games.all(), side)), entry)
    numbers = {member.name: member.pk for member in team.members.all()}
    chosen = [numbers[name] for name in told["members"] if name in numbers]
    set_line_up(pairing_id=pairing.pk, entry_id=team.pk, members=chosen, actor=actor, reason=actor.reason)


def _insist_unchanged(there: dict[str, Any], entry: AuditEntry) -> None:
    if there != entry.after:
        raise CannotUndo(why="team_changed_since")
