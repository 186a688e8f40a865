"""Preview of an erasure: deleted data, retained data with reasons, and blockers."""

from dataclasses import dataclass

from django.db.models import QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import ErasureRequest, ErasureState, Person
from club.privacy.personal_data_sets import DATA_SETS, OnErasure, PersonalDataSet, Words, count_rows


@dataclass(frozen=True, slots=True)
class DataSetLine:
    """A kind of data, and its number of rows."""

    data_set: PersonalDataSet
    count: int


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """Deleted data, retained data and blockers; kinds without rows are left out."""

    person: Person
    goes: list[DataSetLine]
    stays: list[DataSetLine]
    blocks: list[Words]


def erasure_preview(*, person: Person) -> ErasurePreview:
    """Count all data of a person by its treatment, and list the blockers."""
    lines = [DataSetLine(one, count_rows(one, person)) for one in DATA_SETS.values()]
    there = [line for line in lines if line.count]
    return ErasurePreview(
        person,
        [line for line in there if line.data_set.fate is OnErasure.DELETE],
        [line for line in there if line.data_set.fate is not OnErasure.DELETE],
        blocks_of(person),
    )


def blocks_of(person: Person) -> list[Words]:
    """Return the blockers of an erasure."""
    return [text for one in DATA_SETS.values() if one.blocks is not None for text in one.blocks(person)]


def open_request(*, person: Person) -> ErasureRequest | None:
    """Return the waiting request of a person."""
    return ErasureRequest.objects.filter(person=person, state=ErasureState.ASKED).first()


def latest_request(*, person: Person) -> ErasureRequest | None:
    """Return the latest request of a person, with its answer."""
    return ErasureRequest.objects.filter(person=person).order_by("-pk").first()


def pending_requests(*, actor: Actor) -> QuerySet[ErasureRequest]:
    """List the waiting requests in the clubs whose members the actor manages."""
    clubs = clubs_where(actor, Capability.KEEP_MEMBERS)
    rows = ErasureRequest.objects.filter(state=ErasureState.ASKED)
    rows = rows if clubs is None else rows.filter(organisation_id__in=clubs)
    return rows.select_related("person", "organisation").order_by("asked_at", "pk")


def erased_names(*, organisation_id: int) -> list[str]:
    """Return the neutral names of a club's erased persons: each may replace any name."""
    erased = Person.objects.filter(organisation_id=organisation_id, erased_at__isnull=False)
    return list(erased.values_list("name", flat=True))
