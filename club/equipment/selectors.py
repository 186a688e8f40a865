"""Equipment queries: items, borrowers, overdue loans, and the comparison with an uploaded list."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from club.core.names import fold_name
from club.equipment.equipment_lists import EquipmentLine
from club.models import EquipmentItem, EquipmentLoan, Membership, MembershipState, Person
from club.money.amounts import plain_amount


@dataclass(frozen=True, slots=True)
class EquipmentFilters:
    """Filters of the equipment list."""

    words: str = ""
    kind: str = ""
    state: str = ""
    """"", out, overdue, broken, gone."""


def equipment_of(
    *, organisation_id: int, filters: EquipmentFilters | None = None, today: date | None = None
) -> QuerySet[EquipmentItem]:
    """List the items of a club in order, each with its current loans as `open_loans`."""
    asked, today = filters or EquipmentFilters(), today or timezone.localdate()
    rows = EquipmentItem.objects.filter(organisation_id=organisation_id)
    rows = rows.filter(is_gone=asked.state == "gone")
    for word in asked.words.replace("\0", " ").split():
        rows = rows.filter(Q(name__icontains=word) | Q(serial__icontains=word) | Q(place__icontains=word))
    if asked.kind:
        rows = rows.filter(kind=asked.kind)
    if asked.state == "out":
        rows = rows.filter(lent__gt=0)
    elif asked.state == "overdue":
        late = EquipmentLoan.objects.filter(back_on__isnull=True, due_on__lt=today)
        rows = rows.filter(lent__gt=0, pk__in=late.values("item"))
    elif asked.state == "broken":
        rows = rows.exclude(condition__in=["good", "worn"])
    out = EquipmentLoan.objects.filter(back_on__isnull=True).select_related("person").order_by("out_on", "pk")
    return rows.prefetch_related(Prefetch("loans", queryset=out, to_attr="open_loans")).order_by(
        "kind", "name", "serial", "pk"
    )


def loans_of(*, item_id: int) -> QuerySet[EquipmentLoan]:
    """List the loans of an item, current ones first."""
    rows = EquipmentLoan.objects.filter(item_id=item_id).select_related("person", "item")
    return rows.order_by(F("back_on").desc(nulls_first=True), "-out_on", "-pk")


def overdue_loans(*, today: date, organisation_id: int | None = None) -> QuerySet[EquipmentLoan]:
    """List overdue loans, the longest overdue first."""
    rows = EquipmentLoan.objects.filter(back_on__isnull=True, due_on__lt=today)
    if organisation_id is not None:
        rows = rows.filter(item__organisation_id=organisation_id)
    return rows.select_related("person", "item").order_by("due_on", "pk")


def persons_who_borrow(*, organisation_id: int, words: str = "") -> QuerySet[Person]:
    """List possible borrowers of a club: persons it manages, and members managed by another club."""
    joined = Membership.objects.filter(person=OuterRef("pk"), organisation_id=organisation_id).exclude(
        state=MembershipState.ENDED
    )
    rows = Person.objects.filter(Q(organisation_id=organisation_id) | Exists(joined), erased_at=None)
    for word in fold_name(words.replace("\0", " ")).split():
        rows = rows.filter(search_key__contains=word)
    return rows.order_by("search_key", "pk")


COLUMNS = (
    *("kind", "name", "serial", "count", "lent", "place", "bought_on", "price", "currency", "condition"),
    "is_gone",
)
"""Columns of an equipment file; an imported list is read by the same columns."""


def equipment_lines(*, organisation_id: int) -> list[dict[str, Any]]:
    """Items of a club as the lines of a file."""
    rows = EquipmentItem.objects.filter(organisation_id=organisation_id).values(*COLUMNS)
    return [
        {name: "" if value is None else value for name, value in row.items()}
        | ({"price": plain_amount(row["price"], row["currency"])} if row["price"] is not None else {})
        for row in rows
    ]


FAULTY, NEW, KNOWN = "faulty", "new", "known"


@dataclass(frozen=True, slots=True)
class EquipmentDifference:
    """A line and its status: new, already known (then skipped), or invalid."""

    line: EquipmentLine
    state: str


def equipment_differences(
    *, organisation_id: int, lines: Sequence[EquipmentLine]
) -> list[EquipmentDifference]:
    """Compare each line with the items: by serial number within its kind, else by kind, name and place."""
    rows = EquipmentItem.objects.filter(organisation_id=organisation_id)
    told = rows.values_list("kind", "serial", "name", "place")
    known = {_key(kind, serial, name, place) for kind, serial, name, place in told}
    seen: set[tuple[str, ...]] = set()
    found = []
    for line in lines:
        key = _key(line.kind, line.serial, line.name, line.place)
        if not line.fault and line.serial and key in seen:
            line = replace(line, fault="twice", told=line.serial)  # noqa: PLW2901 - the same line, with its fault
        state = FAULTY if line.fault else KNOWN if key in known else NEW
        seen.add(key)
        found.append(EquipmentDifference(line, state))
    return found


def digest_of_equipment(found: Sequence[EquipmentDifference]) -> str:
    """Fingerprint of the comparison, to detect a change of the club or the list since it was shown."""
    serialized = json.dumps([asdict(one) for one in found], cls=DjangoJSONEncoder)
    return hashlib.sha256(serialized.encode()).hexdigest()[:32]


def _key(kind: str, serial: str, name: str, place: str) -> tuple[str, ...]:
    return (kind, serial) if serial else (kind, "", fold_name(name), fold_name(place))
