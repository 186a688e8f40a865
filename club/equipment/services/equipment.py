"""Services for equipment: add, change, dispose of, remove if never lent."""

from datetime import date
from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.name_normalization import clean_line
from club.equipment.errors import (
    EquipmentWasLent,
    FewerThanLent,
    NoEquipmentName,
    SerialIsOfOne,
    SerialTaken,
    UnknownEquipment,
)
from club.models import EquipmentCondition, EquipmentItem, EquipmentKind, Organisation

FIELDS = (
    "kind",
    "name",
    "serial",
    "count",
    "place",
    "bought_on",
    "price",
    "currency",
    "condition",
    "is_gone",
)


@transaction.atomic
def add_equipment(  # noqa: PLR0913 - the fields of one form
    *,
    organisation_id: int,
    kind: str,
    name: str,
    actor: Actor,
    serial: str = "",
    count: int = 1,
    place: str = "",
    bought_on: date | None = None,
    price: int | None = None,
    currency: str = "",
    condition: str = EquipmentCondition.GOOD,
    is_gone: bool = False,
) -> EquipmentItem:
    """Add an item."""
    require_permission(actor, Capability.KEEP_EQUIPMENT, Scope(organisation_id))
    Organisation.objects.select_for_update(of=("self",), no_key=True).get(pk=organisation_id)
    row = EquipmentItem(
        organisation_id=organisation_id,
        kind=EquipmentKind(kind),
        name=clean_line(name, 120),
        serial=clean_line(serial, 60),
        count=count,
        place=clean_line(place, 120),
        bought_on=bought_on,
        price=price,
        currency=currency if price is not None else "",
        condition=EquipmentCondition(condition),
        is_gone=is_gone,
    )
    _validate_item(row)
    row.save()
    audit.record("club.equipment.added", row, actor=actor, after=equipment_facts(row))
    return row


@transaction.atomic
def change_equipment(*, item_id: int, actor: Actor, reason: str = "", **fields: Any) -> EquipmentItem:
    """Change an item; fields not given are unchanged."""
    row = locked_equipment(item_id, actor)
    before = equipment_facts(row)
    for name, value in fields.items():
        if name not in FIELDS:
            raise TypeError(name)
        setattr(row, name, clean_line(value, 120) if isinstance(value, str) else value)
    row.currency = row.currency if row.price is not None else ""
    if equipment_facts(row) == before:
        return row
    _validate_item(row)
    row.save()
    audit.record(
        "club.equipment.changed", row, actor=actor, before=before, after=equipment_facts(row), reason=reason
    )
    return row


@transaction.atomic
def remove_equipment(*, item_id: int, actor: Actor, reason: str = "") -> None:
    """Remove an item entered by mistake, unless it has loans."""
    row = locked_equipment(item_id, actor)
    if row.loans.exists():
        raise EquipmentWasLent(name=str(row))
    before = equipment_facts(row)
    audit.delete_row(row)
    audit.record("club.equipment.removed", row, actor=actor, before=before, reason=reason)


def locked_equipment(item_id: int, actor: Actor) -> EquipmentItem:
    """Return an item of the actor's club, locked for update."""
    row = EquipmentItem.objects.select_for_update(of=("self",), no_key=True).filter(pk=item_id).first()
    if row is None:
        raise UnknownEquipment
    require_permission(actor, Capability.KEEP_EQUIPMENT, Scope(row.organisation_id))
    return row


def equipment_facts(row: EquipmentItem) -> dict[str, Any]:
    """Audit facts of an item."""
    return {
        "equipment_kind": str(row.kind),
        "name": row.name,
        "serial": row.serial,
        "count": row.count,
        "place": row.place,
        "bought_on": row.bought_on,
        "price": row.price,
        "currency": row.currency,
        "condition": str(row.condition),
        "is_gone": row.is_gone,
    }


def _validate_item(row: EquipmentItem) -> None:
    if not row.name:
        raise NoEquipmentName
    if row.serial and row.count != 1:
        raise SerialIsOfOne
    if row.count < max(row.lent, 1) or (row.is_gone and row.lent):
        raise FewerThanLent(name=str(row), lent=row.lent)
    alike = EquipmentItem.objects.filter(
        organisation_id=row.organisation_id, kind=row.kind, serial=row.serial
    ).exclude(pk=row.pk)
    if row.serial and alike.exists():
        raise SerialTaken(serial=row.serial)
