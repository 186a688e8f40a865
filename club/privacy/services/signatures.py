"""Signatures of a guardian for their wards: retained without the name of an erased guardian."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from club.models import Consent, Guardianship, JoinRequest, Person
from club.privacy.personal_data_sets import Erasure, Row, addresses_of, names_of

SIGNED = ("guardian_name", "guardian_signature")


def signatures_of(person: Person) -> Iterable[Row]:
    """Return the consents and requests to join that a person signed for others."""
    names = names_of(person)
    consents: list[Any] = list(_consents(person, names).values("person__name", "given_at", "given_by"))
    requests = _requests(person, names, addresses_of(person))
    queries = (
        {"name": one.name, "guardian_name": one.guardian_name, "created_at": one.created_at}
        for one in requests
    )
    return [*consents, *queries]


def redact_signatures(erasure: Erasure) -> None:
    """Replace the guardian's name by the neutral name."""
    _consents(erasure.person, erasure.names).update(given_by=erasure.neutral)
    for row in _requests(erasure.person, erasure.names, erasure.addresses):
        signed = {name: erasure.neutral for name in SIGNED if getattr(row, name)}
        email = "" if row.email.casefold() in erasure.addresses else row.email
        JoinRequest.objects.filter(pk=row.pk).update(**signed, guardian_email="", email=email)


def _wards(person: Person) -> QuerySet[Guardianship]:
    return Guardianship.objects.filter(guardian=person).order_by()


def _consents(person: Person, names: Iterable[str]) -> QuerySet[Consent]:
    rows = Consent.objects.filter(person__in=_wards(person).values("ward")).exclude(person=person)
    known = {name.casefold() for name in names}
    numbers = [one.pk for one in rows if " ".join(one.given_by.split()).casefold() in known]
    return Consent.objects.filter(pk__in=numbers).order_by("pk")


def _requests(person: Person, names: Iterable[str], addresses: Iterable[str]) -> list[JoinRequest]:
    """Return requests for children with the person as guardian: of a ward, or by name and address."""
    theirs = Q(person__in=_wards(person).values("ward")) | Q(guardian_email__in=list(addresses))
    theirs |= Q(email__in=list(addresses))
    rows = JoinRequest.objects.filter(theirs, organisation=person.organisation_id).exclude(guardian_name="")
    known = {name.casefold() for name in names}
    signed = ({row.guardian_name.casefold(), row.guardian_signature.casefold()} for row in rows)
    return [row for row, columns_signed in zip(rows, signed, strict=True) if columns_signed & known]
