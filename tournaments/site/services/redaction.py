"""Redaction of a person in events: entries, teams, published standings, prizes, records and cases.

Results, boards and sums remain. A neutral name replaces the person's name.

"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.core.actor import SYSTEM
from club.models import Person
from club.privacy.personal_data_sets import Erasure, Words
from games.archive.services.redaction import redact_name
from tournaments.core import triggers as guard_triggers
from tournaments.core.services.event_log import log_section
from tournaments.core.services.locks import locked_for_public
from tournaments.models import (
    Appeal,
    AppealSeat,
    Case,
    CommitteeMember,
    Entry,
    EntryContact,
    EntryState,
    EventState,
    GameResult,
    PrizeHandout,
    RoundState,
    Ruling,
    Section,
    StandingsSnapshot,
    TeamMember,
)
from tournaments.site.selectors import contacts_due

REDACTED = "tournaments.section.name_taken_out"
CASE_TEXTS = ("public_text", "private_text", "witnesses", "claim_record", "sheet_white", "sheet_black")
RULING_TEXTS = ("decision", "reason")
IN_PLAY = (EntryState.PENDING, EntryState.WAITING, EntryState.CONFIRMED)


def still_plays(person: Person) -> Iterable[Words]:
    """Return the unfinished events in which the person is entered."""
    rows = Entry.objects.filter(Q(person=person) | Q(members__person=person), state__in=IN_PLAY)
    rows = rows.exclude(section__event__state=EventState.FINISHED)
    open_rounds = Q(section__round_rows__state__in=[RoundState.DRAFT, RoundState.PUBLISHED])
    to_come = Q(section__event__ends_on__gte=timezone.localdate())
    text = _("“%(event)s” has not finished. Withdraw the entry or finish the event first.")
    names = rows.filter(open_rounds | to_come).order_by("section__event__name")
    return [
        text % {"event": name} for name in names.values_list("section__event__name", flat=True).distinct()
    ]


def sections_of(person: Person) -> list[int]:
    """Return the sections in which the person played, individually or in a team."""
    entries = Entry.objects.filter(Q(person=person) | Q(members__person=person))
    return sorted(set(entries.values_list("section_id", flat=True)))


def redact_events(erasure: Erasure) -> None:
    """Redact the person in every section, in the lock order of sections."""
    for key in sections_of(erasure.person):
        section = locked_for_public(key)
        _entries(section, erasure)
        _records(section, erasure)
        _cases(section, erasure)
        section.version += 1
        section.save(update_fields=["version"])
        log_section(REDACTED, section, erasure.actor, after={"name": erasure.neutral})
    CommitteeMember.objects.filter(entry__person=erasure.person).update(name=erasure.neutral, club_name="")


def _entries(section: Section, erasure: Erasure) -> None:
    for member in TeamMember.objects.filter(entry__section=section, person=erasure.person):
        member.name, member.federation_number = erasure.neutral, ""
        member.save(update_fields=["name", "federation_number"])
    entry = Entry.objects.filter(section=section, person=erasure.person).first()
    if entry is None:
        return
    old = entry.name
    entry.name = erasure.neutral
    entry.title = entry.club_name = entry.family = entry.federation_id = ""
    entry.birth_year = None
    entry.save()
    if entry.number is not None:
        _redact_standings(section, entry.number, erasure)
    for handout in PrizeHandout.objects.filter(section=section):
        handout.lines = [_prize_line(line, entry.number, old, erasure) for line in handout.lines]
        handout.save(update_fields=["lines"])


def _redact_standings(section: Section, number: int, erasure: Erasure) -> None:
    """Redact every published table: only names change."""
    found = list(StandingsSnapshot.objects.filter(section=section))
    rows = {one.pk: [_row(row, number, erasure.neutral) for row in one.rows] for one in found}
    _overwrite(
        StandingsSnapshot, {one.pk: {"rows": rows[one.pk]} for one in found if rows[one.pk] != one.rows}
    )


def _overwrite(model: type[StandingsSnapshot | Ruling], changes: dict[int, dict[str, Any]]) -> None:
    """Overwrite rows that the database protects from all other changes."""
    if changes:
        with guard_triggers.opened(connection):
            for key, told in changes.items():
                model._base_manager.filter(pk=key).update(**told)  # noqa: SLF001 - the other manager refuses


def _row(row: dict[str, Any], number: int, neutral: str) -> dict[str, Any]:
    return {**row, "name": neutral, "title": "", "club_name": ""} if row["number"] == number else row


def _prize_line(line: dict[str, Any], number: int | None, old: str, erasure: Erasure) -> dict[str, Any]:
    others = {
        name: [erasure.neutral if one == old else one for one in line[name]]
        for name in ("shared_with", "passed")
    }
    return line | others | ({"name": erasure.neutral} if line["number"] == number else {})


def results_of_person(section_id: int, person: Person) -> Iterable[tuple[GameResult, str]]:
    """Return the results of a person in a section, each with their side."""
    own = Q(pairing__white__person=person) | Q(pairing__black__person=person)
    own |= Q(first_member__person=person) | Q(second_member__person=person)
    rows = GameResult.every.filter(own, pairing__round__section=section_id).order_by("pk")
    for row in rows.select_related(
        "pairing__white", "pairing__black", "first_member", "second_member", "game"
    ):
        first = row.first_member or row.pairing.white
        is_first = first.person_id == person.pk
        yield row, "White" if is_first == (row.number % 2 == 1) else "Black"


def _records(section: Section, erasure: Erasure) -> None:
    for row, side in results_of_person(section.pk, erasure.person):
        if row.game is not None:
            redact_name(game=row.game, sides=[side], without=erasure.without, neutral=erasure.neutral)
        told = {name: erasure.without(getattr(row, name)) for name in ("note", "sealed_note")}
        GameResult.every.filter(pk=row.pk).update(**told)


def _cases(section: Section, erasure: Erasure) -> None:
    for case in Case.objects.filter(section=section):
        told = {name: erasure.without(getattr(case, name)) for name in CASE_TEXTS}
        details = {name: erasure.without(getattr(case, name)) for name in ("details", "advised")}
        Case.objects.filter(pk=case.pk).update(**told, **details)
    changes: dict[int, dict[str, Any]] = {}
    for ruling in Ruling.objects.filter(case__section=section):
        told = {name: erasure.without(getattr(ruling, name)) for name in RULING_TEXTS}
        if any(getattr(ruling, name) != text for name, text in told.items()):
            changes[ruling.pk] = told
    _overwrite(Ruling, changes)
    for appeal in Appeal.objects.filter(ruling__case__section=section):
        told = {
            name: erasure.without(getattr(appeal, name)) for name in ("grounds", "decision", "late_reason")
        }
        Appeal.objects.filter(pk=appeal.pk).update(**told)
    for seat in AppealSeat.objects.filter(appeal__ruling__case__section=section).exclude(words=""):
        AppealSeat.objects.filter(pk=seat.pk).update(words=erasure.without(seat.words))


@transaction.atomic
def delete_contacts(*, after_event: int, after_refusal: int) -> int:
    """Delete mail addresses, messages and reasons of entrants past their period; the entries remain.

    Periods are in days, as `contacts_due` counts them. The audit log records the number, and no address.

    """
    due = contacts_due(now=timezone.now(), after_event=after_event, after_refusal=after_refusal)
    keys = {
        section: [contact.pk for contact in contacts]
        for section, contacts in groupby(due, key=lambda contact: contact.entry.section_id)
    }
    for section in [locked_for_public(key) for key in sorted(keys)]:  # lock all before the audit chain
        EntryContact.objects.filter(pk__in=keys[section.pk]).delete()
        count = {"count": len(keys[section.pk])}
        log_section("tournaments.contacts.forgotten", section, SYSTEM, after=count)
    return len(due)
