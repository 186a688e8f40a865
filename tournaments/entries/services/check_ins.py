"""Check-in by the desk, by helpers and by players; absence of missing players."""

from collections.abc import Collection, Iterable
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.hooks import on_presence_changed
from tournaments.core.services.event_log import log_entries
from tournaments.core.services.locks import locked_entry, locked_for_public, locked_section
from tournaments.entries.entry_links import is_section_secret
from tournaments.entries.errors import (
    CheckInClosed,
    CheckInsTakenBack,
    EverybodyIsHere,
    NothingChanges,
    NotYours,
)
from tournaments.entries.selectors.admissions import admission_of
from tournaments.entries.selectors.check_ins import arrivals, is_settled_at_check_in, next_round
from tournaments.entries.services.admissions import fill_free_places
from tournaments.entries.services.joining import boards_of_entry, locked_by_link, require_unpublished
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, Section


class AbsenceAction(StrEnum):
    """Treatment of missing players."""

    ZERO = "zero"
    HALF = "half"
    WITHDRAW = "withdraw"


@transaction.atomic
def check_in(*, entry_id: int, has_arrived: bool, actor: Actor) -> Entry:
    """Check a player in, or take the check-in back.

    An absence from the coming round that was settled at the check-in ends with the arrival.
    """
    entry = locked_entry(entry_id, actor, capability=Capability.RECORD_RESULTS)
    if (entry.checked_in_at is not None) == has_arrived:
        return entry
    entry.checked_in_at = timezone.now() if has_arrived else None
    entry.checked_in_by_player = False
    entry.save(update_fields=["checked_in_at", "checked_in_by_player"])
    lifted = _lift_absence(entry) if has_arrived else None
    on_presence_changed(entry.section, [entry])
    before, after = {"has_arrived": not has_arrived}, {"has_arrived": has_arrived}
    log_entries("tournaments.entry.checked_in", entry, actor, before=before, after=after)
    _log_lifted(entry, lifted, actor)
    return entry


def _lift_absence(entry: Entry) -> Absence | None:
    """Remove and return the absence from the coming round that the check-in itself has settled.

    A bye that was requested remains: the desk asks about it. Callers lock the section.
    """
    number = next_round(entry.section)
    absence = Absence.objects.filter(entry=entry, round_number=number).first()
    if absence is None or not is_settled_at_check_in(entry, number):
        return None
    Absence.objects.filter(pk=absence.pk).delete()
    return absence


def _log_lifted(entry: Entry, absence: Absence | None, actor: Actor) -> None:
    if absence is not None:
        before = {"round": absence.round_number, "kind": absence.kind}
        log_entries("tournaments.absence.lifted", entry, actor, before=before)


@transaction.atomic
def check_in_all(*, section_id: int, actor: Actor, seen: Collection[int] | None = None) -> list[Entry]:
    """Check in everybody expected in the next round, with one audit entry; those away on request are not.

    `seen` are the players that a list without network showed as missing: nobody else is checked in. Raises
    EverybodyIsHere if nobody is left.
    """
    section = locked_section(section_id, actor, capability=Capability.RECORD_RESULTS)
    expected = [entry for entry in arrivals(section).missing if seen is None or entry.pk in seen]
    if not expected:
        raise EverybodyIsHere(section=section.name)
    now = timezone.now()
    _save_arrivals(section, expected, now)
    told = {"names": [entry.name for entry in expected], "entries": [entry.pk for entry in expected]}
    log_entries("tournaments.entries.checked_in", section, actor, after=told | {"at": now.isoformat()})
    return expected


@transaction.atomic
def undo_check_in_all(*, section_id: int, at: datetime, actor: Actor) -> list[Entry]:
    """Take back the check-ins that were made together at this moment; later ones by hand remain.

    Raises CheckInsTakenBack if none of them is left.
    """
    section = locked_section(section_id, actor, capability=Capability.RECORD_RESULTS)
    rows = list(section.entries.filter(checked_in_at=at, checked_in_by_player=False).order_by("name", "pk"))
    if not rows:
        raise CheckInsTakenBack
    _save_arrivals(section, rows, None)
    told = {"names": [entry.name for entry in rows], "entries": [entry.pk for entry in rows]}
    log_entries("tournaments.entries.check_in_undone", section, actor, after=told)
    return rows


def _save_arrivals(section: Section, entries: list[Entry], at: datetime | None) -> None:
    """Check players in by the desk, or take their check-ins back, in a bounded number of queries."""
    for entry in entries:
        entry.section, entry.checked_in_at, entry.checked_in_by_player = section, at, False
    rows = Entry.objects.filter(pk__in=[entry.pk for entry in entries])
    rows.update(checked_in_at=at, checked_in_by_player=False)
    on_presence_changed(section, entries)


@transaction.atomic
def arrive_by_poster(*, section_id: int, entry_id: int, secret: str, actor: Actor) -> Entry:
    """Check a player in from the page of the poster, while the director has it open."""
    section = locked_for_public(section_id)
    if not is_section_secret(section, secret):
        raise CheckInClosed(section=section.name)
    entry = section.entries.filter(pk=entry_id).first()
    if entry is None:
        raise NotYours(name=str(entry_id))
    entry.section = section
    return _record_arrival(entry, actor)


@transaction.atomic
def arrive_by_link(*, secret: str, actor: Actor) -> Entry:
    """Check a player in from the page of the own entry, while the director has the check-in open."""
    return _record_arrival(locked_by_link(secret), actor)


def _record_arrival(entry: Entry, actor: Actor) -> Entry:
    section = entry.section
    if not section.event.is_public or not admission_of(section).check_in_is_open:
        raise CheckInClosed(section=section.name)
    if entry.state != EntryState.CONFIRMED:
        raise NotYours(name=entry.name)
    if entry.checked_in_at is not None:
        return entry
    entry.checked_in_at, entry.checked_in_by_player = timezone.now(), True
    entry.save(update_fields=["checked_in_at", "checked_in_by_player"])
    lifted = _lift_absence(entry)
    on_presence_changed(section, [entry])
    log_entries("tournaments.entry.arrived", entry, actor, after={"has_arrived": True})
    _log_lifted(entry, lifted, actor)
    return entry


@transaction.atomic
def settle_absent(
    *,
    section_id: int,
    entry_ids: Iterable[int],
    round_number: int,
    act: AbsenceAction,
    actor: Actor,
    reason: str = "",
) -> list[Entry]:
    """Withdraw the named missing players, or mark them as absent from a round, with one audit entry."""
    section = locked_section(section_id, actor)
    named = section.entries.filter(pk__in=list(entry_ids), state=EntryState.CONFIRMED, checked_in_at=None)
    absent = list(named.order_by("name", "pk"))
    if not absent:
        raise NothingChanges
    require_unpublished(section, round_number, absent[0].name)
    for entry in absent:
        entry.section = section
        _apply_absence(entry, act, round_number)
    told = {
        "names": [entry.name for entry in absent],
        "entries": [entry.pk for entry in absent],
        "round": round_number,
        "act": act.value,
    }
    log_entries("tournaments.absent.settled", section, actor, after=told, reason=reason)
    if act is AbsenceAction.WITHDRAW:
        fill_free_places(section, actor)
    return absent


def _apply_absence(entry: Entry, act: AbsenceAction, round_number: int) -> None:
    if act is AbsenceAction.WITHDRAW:
        played = boards_of_entry(entry).order_by("-round__number").values_list("round__number", flat=True)
        entry.state, entry.last_round = EntryState.WITHDRAWN, played.first() or 0
        entry.save(update_fields=["state", "last_round"])
        return
    Absence.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": AbsenceKind(act.value)}
    )


@transaction.atomic
def restore_absent(
    *, section_id: int, entry_ids: Iterable[int], round_number: int, act: str, actor: Actor
) -> None:
    """Restore missing players: remove their byes, or readmit them."""
    section = locked_section(section_id, actor)
    rows = list(section.entries.filter(pk__in=list(entry_ids)).order_by("name", "pk"))
    if act == AbsenceAction.WITHDRAW:
        for entry in rows:
            entry.state, entry.last_round = EntryState.CONFIRMED, None
        Entry.objects.bulk_update(rows, ["state", "last_round"])
    elif rows:
        require_unpublished(section, round_number, rows[0].name)
        Absence.objects.filter(entry__in=rows, round_number=round_number).delete()
    told = {"names": [entry.name for entry in rows], "round": round_number, "act": act}
    log_entries("tournaments.absent.brought_back", section, actor, after=told)
