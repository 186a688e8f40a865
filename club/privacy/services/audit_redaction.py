"""Redaction of the audit log: blank entries about the person, replace the name in others."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Q

from club.audit import audit_seals
from club.audit import log as audit
from club.audit.log import kind_of
from club.members.selectors.persons import homes_alone, merges_into
from club.models import ApiToken, AuditEntry, Invitation, Person, RoleGrant
from club.privacy.personal_data_sets import DATA_SETS, Erasure, OnErasure, rows_of_person

NUMBERS_AT_ONCE = 500
NUMBERED_KINDS = ("club.membership", "club.guardianship", "club.consent", "club.erasurerequest")
NUMBERED = ("person", "ward_number", "guardian_number")  # facts that name a person by number
PRIVATE = frozenset(
    {"email", "message", "birth_year", "federation_id", "federation_number", "club_name", "family"}
)
Targets = dict[str, set[str]]


def targets_of_person(person: Person) -> tuple[Targets, Targets]:
    """Return the person's rows by kind: those whose entries lose all facts, and those that lose the name.

    Must be called before the rows are deleted.
    """
    merged = [one.merged_id for one in merges_into(person)]
    blanked: Targets = {kind_of(person): {str(key) for key in (person.pk, *merged)}}
    named: Targets = {}
    for data_set in DATA_SETS.values():
        if data_set.relation:
            kind = data_set.relation.rpartition(".")[0].lower()
            is_of_club = kind.startswith("club.")
            into = blanked if is_of_club or data_set.fate is OnErasure.DELETE else named
            into[kind] = into.get(kind, set()) | _keys(rows_of_person(data_set, person))
        if data_set.mentions is not None:
            for kind, keys in data_set.mentions(person).items():
                named[kind] = named.get(kind, set()) | {str(key) for key in keys}
    blanked["club.household"] = _keys(homes_alone(person))
    if person.user is not None:
        user = person.user
        blanked["club.user"] = {str(user.pk)}
        blanked["club.rolegrant"] = _keys(RoleGrant.objects.filter(user=user))
        blanked["club.apitoken"] = _keys(ApiToken.objects.filter(user=user))
        theirs = Q(accepted_by=user) | Q(email__iexact=user.email)
        blanked["club.invitation"] = blanked.get("club.invitation", set()) | _keys(
            Invitation.objects.filter(theirs)
        )
    return blanked, named


def actions_of_person(person: Person) -> list[int]:
    """Return the entries of the account's actions; must be called before the account is closed."""
    if person.user_id is None:
        return []
    return list(AuditEntry.objects.filter(user=person.user_id).values_list("pk", flat=True))


def count_entries(person: Person) -> int:
    """Count the entries about a person or by them."""
    blanked, named = targets_of_person(person)
    keys = set(actions_of_person(person))
    for targets in (blanked, named):
        for rows in _entries_about(targets):
            keys |= set(rows.values_list("pk", flat=True))
    return len(keys)


def redact_audit_log(*, erasure: Erasure, blanked: Targets, named: Targets, acts: Iterable[int]) -> int:
    """Remove the name from every entry that is known to contain it; return the number changed."""
    lost: set[int] = set()
    for rows in _entries_about(blanked):
        lost |= set(_each(rows, lambda entry: _without_facts(entry, erasure)))
    numbered = _entries_with_id(erasure.person.pk)
    for at in range(0, len(numbered), NUMBERS_AT_ONCE):
        rows = AuditEntry.objects.filter(pk__in=numbered[at : at + NUMBERS_AT_ONCE])
        lost |= set(_each(rows, lambda entry: _without_facts(entry, erasure)))
    for rows in _entries_about(named):
        lost |= set(_each(rows, lambda entry: _without_name(entry, erasure)))
    keys = list(acts)
    for at in range(0, len(keys), NUMBERS_AT_ONCE):
        rows = AuditEntry.objects.filter(pk__in=keys[at : at + NUMBERS_AT_ONCE])
        lost |= set(_each(rows, lambda _entry: {"actor": erasure.neutral, "address": ""}))
    return len(lost)


def _each(rows: Any, replacements: Any) -> Iterator[int]:
    for entry in list(rows):
        if audit.redact_entry(entry, replacements(entry)):
            yield entry.pk


def _entries_about(targets: Mapping[str, set[str]]) -> Iterator[Any]:
    for kind, keys in sorted(targets.items()):
        numbers = sorted(keys)
        for at in range(0, len(numbers), NUMBERS_AT_ONCE):
            found = numbers[at : at + NUMBERS_AT_ONCE]
            yield AuditEntry.objects.filter(target_kind=kind, target_id__in=found).order_by("pk")


def _entries_with_id(number: int) -> list[int]:
    """Find entries about deleted rows by the person's id among their facts."""
    rows = AuditEntry.objects.filter(target_kind__in=NUMBERED_KINDS).values_list("pk", "before", "after")
    return [pk for pk, *both in rows.iterator() if any(_names_number(facts, number) for facts in both)]


def _names_number(facts: Any, number: int) -> bool:
    return isinstance(facts, dict) and any(facts.get(name) == number for name in NUMBERED)


def _without_facts(entry: AuditEntry, erasure: Erasure) -> dict[str, Any]:
    """Blank an entry about the person: only the action, time and actor remain."""
    replacements: dict[str, Any] = {part: None for part in audit_seals.parts_of(entry) if "." in part}
    return replacements | {
        "target": erasure.neutral,
        "reason": "",
        "actor": erasure.without(entry.actor_label),
    }


def _without_name(entry: AuditEntry, erasure: Erasure) -> dict[str, Any]:
    """Replace the name in an entry about something the person took part in, and keep its facts."""
    is_theirs = (
        entry.target_kind == "tournaments.entry" and erasure.without(entry.target_label) != entry.target_label
    )
    replacements = {part: erasure.without(value) for part, value in audit_seals.parts_of(entry).items()}
    if is_theirs:
        replacements |= {part: None for part in replacements if part.partition(".")[2] in PRIVATE}
    return replacements


def _keys(rows: Any) -> set[str]:
    return {str(key) for key in rows.values_list("pk", flat=True)}
