"""Import of a reviewed member list: one audit entry, undone as a whole."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from club.audit import log as audit
from club.audit.undo_handlers import require_unchanged
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo
from club.lists.errors import ListChangedMeanwhile, NothingToBringIn
from club.members.member_lists import MemberLine
from club.members.selectors.member_differences import (
    FACTS,
    FAULTY,
    KNOWN,
    NEAR,
    NEW,
    Defaults,
    Difference,
    digest_of,
    fits,
    member_differences,
)
from club.members.services.person_details import require_free_number
from club.models import (
    RUNNING,
    AuditEntry,
    Contact,
    ContactKind,
    FederationNumber,
    Household,
    HouseholdMember,
    Membership,
    MembershipChange,
    Organisation,
    Person,
)
from club.organisations.services.organisations import lock_club

IMPORTED = "club.members.imported"
AS_NEW, LEFT_OUT = "new", "out"
ROWS = ("persons", "memberships", "contacts", "households", "places", "numbers")
"""Rows of an import that its audit entry lists, by the names of their facts."""


@transaction.atomic
def import_members(
    *,
    organisation_id: int,
    lines: Sequence[MemberLine],
    defaults: Defaults,
    choices: Mapping[int, str],
    digest: str,
    actor: Actor,
) -> tuple[int, int]:
    """Add new persons and fill empty fields of known ones, if nothing changed since the review.

    `choices` resolves a line that may be a known person: an id or `new`; without it the line is left out.
    `out` leaves out a line that would be new. Conflicting fields are not changed. Returns the numbers of new
    persons and of new members.
    """
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    club = lock_club(organisation_id)
    found = member_differences(organisation_id=organisation_id, lines=lines, defaults=defaults)
    if digest_of(found) != digest:
        raise ListChangedMeanwhile
    imported = _ImportedRows(club, actor)
    for one in found:
        imported.take(one, choices.get(one.line.number, ""))
    if not imported.is_something():
        raise NothingToBringIn
    audit.record(IMPORTED, club, actor=actor, organisation_id=club.pk, after=imported.facts())
    return len(imported.ids["persons"]), len(imported.ids["memberships"])


class _ImportedRows:
    """Ids of the rows written by an import."""

    def __init__(self, club: Organisation, actor: Actor) -> None:
        self.club, self.actor = club, actor
        self.ids: dict[str, list[int]] = {name: [] for name in ROWS}
        self.filled: dict[int, list[str]] = {}

    def take(self, one: Difference, choice: str) -> None:
        """Import one line."""
        if one.state == FAULTY or (one.state == NEAR and not choice) or choice == LEFT_OUT:
            return
        if one.state == NEW or (one.state == NEAR and choice == AS_NEW):
            self._add(one)
            return
        person = one.person if one.state == KNOWN else self._chosen_person(one, choice)
        if person is not None:
            self._fill(person, one)

    def is_something(self) -> bool:
        """True if a row was written."""
        return bool(self.filled) or any(self.ids.values())

    def facts(self) -> dict[str, Any]:
        """Audit facts, with the data needed for undo."""
        return {
            "new_persons": len(self.ids["persons"]),
            "joined": len(self.ids["memberships"]),
            **self.ids,
            "filled": {str(number): names for number, names in self.filled.items()},
        }

    @staticmethod
    def _chosen_person(one: Difference, choice: str) -> Person | None:
        return next((person for person in one.near if str(person.pk) == choice), None)

    def _add(self, one: Difference) -> None:
        line = one.line
        person = Person(
            organisation=self.club,
            name=line.name,
            sort_name=line.sort_name,
            **{name: getattr(line, name) for name in FACTS},
        )
        person.save()
        self.ids["persons"].append(person.pk)
        self._add_contacts(person, line)
        self._settle(person, line.household)
        self._number(person, line)
        self._join(person, one)

    def _fill(self, person: Person, one: Difference) -> None:
        row = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        fills, _differs = fits(row, one.line)
        for name in fills:
            setattr(row, name, getattr(one.line, name))
        if fills:
            row.save(update_fields=list(fills))
            self.filled[row.pk] = list(fills)
        self._add_contacts(row, one.line)
        self._settle(row, one.line.household)
        self._number(row, one.line)
        running = Membership.objects.filter(person=row, organisation=self.club, state__in=RUNNING)
        if not running.exists():
            self._join(row, one)

    def _add_contacts(self, person: Person, line: MemberLine) -> None:
        """Add the phone number and the address if the person has none."""
        for kind, value in ((ContactKind.PHONE, line.phone), (ContactKind.ADDRESS, line.address)):
            if value and not person.contacts.filter(kind=kind).exists():
                row = Contact.objects.create(person=person, kind=kind, value=value, is_preferred=True)
                self.ids["contacts"].append(row.pk)

    def _settle(self, person: Person, name: str) -> None:
        """Set the household by name, created if missing; a person in a household remains there."""
        if not name or HouseholdMember.objects.filter(person=person).exists():
            return
        home = Household.objects.filter(organisation=self.club, name__iexact=name).order_by("pk").first()
        if home is None:
            home = Household.objects.create(organisation=self.club, name=name)
            self.ids["households"].append(home.pk)
        self.ids["places"].append(HouseholdMember.objects.create(household=home, person=person).pk)

    def _number(self, person: Person, line: MemberLine) -> None:
        """Add the numbers of federations that have none for the person."""
        known = set(person.federation_numbers.values_list("body", flat=True))
        for body, number in line.numbers:
            if body not in known:
                require_free_number(person, body, number)
                row = FederationNumber.objects.create(person=person, body=body, number=number)
                self.ids["numbers"].append(row.pk)

    def _join(self, person: Person, one: Difference) -> None:
        if one.plan is None:
            return  # this kind in the list is no membership
        assert one.starts_on is not None  # noqa: S101 - the same
        row = Membership.objects.create(
            person=person, organisation=self.club, plan=one.plan, starts_on=one.starts_on
        )
        MembershipChange.objects.create(
            membership=row,
            state=row.state,
            plan_name=one.plan.name,
            on=one.starts_on,
            made_by=self.actor.label[:200],
        )
        self.ids["memberships"].append(row.pk)


@transaction.atomic
def undo_import_members(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo an import: remove its rows and clear the filled fields, unless they were used since."""
    logged = entry.after or {}
    organisation_id = entry.organisation_id
    if organisation_id is None:
        raise CannotUndo(why="is_gone")
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    club = lock_club(organisation_id)
    persons = {int(number) for number in (*logged["persons"], *logged["filled"])}
    made = {"club.person": persons, "club.membership": logged["memberships"]}
    require_unchanged(entry, made, persons=logged["persons"], why="import_is_used")
    try:
        with transaction.atomic():
            Membership.objects.filter(pk__in=logged["memberships"]).delete()
            Contact.objects.filter(pk__in=logged["contacts"]).delete()
            FederationNumber.objects.filter(pk__in=logged.get("numbers", [])).delete()
            HouseholdMember.objects.filter(pk__in=logged.get("places", [])).delete()
            Household.objects.filter(pk__in=logged.get("households", []), members__isnull=True).delete()
            Person.objects.filter(pk__in=logged["persons"]).delete()
    except ProtectedError:
        raise CannotUndo(why="import_is_used") from None
    for number, names in logged["filled"].items():
        person = Person.objects.select_for_update(no_key=True).filter(pk=number).first()
        if person is not None:
            for name in names:
                setattr(person, name, None if name == "born_on" else "")
            person.save(update_fields=names)
    before = {"new_persons": logged["new_persons"], "joined": logged["joined"]}
    audit.record("club.members.import_undone", club, actor=actor, organisation_id=club.pk, before=before)
