"""Undo of entries, decisions in the inbox, withdrawals and forbidden pairs."""

from typing import Any

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import restore_absent
from tournaments.entries.services.entries import readmit_entry, withdraw_entry
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.entries.services.inbox import reopen_entry
from tournaments.entries.services.joining import boards_of_entry
from tournaments.models import Entry, EntryState, ForbiddenPair

not_undoable("tournaments.entries.added", reason_code="entries_go_one_by_one")
not_undoable("tournaments.entry.changed", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.entry.removed", reason_code="entry_is_entered_again")
not_undoable("tournaments.entry.checked_in", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.contacts.forgotten", reason_code="kept_no_longer")
not_undoable("tournaments.bye.asked", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.bye.taken_back", reason_code="entry_is_changed_on_its_page")
not_undoable("tournaments.section.name_taken_out", reason_code="erased_is_gone")
not_undoable("tournaments.entry.asked", reason_code="entry_is_decided_in_inbox")
not_undoable("tournaments.entry.reopened", reason_code="entry_is_decided_in_inbox")
not_undoable("tournaments.entry.arrived", reason_code="arrival_is_changed_at_the_desk")
not_undoable("tournaments.absent.brought_back", reason_code="arrival_is_changed_at_the_desk")
not_undoable("tournaments.entries.accepted", reason_code="entries_go_one_by_one")


@undo_handler("tournaments.admission.set")
def undo_admission(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the admission settings, unless they were changed since."""
    later = latest_about(entry, "tournaments.admission.set")
    if later is not None:
        raise CannotUndo(why="list_changed_since", number=later.number)
    was: dict[str, Any] = entry.before or {}
    set_admission(section_id=int(entry.target_id), actor=actor, reason=actor.reason, **was)


@undo_handler("tournaments.entry.accepted")
@undo_handler("tournaments.entry.put_on_waiting_list")
@undo_handler("tournaments.entry.refused")
@undo_handler("tournaments.entry.moved_up")
def undo_entry_decision(*, entry: AuditEntry, actor: Actor) -> None:
    """Return an entry to the inbox."""
    row = Entry.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="entry_is_gone")
    if boards_of_entry(row).exists():
        raise CannotUndo(why="entry_went_on")
    reopen_entry(entry_id=row.pk, actor=actor, reason=actor.reason)


@undo_handler("tournaments.entry.withdrawn_by_player")
def undo_withdrawal(*, entry: AuditEntry, actor: Actor) -> None:
    """Readmit a player who withdrew by mistake."""
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")
    if (entry.before or {}).get("state") == EntryState.CONFIRMED:
        readmit_entry(entry_id=int(entry.target_id), actor=actor)
    else:
        reopen_entry(entry_id=int(entry.target_id), actor=actor)


@undo_handler("tournaments.absent.settled")
def undo_absences(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore players who were marked as missing."""
    told: dict[str, Any] = entry.after or {}
    there = set(Entry.objects.filter(pk__in=told["entries"]).values_list("pk", flat=True))
    if there != set(told["entries"]):
        raise CannotUndo(why="entry_is_gone")
    restore_absent(
        section_id=int(entry.target_id),
        entry_ids=told["entries"],
        round_number=told["round"],
        act=told["act"],
        actor=actor,
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
