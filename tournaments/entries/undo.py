"""Undo of entries by the public and of decisions in the inbox."""

from typing import Any

from club.audit.undo_handlers import has_no_way_back, latest_about, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import bring_back
from tournaments.entries.services.entries import readmit_entry
from tournaments.entries.services.inbox import reopen_entry
from tournaments.entries.services.joining import boards_of_entry
from tournaments.models import Entry, EntryState

has_no_way_back("tournaments.section.name_taken_out", because="erased_is_gone")
has_no_way_back("tournaments.entry.asked", because="entry_is_decided_in_inbox")
has_no_way_back("tournaments.entry.reopened", because="entry_is_decided_in_inbox")
has_no_way_back("tournaments.entry.arrived", because="arrival_is_changed_at_the_desk")
has_no_way_back("tournaments.absent.brought_back", because="arrival_is_changed_at_the_desk")
has_no_way_back("tournaments.entries.accepted", because="entries_go_one_by_one")


@undoes("tournaments.admission.set")
def put_admission_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the admission settings, unless they were changed since."""
    later = latest_about(entry, "tournaments.admission.set")
    if later is not None:
        raise CannotUndo(why="list_changed_since", number=later.number)
    was: dict[str, Any] = entry.before or {}
    set_admission(section_id=int(entry.target_id), actor=actor, reason=actor.reason, **was)


@undoes("tournaments.entry.accepted")
@undoes("tournaments.entry.put_on_waiting_list")
@undoes("tournaments.entry.refused")
@undoes("tournaments.entry.moved_up")
def take_up_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Return an entry to the inbox."""
    row = Entry.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="entry_is_gone")
    if boards_of_entry(row).exists():
        raise CannotUndo(why="entry_went_on")
    reopen_entry(entry_id=row.pk, actor=actor, reason=actor.reason)


@undoes("tournaments.entry.withdrawn_by_player")
def let_in_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Readmit a player who withdrew by mistake."""
    if not Entry.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="entry_is_gone")
    if (entry.before or {}).get("state") == EntryState.CONFIRMED:
        readmit_entry(entry_id=int(entry.target_id), actor=actor)
    else:
        reopen_entry(entry_id=int(entry.target_id), actor=actor)


@undoes("tournaments.absent.settled")
def let_the_absent_play(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore players who were marked as missing."""
    told: dict[str, Any] = entry.after or {}
    there = set(Entry.objects.filter(pk__in=told["entries"]).values_list("pk", flat=True))
    if there != set(told["entries"]):
        raise CannotUndo(why="entry_is_gone")
    bring_back(
        section_id=int(entry.target_id),
        entry_ids=told["entries"],
        round_number=told["round"],
        act=told["act"],
        actor=actor,
    )
