"""Entries: typed, pasted, checked in, withdrawn; rounds that players ask to miss."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Max, Q

from club.audit.messages import field_label
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.name_normalization import normalize_name
from club.models import Person
from tournaments.core.hooks import on_entry_changed, on_entry_joins, on_game_tags_changed
from tournaments.core.services.event_log import entry_facts, log_entries
from tournaments.core.services.locks import locked_entry, locked_section
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import (
    EnteredTwice,
    EntryChangedMeanwhile,
    EntryHasCases,
    EntryHasPlayed,
    ExcludedByRuling,
    FixedBoardTaken,
    ListChangedMeanwhile,
    NamedTwice,
    NameTaken,
    NothingToEnter,
)
from tournaments.entries.selectors.entries import cases_of_entry, exclusion_of
from tournaments.entries.selectors.late_arrivals import removable
from tournaments.entries.selectors.list_differences import digest_of, list_differences
from tournaments.entries.services.admissions import fill_free_places
from tournaments.entries.services.joining import (
    Joining,
    boards_of_entry,
    joining_of,
    known_persons,
    require_unpublished,
)
from tournaments.events.errors import RoundBeyond
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, GameResult, Round, Section

MAX_NAME = 190
"""Letters of a name that a number is added to; an entry has room for 200."""


class DuplicateName(NamedTuple):
    """A name shared by several players: its lines in the list, and a flag if it is entered already."""

    name: str
    lines: list[int]
    is_entered: bool


@transaction.atomic
def add_entries(
    *, section_id: int, lines: list[EntryLine], actor: Actor, different: Collection[str] = ()
) -> list[Entry]:
    """Enter all players of a list or none; known persons of the club are linked by name.

    A line without a rating gets that of the section's rating list. Names in `different` are confirmed to
    belong to different players: the second becomes "Name (2)", and no line is linked to a person by such a
    name. Raises EnteredTwice, or NamedTwice where the list itself has a name twice; both name every double.
    """
    section = locked_section(section_id, actor)
    taken = {entry.name.casefold() for entry in section.entries.exclude(state=EntryState.REFUSED)}
    doubles = _find_duplicates(lines, taken)
    confirmed = {normalize_name(name).casefold() for name in different}
    asked = [one for one in doubles if one.name.casefold() not in confirmed]
    if asked:
        refusal = NamedTwice if any(len(one.lines) > 1 for one in asked) else EnteredTwice
        raise refusal(names=[one.name for one in asked], doubles=[one._asdict() for one in asked])
    shared = {one.name.casefold() for one in doubles}
    known = known_persons(section, [line.name for line in lines if line.name.casefold() not in shared])
    joining = joining_of(section)
    made = [
        _new_entry(section, line, known.get(line.name.casefold()), joining, at)
        for at, line in enumerate(_number_duplicates(lines, taken))
    ]
    Entry.objects.bulk_create(made)
    after = {"names": [entry.name for entry in made], "count": len(made)}
    log_entries("tournaments.entries.added", section, actor, after=after)
    return made


def _find_duplicates(lines: list[EntryLine], taken: Collection[str]) -> list[DuplicateName]:
    """Return the names that are in the list more than once or in the section already, in list order."""
    found: dict[str, DuplicateName] = {}
    for position, line in enumerate(lines, start=1):
        key = line.name.casefold()
        found.setdefault(key, DuplicateName(line.name, [], key in taken)).lines.append(
            line.number or position
        )
    return [one for one in found.values() if one.is_entered or len(one.lines) > 1]


def _number_duplicates(lines: Iterable[EntryLine], taken: set[str]) -> Iterable[EntryLine]:
    """Return the lines with a number after each name that is taken."""
    for line in lines:
        name, number = line.name, 1
        while name.casefold() in taken:
            number += 1
            name = f"{line.name[:MAX_NAME]} ({number})"
        taken.add(name.casefold())
        yield replace(line, name=name)


def _new_entry(
    section: Section, line: EntryLine, person: Person | None, joining: Joining, position: int
) -> Entry:
    """Return a checked entry that is not saved yet; `position` is that among the entries made together."""
    entry = Entry(
        section=section,
        person=person,
        name=line.name,
        rating=line.rating,
        club_name=line.club_name,
        federation=line.federation,
        title=line.title,
        category=line.category,
    )
    on_entry_joins(entry)
    joining.set_on(entry, position)
    entry.full_clean(exclude=["section", "person"], validate_constraints=False)
    return entry


def _save_changes(action: str, entry: Entry, actor: Actor, reason: str, **values: Any) -> Entry:
    """Save changed values and write the audit entry with those before; unchanged values do nothing."""
    before = entry_facts(entry)
    for name, value in values.items():
        setattr(entry, name, value)
    after = entry_facts(entry)
    if after != before:
        entry.full_clean(exclude=["section", "person"])
        entry.save()
        on_entry_changed(entry, reason)
        log_entries(action, entry, actor, before=before, after=after, reason=reason)
    return entry


@transaction.atomic
def change_entry(
    *, entry_id: int, actor: Actor, reason: str = "", was: Mapping[str, Any] | None = None, **changes: Any
) -> Entry:
    """Change the data of an entry; names and fixed boards are unique in a section.

    `was` has the values that the account saw: what it did not change is not written. Raises
    EntryChangedMeanwhile if another account has changed a field that this one changes, too.
    """
    entry = locked_entry(entry_id, actor)
    if "name" in changes:
        changes["name"] = normalize_name(changes["name"])
    changes = _changed_here(entry, changes, was or {})
    if changes.get("name", entry.name) != entry.name:
        _require_name_free(entry, changes["name"])
    if changes.get("fixed_board"):
        _require_board_free(entry, changes["fixed_board"])
    name = entry.name
    kept = _save_changes("tournaments.entry.changed", entry, actor, reason, **changes)
    if kept.name != name:
        own = Q(pairing__white=kept) | Q(pairing__black=kept)
        on_game_tags_changed(GameResult.every.filter(own), actor)
    return kept


def _changed_here(entry: Entry, changes: dict[str, Any], was: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that differ from the values seen; refuse those that another account changed, too."""
    own = {name: value for name, value in changes.items() if name not in was or value != was[name]}
    both = [name for name in own if name in was and getattr(entry, name) not in {was[name], own[name]}]
    if both:
        fields = [f"{field_label(name)} {getattr(entry, name)} / {own[name]}" for name in both]
        raise EntryChangedMeanwhile(name=entry.name, values=", ".join(fields))
    return own


def _require_name_free(entry: Entry, name: str) -> None:
    others = entry.section.entries.exclude(state=EntryState.REFUSED).exclude(pk=entry.pk)
    if name.casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
        raise NameTaken(name=name)


def _require_board_free(entry: Entry, board: int) -> None:
    others = entry.section.entries.filter(state=EntryState.CONFIRMED, fixed_board=board).exclude(pk=entry.pk)
    taken = others.first()
    if taken is not None:
        raise FixedBoardTaken(name=taken.name, board=board)


@transaction.atomic
def withdraw_entry(
    *, entry_id: int, actor: Actor, reason: str = "", capability: Capability = Capability.RUN_EVENTS
) -> Entry:
    """Withdraw a player from all rounds that are not paired yet; played games are preserved."""
    entry = locked_entry(entry_id, actor, capability=capability)
    last = boards_of_entry(entry).aggregate(last=Max("round__number"))["last"] or 0
    withdrawn = {"state": EntryState.WITHDRAWN, "last_round": last}
    _save_changes("tournaments.entry.withdrawn", entry, actor, reason, **withdrawn)
    fill_free_places(entry.section, actor)
    return entry


@transaction.atomic
def readmit_entry(
    *,
    entry_id: int,
    actor: Actor,
    reason: str = "",
    capability: Capability = Capability.RUN_EVENTS,
    last_round: int | None = None,
) -> Entry:
    """Readmit a withdrawn player from the next round on, up to the last round given.

    Raises ExcludedByRuling if a ruling has to be superseded for that, which takes the right to rule.
    """
    entry = locked_entry(entry_id, actor, capability=capability)
    if capability is not Capability.RULE_ON_CASES:
        _require_not_excluded(entry)
    readmitted = {"state": EntryState.CONFIRMED, "last_round": last_round}
    return _save_changes("tournaments.entry.readmitted", entry, actor, reason, **readmitted)


@transaction.atomic
def remove_entry(*, entry_id: int, actor: Actor, reason: str = "") -> None:
    """Delete an entry without a game, a row in a closed round, a number in a set table, or a case."""
    entry = locked_entry(entry_id, actor)
    if not removable(entry.section, [entry]):
        raise EntryHasPlayed(name=entry.name)
    if cases_of_entry(entry).exists():
        raise EntryHasCases(name=entry.name)
    before = entry_facts(entry)
    log_entries("tournaments.entry.removed", entry, actor, before=before, reason=reason)
    section = entry.section
    rows = boards_of_entry(entry)
    Round.objects.filter(pk__in=list(rows.values_list("round", flat=True))).update(version=F("version") + 1)
    rows.delete()
    entry.delete()
    fill_free_places(section, actor)


@transaction.atomic
def ask_bye(*, entry_id: int, round_number: int, kind: str, actor: Actor, reason: str = "") -> Absence:
    """Record a bye for a round that is not published yet, with its value."""
    entry = locked_entry(entry_id, actor)
    _require_round_open(entry, round_number)
    absence, _is_new = Absence.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": AbsenceKind(kind)}
    )
    after = {"round": round_number, "kind": kind}
    log_entries("tournaments.bye.asked", entry, actor, after=after, reason=reason)
    return absence


@transaction.atomic
def remove_bye(*, entry_id: int, round_number: int, actor: Actor, reason: str = "") -> None:
    """Remove a bye, so that the player is paired in the round."""
    entry = locked_entry(entry_id, actor)
    _require_round_open(entry, round_number)
    gone, _tables = Absence.objects.filter(entry=entry, round_number=round_number).delete()
    if gone:
        before = {"round": round_number}
        log_entries("tournaments.bye.taken_back", entry, actor, before=before, reason=reason)


def _require_not_excluded(entry: Entry) -> None:
    ruling = exclusion_of(entry)
    if ruling is not None:
        raise ExcludedByRuling(name=entry.name, number=ruling.case.number)


def _require_round_open(entry: Entry, round_number: int) -> None:
    if not 1 <= round_number <= MAX_ROUNDS:
        raise RoundBeyond(round=round_number, rounds=entry.section.rounds)
    require_unpublished(entry.section, round_number, entry.name)


@transaction.atomic
def enter_list(*, section_id: int, lines: list[EntryLine], digest: str, actor: Actor) -> tuple[int, int]:
    """Enter new players and update changed ones, if the comparison is still the displayed one.

    Returns the numbers of entered and of changed players.
    """
    section = locked_section(section_id, actor)
    found = list_differences(section, lines)
    if digest_of(found) != digest:
        raise ListChangedMeanwhile
    fresh = [one.line for one in found if one.state == "new"]
    changed = [one for one in found if one.state == "changed" and one.entry is not None]
    if not fresh and not changed:
        raise NothingToEnter
    if fresh:
        add_entries(section_id=section_id, lines=fresh, actor=actor)
    for one in changed:
        assert one.entry is not None  # noqa: S101 - picked so above
        change_entry(entry_id=one.entry.pk, actor=actor, **one.changes)
    return len(fresh), len(changed)
