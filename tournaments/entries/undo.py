"""Undo of entries by the public and of decisions in the inbox."""

from typing import Any

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import restore_absent
from tournaments.entries.services.entries import readmit_entry
from tournaments.entries.services.inbox import reopen_entry
from tournaments.entries.services.joining import boards_of_entry
from tournaments.models import Entry, EntryState

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
