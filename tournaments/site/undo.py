"""Undo handlers for events, entries, rounds and results."""

from typing import Any

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.appeals import undo as appeals_undo  # noqa: F401 - they register their ways back
from tournaments.core.selectors import rulings_in_force
from tournaments.core.services.event_log import line_up_facts, member_facts
from tournaments.entries.services.entries import readmit_entry, withdraw_entry
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.models import Entry, ForbiddenPair, Pairing, Round, RoundState, TeamMember
from tournaments.prizes.services import award_prizes, withdraw_prizes
from tournaments.results.services.results import record_result
from tournaments.rounds.services.decisions import decide_match, reopen_match
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.rounds.services.tie_breaks import begin_tie_break, remove_tie_break
from tournaments.teams.line_ups import seated, side_of
from tournaments.teams.member_lines import read_members
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, replace_members, team_facts

not_undoable("tournaments.demo.removed", reason_code="demo_is_loaded_again")
not_undoable("tournaments.event.made", reason_code="event_stays")
not_undoable("tournaments.event.imported", reason_code="event_stays")
not_undoable("tournaments.event.changed", reason_code="event_is_changed_on_its_page")
not_undoable("tournaments.section.made", reason_code="event_stays")
not_undoable("tournaments.section.changed", reason_code="event_is_changed_on_its_page")
not_undoable("tournaments.entries.added", reason_code="entries_go_one_by_one")
not_undoable("tournaments.entry.changed", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.entry.removed", reason_code="entry_is_entered_again")
not_undoable("tournaments.entry.checked_in", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.contacts.forgotten", reason_code="kept_no_longer")
not_undoable("tournaments.bye.asked", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.bye.taken_back", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.round.players_swapped", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.colours_turned", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.board_locked", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.players_seated", reason_code="draft_is_changed_again")
not_undoable("tournaments.round.board_taken_apart", reason_code="draft_is_changed_again")
not_undoable("tournaments.ballot.redrawn", reason_code="lot_is_drawn_again")
not_undoable("tournaments.round.deleted", reason_code="round_is_paired_again")
not_undoable("tournaments.cards.made", reason_code="cards_are_made_anew")
not_undoable("tournaments.cards.renewed", reason_code="cards_are_made_anew")
not_undoable("tournaments.cards.revoked", reason_code="cards_are_made_anew")
not_undoable("tournaments.report.made", reason_code="report_is_theirs")
not_undoable("tournaments.report.disputed", reason_code="report_is_theirs")
not_undoable("tournaments.result.checked", reason_code="result_is_corrected")
not_undoable("tournaments.result.check_differs", reason_code="report_is_theirs")
not_undoable("tournaments.doubt.accepted", reason_code="doubt_comes_again")
not_undoable("tournaments.adjournment.noted", reason_code="position_is_noted_again")
not_undoable("tournaments.dispute.settled", reason_code="dispute_was_decided")


def _round_of(entry: AuditEntry) -> Round:
    row = Round.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="round_is_gone")
    return row


@undo_handler("tournaments.round.proposed")
def undo_proposal(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the draft, if it is still one and was not changed by hand."""
    row = _round_of(entry)
    if row.state != RoundState.DRAFT:
        raise CannotUndo(why="round_went_on")
    delete_round(round_id=row.pk, actor=actor)


@undo_handler("tournaments.round.published")
@undo_handler("tournaments.round.reopened")
def undo_publication(*, entry: AuditEntry, actor: Actor) -> None:
    """Unpublish a round, or close a reopened one, as far as later facts allow."""
    row = _round_of(entry)
    if entry.action == "tournaments.round.reopened":
        close_round(round_id=row.pk, actor=actor, reason=actor.reason or "undo")
    else:
        unpublish_round(round_id=row.pk, actor=actor)


@undo_handler("tournaments.round.unpublished")
def undo_unpublication(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the draft in its current state."""
    row = _round_of(entry)
    publish_round(round_id=row.pk, version=row.version, actor=actor, reason=actor.reason)


@undo_handler("tournaments.round.closed")
def undo_closing(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a closed round."""
    reopen_round(round_id=_round_of(entry).pk, actor=actor, reason=actor.reason)


@undo_handler("tournaments.result.recorded")
@undo_handler("tournaments.result.corrected")
def undo_result(*, entry: AuditEntry, actor: Actor) -> None:
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


@undo_handler("tournaments.prizes.handed_out")
def undo_prize_awards(*, entry: AuditEntry, actor: Actor) -> None:
    """Unpublish the prizes, unless they were published again since."""
    _require_latest_awards(entry)
    withdraw_prizes(section_id=int(entry.target_id), actor=actor, reason=actor.reason)


@undo_handler("tournaments.prizes.taken_back")
def undo_prize_withdrawal(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the prizes from the standings in force."""
    _require_latest_awards(entry)
    award_prizes(section_id=int(entry.target_id), actor=actor, reason=actor.reason)


def _require_latest_awards(entry: AuditEntry) -> None:
    later = latest_about(entry, "tournaments.prizes.handed_out", "tournaments.prizes.taken_back")
    if later is not None:
        raise CannotUndo(why="prizes_changed_since", number=later.number)


@undo_handler("tournaments.match.decided")
@undo_handler("tournaments.match.left_open")
def undo_match_decision(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the earlier decision, or none, unless another decision was made since."""
    later = latest_about(entry, "tournaments.match.decided", "tournaments.match.left_open")
    if later is not None:
        raise CannotUndo(why="decision_changed_since", number=later.number)
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    told = entry.before
    if told is None:
        reopen_match(pairing_id=int(entry.target_id), actor=actor, reason=actor.reason)
        return
    decide_match(
        pairing_id=int(entry.target_id),
        winner_id=told["entry"],
        how=told["settled"],
        note=told["note"],
        actor=actor,
        reason=actor.reason,
    )


@undo_handler("tournaments.tie_break.begun")
def undo_tie_break(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the tie-break game while it is the last and has no result."""
    if not Pairing.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="round_is_gone")
    game = int((entry.after or {})["game"])
    remove_tie_break(pairing_id=int(entry.target_id), game=game, actor=actor, reason=actor.reason)


@undo_handler("tournaments.tie_break.taken_back")
def undo_tie_break_removal(*, entry: AuditEntry, actor: Actor) -> None:
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


@undo_handler("tournaments.pair.forbidden")
def undo_forbidden_pair(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove two players from the list of forbidden pairings."""
    if not ForbiddenPair.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="pair_is_gone")
    allow_pair(pair_id=int(entry.target_id), actor=actor, reason=actor.reason)


@undo_handler("tournaments.pair.allowed")
def undo_allowed_pair(*, entry: AuditEntry, actor: Actor) -> None:
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


@undo_handler("tournaments.entry.withdrawn")
def undo_entry_withdrawal(*, entry: AuditEntry, actor: Actor) -> None:
    """Readmit a withdrawn player."""
    _require_exists(entry)
    readmit_entry(entry_id=int(entry.target_id), actor=actor)


@undo_handler("tournaments.entry.readmitted")
def undo_readmission(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a readmitted player again."""
    _require_exists(entry)
    withdraw_entry(entry_id=int(entry.target_id), actor=actor)


def _require_exists(entry: AuditEntry) -> None:
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")


@undo_handler("tournaments.members.kept")
def undo_members(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the list of a team's members, unless it was changed since."""
    _require_exists(entry)
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
