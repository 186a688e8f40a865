"""Undo of entries, check-ins, decisions in the inbox, withdrawals and forbidden pairs."""

from datetime import datetime

from club.audit.undo_handlers import (
    changed_since,
    not_undoable,
    require_facts,
    require_latest,
    undo_by,
    undo_handler,
)
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.entries.services.admissions import return_to_waiting_list, set_admission
from tournaments.entries.services.check_ins import (
    AbsenceAction,
    check_in,
    restore_absent,
    settle_absent,
    undo_check_in_all,
)
from tournaments.entries.services.entries import readmit_entry, withdraw_entry
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.entries.services.inbox import reopen_entry
from tournaments.entries.services.joining import is_paired
from tournaments.models import Entry, EntryState

not_undoable(
    *("tournaments.entries.added", "tournaments.entries.accepted"), reason_code="entries_go_one_by_one"
)
not_undoable(
    *("tournaments.entry.changed", "tournaments.entry.checked_in"),
    *("tournaments.bye.asked", "tournaments.bye.taken_back"),
    reason_code="entry_is_changed_on_its_page",
)
not_undoable("tournaments.entry.removed", reason_code="entry_is_entered_again")
not_undoable("tournaments.contacts.forgotten", reason_code="kept_no_longer")
not_undoable("tournaments.section.name_taken_out", reason_code="erased_is_gone")
not_undoable(
    *("tournaments.entry.asked", "tournaments.entry.reopened"), reason_code="entry_is_decided_in_inbox"
)
not_undoable(
    *("tournaments.entry.arrived", "tournaments.absent.brought_back"),
    "tournaments.entries.check_in_undone",
    reason_code="arrival_is_changed_at_the_desk",
)

undo_by(
    "tournaments.admission.set",
    call=set_admission,
    number="section_id",
    requires=require_latest,
    before=dict,
)
undo_by("tournaments.pair.forbidden", call=allow_pair, number="pair_id")


def _require_same_state(entry: AuditEntry) -> None:
    """Refuse if the player was withdrawn or readmitted since."""
    state = Entry.objects.get(pk=entry.target_id).state
    require_facts({"state": state}, entry, "tournaments.entry.withdrawn", "tournaments.entry.readmitted")


undo_by("tournaments.entry.withdrawn", call=readmit_entry, number="entry_id", requires=_require_same_state)
undo_by("tournaments.entry.readmitted", call=withdraw_entry, number="entry_id", requires=_require_same_state)


@undo_handler(
    *("tournaments.entry.accepted", "tournaments.entry.put_on_waiting_list"),
    "tournaments.entry.refused",
)
def undo_entry_decision(*, entry: AuditEntry, actor: Actor) -> None:
    """Return an entry to the inbox."""
    row = Entry.objects.get(pk=entry.target_id)
    if is_paired(row):
        raise CannotUndo(why="entry_went_on")
    reopen_entry(entry_id=row.pk, actor=actor)


@undo_handler("tournaments.entry.moved_up")
def undo_move_up(*, entry: AuditEntry, actor: Actor) -> None:
    """Return an entry to its place in the waiting list, or to the inbox if an older log has no place."""
    since = (entry.before or {}).get("since")
    if since is None:
        undo_entry_decision(entry=entry, actor=actor)
        return
    row = Entry.objects.get(pk=entry.target_id)
    if is_paired(row):
        raise CannotUndo(why="entry_went_on")
    return_to_waiting_list(entry_id=row.pk, since=datetime.fromisoformat(since), actor=actor)


@undo_handler("tournaments.entry.withdrawn_by_player")
def undo_withdrawal(*, entry: AuditEntry, actor: Actor) -> None:
    """Readmit a player who withdrew by mistake."""
    was_confirmed = (entry.before or {}).get("state") == EntryState.CONFIRMED
    service = readmit_entry if was_confirmed else reopen_entry
    service(entry_id=int(entry.target_id), actor=actor)


@undo_handler("tournaments.absent.settled")
def undo_absences(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore players who were marked as missing."""
    told = entry.after or {}
    if Entry.objects.filter(pk__in=told["entries"]).count() != len(set(told["entries"])):
        raise CannotUndo(why="is_gone")
    restore_absent(
        section_id=int(entry.target_id),
        entry_ids=told["entries"],
        round_number=told["round"],
        act=told["act"],
        actor=actor,
    )


@undo_handler("tournaments.absence.lifted")
def undo_arrival(*, entry: AuditEntry, actor: Actor) -> None:
    """Take a check-in back with the absence that it has ended, unless the player has another one now."""
    row, told = Entry.objects.get(pk=entry.target_id), entry.before or {}
    if row.absences.filter(round_number=told["round"]).exists():
        raise changed_since(entry, "tournaments.bye.asked")
    check_in(entry_id=row.pk, has_arrived=False, actor=actor)
    settle_absent(
        section_id=row.section_id,
        entry_ids=[row.pk],
        round_number=told["round"],
        act=AbsenceAction(told["kind"]),
        actor=actor,
        reason=actor.reason,
    )


@undo_handler("tournaments.entries.checked_in")
def undo_everybody(*, entry: AuditEntry, actor: Actor) -> None:
    """Take back the check-in of everybody; those taken away or checked in since are left as they are."""
    at = datetime.fromisoformat((entry.after or {})["at"])
    undo_check_in_all(section_id=int(entry.target_id), at=at, actor=actor)


@undo_handler("tournaments.pair.allowed")
def undo_allowed_pair(*, entry: AuditEntry, actor: Actor) -> None:
    """Add two players to the list of forbidden pairings again."""
    told = entry.before or {}
    if Entry.objects.filter(pk__in=told["entries"]).count() != len(told["entries"]):
        raise CannotUndo(why="is_gone")
    first, second = told["entries"]
    forbid_pair(
        section_id=told["section"],
        first_id=first,
        second_id=second,
        first_round=told["first_round"],
        last_round=told["last_round"],
        actor=actor,
    )
