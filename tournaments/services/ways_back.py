"""How events, entries, rounds and results go back to what they were."""

from club.actor import Actor
from club.errors import CannotUndo
from club.models import AuditEntry
from club.undo import has_no_way_back, latest_about, undoes
from tournaments.models import Entry, Pairing, Round, RoundState
from tournaments.services.entries import readmit_entry, withdraw_entry
from tournaments.services.results import record_result
from tournaments.services.rounds import (
    close_round,
    delete_round,
    publish_round,
    reopen_round,
    unpublish_round,
)

has_no_way_back("tournaments.event.made", because="event_stays")
has_no_way_back("tournaments.event.imported", because="event_stays")
has_no_way_back("tournaments.event.changed", because="event_is_changed_on_its_page")
has_no_way_back("tournaments.section.made", because="event_stays")
has_no_way_back("tournaments.section.changed", because="event_is_changed_on_its_page")
has_no_way_back("tournaments.entries.added", because="entries_go_one_by_one")
has_no_way_back("tournaments.entry.changed", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.entry.removed", because="entry_is_entered_again")
has_no_way_back("tournaments.entry.checked_in", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.bye.asked", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.bye.taken_back", because="entry_is_changed_on_its_page")
has_no_way_back("tournaments.round.players_swapped", because="draft_is_changed_again")
has_no_way_back("tournaments.round.colours_turned", because="draft_is_changed_again")
has_no_way_back("tournaments.round.board_locked", because="draft_is_changed_again")
has_no_way_back("tournaments.ballot.redrawn", because="lot_is_drawn_again")
has_no_way_back("tournaments.round.deleted", because="round_is_paired_again")


def _round_of(entry: AuditEntry) -> Round:
    row = Round.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="round_is_gone")
    return row


@undoes("tournaments.round.proposed")
def take_draft_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Delete the draft, as long as it is one and nobody has changed it by hand."""
    row = _round_of(entry)
    if row.state != RoundState.DRAFT:
        raise CannotUndo(why="round_went_on")
    delete_round(round_id=row.pk, actor=actor)


@undoes("tournaments.round.published")
@undoes("tournaments.round.reopened")
def take_publication_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Make a published round a draft, or close a reopened one, as far as later facts allow."""
    row = _round_of(entry)
    if entry.action == "tournaments.round.reopened":
        close_round(round_id=row.pk, actor=actor)
    else:
        unpublish_round(round_id=row.pk, actor=actor)


@undoes("tournaments.round.unpublished")
def publish_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the draft as it stands now."""
    row = _round_of(entry)
    publish_round(round_id=row.pk, version=row.version, actor=actor, reason=actor.reason)


@undoes("tournaments.round.closed")
def open_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a closed round."""
    reopen_round(round_id=_round_of(entry).pk, actor=actor, reason=actor.reason)


@undoes("tournaments.result.recorded")
@undoes("tournaments.result.corrected")
def take_result_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Put back what stood there before, unless the result was changed since."""
    pairing = Pairing.objects.filter(pk=entry.target_id).first()
    told, became = entry.before or {}, entry.after or {}
    if pairing is None:
        raise CannotUndo(why="round_is_gone")
    later = latest_about(entry, "tournaments.result.corrected", "tournaments.result.recorded")
    if later is not None and (later.after or {}).get("game") == became.get("game"):
        raise CannotUndo(why="result_changed_since", number=later.number)
    record_result(
        pairing_id=pairing.pk,
        game=told["game"],
        outcome=told["outcome"],
        was=became["outcome"],
        is_adjudicated=told["is_adjudicated"],
        actor=actor,
        reason=actor.reason or "undo",
    )


@undoes("tournaments.entry.withdrawn")
def let_play_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Let a withdrawn player play again."""
    _insist_there(entry)
    readmit_entry(entry_id=int(entry.target_id), actor=actor)


@undoes("tournaments.entry.readmitted")
def withdraw_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a player who was let in again."""
    _insist_there(entry)
    withdraw_entry(entry_id=int(entry.target_id), actor=actor)


def _insist_there(entry: AuditEntry) -> None:
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")
