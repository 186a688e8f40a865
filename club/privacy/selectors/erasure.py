"""What an erasure will do, before it is done: what goes, what stays and why, what must be done first."""

from dataclasses import dataclass

from django.db.models import QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import ErasureRequest, ErasureState, Person
from club.privacy.personal_data_sets import HOLDINGS, Fate, Holding, Words, count_rows


@dataclass(frozen=True, slots=True)
class HeldLine:
    """One kind of thing that is held, and how many there are."""

    holding: Holding
    count: int


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """What goes, what stays, what stands in the way; kinds of which nothing is held are left out."""

    person: Person
    goes: list[HeldLine]
    stays: list[HeldLine]
    blocks: list[Words]


def erasure_preview(*, person: Person) -> ErasurePreview:
    """Everything that is held of a person, by what becomes of it."""
    lines = [HeldLine(one, count_rows(one, person)) for one in HOLDINGS.values()]
    there = [line for line in lines if line.count]
    return ErasurePreview(
        person,
        [line for line in there if line.holding.fate is Fate.GOES],
        [line for line in there if line.holding.fate is not Fate.GOES],
        blocks_of(person),
    )


def blocks_of(person: Person) -> list[Words]:
    """What must be done before the person can be erased."""
    return [text for one in HOLDINGS.values() if one.blocks is not None for text in one.blocks(person)]


def open_request(*, person: Person) -> ErasureRequest | None:
    """The request of a person that waits for an answer."""
    return ErasureRequest.objects.filter(person=person, state=ErasureState.ASKED).first()


def latest_request(*, person: Person) -> ErasureRequest | None:
    """What a person last asked, and what became of it."""
    return ErasureRequest.objects.filter(person=person).order_by("-pk").first()


def requests_waiting(*, actor: Actor) -> QuerySet[ErasureRequest]:
    """The requests that wait for an answer in the clubs whose members the actor keeps."""
    clubs = clubs_where(actor, Capability.KEEP_MEMBERS)
    rows = ErasureRequest.objects.filter(state=ErasureState.ASKED)
    rows = rows if clubs is None else rows.filter(organisation_id__in=clubs)
    return rows.select_related("person", "organisation").order_by("asked_at", "pk")


def erased_names(*, organisation_id: int) -> list[str]:
    """Return the neutral names of a club's erased persons: under each of them any name may have been."""
    erased = Person.objects.filter(organisation_id=organisation_id, erased_at__isnull=False)
    return list(erased.values_list("name", flat=True))
