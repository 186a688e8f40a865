"""Rows created by an accepted request, and their removal."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils import timezone

from club.core.actor import Actor
from club.core.names import family_first, fold_name
from club.members.services.guardians import add_guardian
from club.members.services.households import add_household, settle_person
from club.members.services.memberships import start_membership
from club.members.services.person_details import add_contact, change_details, set_number
from club.members.services.persons import add_person, change_person
from club.models import (
    RUNNING,
    Consent,
    ConsentText,
    Contact,
    ContactKind,
    FederationNumber,
    Guardianship,
    Household,
    HouseholdMember,
    JoinRequest,
    Membership,
    Person,
)

REMOVAL_ORDER: tuple[type[models.Model], ...] = (
    *(Consent, Guardianship, HouseholdMember, Household, FederationNumber, Contact, Membership, Person),
)
"""Order of removal: dependent rows first."""


class JoinedRows:
    """Rows written by an accepted request, by table and id; written through the ordinary services."""

    def __init__(self, row: JoinRequest, actor: Actor) -> None:
        self.row, self.actor = row, actor
        self.made: dict[str, list[int]] = defaultdict(list)
        self.filled: dict[str, list[str]] = {}

    def take(self, known: Person | None) -> Person:
        """Make the person, new or known, a member with all submitted data."""
        row = self.row
        person = self._fill_person(known) if known is not None else self._add_person(row.name, row.email)
        self._set_details(person)
        self._add_contacts(person)
        self._number(person)
        self._join(person)
        if row.guardian_name:
            self._guard(person)
        self._add_consents(person)
        person.refresh_from_db()
        return person

    @staticmethod
    def remove_rows(made: Mapping[str, list[int]], filled: Mapping[str, list[str]]) -> None:
        """Remove the created rows and clear the filled fields."""
        for model in REMOVAL_ORDER:
            numbers = made.get(_label(model), [])
            rows = model._base_manager.filter(pk__in=numbers)  # noqa: SLF001 - any table
            if model is Household:
                rows = rows.filter(members__isnull=True)
            rows.delete()
        for number, names in filled.items():
            person = Person.objects.select_for_update(no_key=True).filter(pk=number).first()
            if person is not None:
                for name in names:
                    setattr(person, name, None if name == "born_on" else "")
                person.save(update_fields=names)

    def _record_row(self, row: models.Model) -> None:
        self.made[_label(type(row))].append(row.pk)

    def _add_person(self, name: str, email: str) -> Person:
        person = add_person(
            organisation_id=self.row.organisation_id,
            name=name,
            email=email,
            language=self.row.language,
            actor=self.actor,
        )
        self._record_row(person)
        return person

    def _fill_person(self, known: Person) -> Person:
        if known.email:
            return known
        self.filled[str(known.pk)] = ["email"]
        return change_person(
            person_id=known.pk,
            name=known.name,
            email=self.row.email,
            language=known.language,
            actor=self.actor,
        )

    def _set_details(self, person: Person) -> None:
        row = self.row
        details = {"born_on": row.born_on, "languages": row.languages}
        names = [name for name, value in details.items() if value and not getattr(person, name)]
        if not names:
            return
        if person.pk not in self.made["club.person"]:
            self.filled.setdefault(str(person.pk), []).extend(names)
        facts: dict[str, Any] = {"sort_name": person.sort_name, "title": person.title}
        facts |= {name: getattr(person, name) or details[name] for name in details}
        change_details(person_id=person.pk, actor=self.actor, **facts)

    def _add_contacts(self, person: Person) -> None:
        existing = {(kind, fold_name(value)) for kind, value in person.contacts.values_list("kind", "value")}
        for kind, value in ((ContactKind.PHONE, self.row.phone), (ContactKind.ADDRESS, self.row.address)):
            if value and (kind, fold_name(value)) not in existing:
                is_first = all(kind != known for known, _value in existing)
                self._record_row(
                    add_contact(
                        person_id=person.pk, kind=kind, value=value, is_preferred=is_first, actor=self.actor
                    )
                )

    def _number(self, person: Person) -> None:
        row = self.row
        if not (row.federation and row.federation_number):
            return
        if not FederationNumber.objects.filter(person=person, body=row.federation).exists():
            set_number(
                person_id=person.pk, body=row.federation, number=row.federation_number, actor=self.actor
            )
            self._record_row(FederationNumber.objects.get(person=person, body=row.federation))

    def _join(self, person: Person) -> None:
        running = Membership.objects.filter(
            person=person, organisation_id=self.row.organisation_id, state__in=RUNNING
        )
        if running.exists():
            return
        self._record_row(
            start_membership(
                person_id=person.pk,
                plan_id=self.row.plan_id,
                starts_on=timezone.localdate(),
                actor=self.actor,
            )
        )

    def _guard(self, ward: Person) -> None:
        """Add the guardian, known by name and address or new, and the shared household."""
        row = self.row
        guardian = self._guardian(ward)
        if not Guardianship.objects.filter(ward=ward, guardian=guardian).exists():
            self._record_row(add_guardian(ward_id=ward.pk, guardian_id=guardian.pk, actor=self.actor))
        if HouseholdMember.objects.filter(person=ward).exists():
            return
        place = HouseholdMember.objects.filter(person=guardian).first()
        if place is not None:
            self._settle(ward, place.household_id)
            return
        family = family_first(guardian.name).partition(",")[0]
        home = add_household(organisation_id=row.organisation_id, name=family, actor=self.actor)
        self._record_row(home)
        self._settle(guardian, home.pk)
        self._settle(ward, home.pk)

    def _settle(self, person: Person, household_id: int) -> None:
        settle_person(person_id=person.pk, household_id=household_id, actor=self.actor)
        self._record_row(HouseholdMember.objects.get(person=person))

    def _guardian(self, ward: Person) -> Person:
        row = self.row
        name = fold_name(row.guardian_name)
        email = row.guardian_email or row.email
        there = Person.objects.filter(organisation_id=row.organisation_id).exclude(pk=ward.pk)
        of_the_ward = there.filter(wards__ward=ward).order_by("pk")
        same = [one for one in of_the_ward if fold_name(one.name) == name]
        same = same or [
            one for one in there.filter(email=email).order_by("pk") if fold_name(one.name) == name
        ]
        return same[0] if same else self._add_person(row.guardian_name, email)

    def _add_consents(self, person: Person) -> None:
        """Record the consents to the exact texts shown, given by the person who signed."""
        given_by = self.row.guardian_signature or self.row.name
        texts = ConsentText.objects.filter(organisation_id=self.row.organisation_id, pk__in=self.row.agreed)
        for text in texts.order_by("pk"):
            if not Consent.objects.filter(person=person, text=text, withdrawn_at__isnull=True).exists():
                self._record_row(
                    Consent.objects.create(
                        person=person, text=text, given_by=given_by, given_at=self.row.created_at
                    )
                )


def _label(model: type[models.Model]) -> str:
    return model._meta.label_lower  # noqa: SLF001 - Django's documented interface
