"""Members brought in from a list that was looked at: one entry of the trail, and one way back."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from club import audit
from club.access import Scope, insist
from club.actor import Actor
from club.capabilities import Capability
from club.errors import CannotUndo
from club.member_errors import ListChangedMeanwhile, NothingToBringIn
from club.member_lists import MemberLine
from club.models import (
    RUNNING,
    AuditEntry,
    Contact,
    ContactKind,
    Membership,
    MembershipChange,
    Organisation,
    Person,
)
from club.selectors.member_differences import (
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

IMPORTED = "club.members.imported"
AS_NEW = "new"


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
    """Add who is new, fill in what was empty of who is known, if all still is as it was looked at.

    `choices` says of a line that may be somebody known who it is: a number, or `new`; nothing leaves it
    out. What a list tells otherwise than the club is left alone. How many persons are new, how many joined.
    """
    insist(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    club = Organisation.objects.select_for_update().get(pk=organisation_id)
    found = member_differences(organisation_id=organisation_id, lines=lines, defaults=defaults)
    if digest_of(found) != digest:
        raise ListChangedMeanwhile
    kept = _Kept(club, actor)
    for one in found:
        kept.take(one, choices.get(one.line.number, ""))
    if not (kept.persons or kept.memberships or kept.filled or kept.contacts):
        raise NothingToBringIn
    audit.record(IMPORTED, club, actor=actor, organisation_id=club.pk, after=kept.facts())
    return len(kept.persons), len(kept.memberships)


class _Kept:
    """What one import writes, by number."""

    def __init__(self, club: Organisation, actor: Actor) -> None:
        self.club, self.actor = club, actor
        self.persons: list[int] = []
        self.memberships: list[int] = []
        self.contacts: list[int] = []
        self.filled: dict[int, list[str]] = {}

    def take(self, one: Difference, choice: str) -> None:
        """Write one line."""
        if one.state == FAULTY or (one.state == NEAR and not choice):
            return
        if one.state == NEW or (one.state == NEAR and choice == AS_NEW):
            self._add(one)
            return
        person = one.person if one.state == KNOWN else self._chosen(one, choice)
        if person is not None:
            self._fill(person, one)

    def facts(self) -> dict[str, Any]:
        """What the trail tells, and what the way back needs."""
        return {
            "new_persons": len(self.persons),
            "joined": len(self.memberships),
            "persons": self.persons,
            "memberships": self.memberships,
            "contacts": self.contacts,
            "filled": {str(number): names for number, names in self.filled.items()},
        }

    @staticmethod
    def _chosen(one: Difference, choice: str) -> Person | None:
        return next((person for person in one.near if str(person.pk) == choice), None)

    def _add(self, one: Difference) -> None:
        line = one.line
        person = Person(
            organisation=self.club,
            name=line.name,
            sort_name=line.sort_name,
            email=line.email,
            born_on=line.born_on,
        )
        person.save()
        self.persons.append(person.pk)
        self._call(person, line.phone)
        self._join(person, one)

    def _fill(self, person: Person, one: Difference) -> None:
        row = Person.objects.select_for_update().get(pk=person.pk)
        fills, _differs = fits(row, one.line)
        for name in fills:
            setattr(row, name, getattr(one.line, name))
        if fills:
            row.save(update_fields=list(fills))
            self.filled[row.pk] = list(fills)
        if not row.contacts.filter(kind=ContactKind.PHONE).exists():
            self._call(row, one.line.phone)
        running = Membership.objects.filter(person=row, organisation=self.club, state__in=RUNNING)
        if not running.exists():
            self._join(row, one)

    def _call(self, person: Person, phone: str) -> None:
        if phone:
            row = Contact.objects.create(
                person=person, kind=ContactKind.PHONE, value=phone, is_preferred=True
            )
            self.contacts.append(row.pk)

    def _join(self, person: Person, one: Difference) -> None:
        assert one.plan is not None  # noqa: S101 - every line that is taken has one
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
        self.memberships.append(row.pk)


@transaction.atomic
def take_import_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove what an import added and empty what it filled in, unless something was done with it since."""
    told = entry.after or {}
    organisation_id = entry.organisation_id
    if organisation_id is None:
        raise CannotUndo(why="club_stays")
    insist(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    club = Organisation.objects.select_for_update().get(pk=organisation_id)
    _insist_untouched(entry, told)
    try:
        with transaction.atomic():
            Membership.objects.filter(pk__in=told["memberships"]).delete()
            Contact.objects.filter(pk__in=told["contacts"]).delete()
            Person.objects.filter(pk__in=told["persons"]).delete()
    except ProtectedError:
        raise CannotUndo(why="import_is_used") from None
    for number, names in told["filled"].items():
        person = Person.objects.select_for_update().filter(pk=number).first()
        if person is not None:
            for name in names:
                setattr(person, name, None if name == "born_on" else "")
            person.save(update_fields=names)
    before = {"new_persons": told["new_persons"], "joined": told["joined"]}
    audit.record("club.members.import_undone", club, actor=actor, organisation_id=club.pk, before=before)


def _insist_untouched(entry: AuditEntry, told: Mapping[str, Any]) -> None:
    persons = [str(number) for number in (*told["persons"], *told["filled"])]
    memberships = [str(number) for number in told["memberships"]]
    later = AuditEntry.objects.filter(pk__gt=entry.pk, chain_id=entry.chain_id)
    touched = {
        (one["target_kind"], one["target_id"])
        for one in later.exclude(action="club.person.looked_at").values("target_kind", "target_id")
    }
    wanted = {("club.person", number) for number in persons} | {
        ("club.membership", number) for number in memberships
    }
    has_account = Person.objects.filter(pk__in=told["persons"], user__isnull=False).exists()
    if touched & wanted or has_account:
        raise CannotUndo(why="import_is_used")
