"""Undo handlers of equipment."""

from typing import Any

from django.utils.dateparse import parse_date

from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.equipment.errors import (
    BackAlready,
    EquipmentWasLent,
    FewerThanLent,
    NotBack,
    NotSoMany,
    SerialTaken,
    UnknownLoan,
)
from club.equipment.services.equipment import (
    add_equipment,
    change_equipment,
    equipment_facts,
    remove_equipment,
)
from club.equipment.services.equipment_imports import IMPORTED, take_equipment_list_back
from club.equipment.services.equipment_loans import remove_loan, reopen_loan, take_equipment_back
from club.models import AuditEntry, EquipmentItem, EquipmentLoan

has_no_way_back("club.equipment_loan.reminded", because="reminder_is_out")
has_no_way_back("club.equipment_loan.removed", because="loan_can_be_written_anew")
has_no_way_back("club.equipment.import_undone", because="list_can_be_brought_anew")
undoes(IMPORTED)(take_equipment_list_back)


@undoes("club.equipment.added")
def take_equipment_out(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding an item: remove it if it was not lent since."""
    row = _as_told(entry)
    try:
        remove_equipment(item_id=row.pk, actor=actor)
    except EquipmentWasLent:
        raise CannotUndo(why="equipment_was_lent") from None


@undoes("club.equipment.changed")
def change_equipment_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of an item."""
    row = _as_told(entry)
    try:
        change_equipment(item_id=row.pk, actor=actor, **_fields(entry.before or {}))
    except SerialTaken:
        raise CannotUndo(why="serial_is_taken") from None
    except FewerThanLent:
        raise CannotUndo(why="equipment_is_out") from None


@undoes("club.equipment.removed")
def put_equipment_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing an item."""
    if entry.organisation_id is None:
        raise CannotUndo(why="equipment_is_gone")
    try:
        add_equipment(organisation_id=entry.organisation_id, actor=actor, **_fields(entry.before or {}))
    except SerialTaken:
        raise CannotUndo(why="serial_is_taken") from None


@undoes("club.equipment_loan.begun")
def unlend(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a loan: remove it if current."""
    try:
        remove_loan(loan_id=int(entry.target_id), actor=actor)
    except UnknownLoan:
        raise CannotUndo(why="loan_is_gone") from None
    except BackAlready:
        raise CannotUndo(why="loan_moved_on") from None


@undoes("club.equipment_loan.ended")
def lend_on(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a return: reopen the loan."""
    told = (entry.before or {})["item_condition"]
    try:
        reopen_loan(loan_id=int(entry.target_id), item_condition=told, actor=actor)
    except UnknownLoan:
        raise CannotUndo(why="loan_is_gone") from None
    except NotBack:
        raise CannotUndo(why="loan_moved_on") from None
    except NotSoMany:
        raise CannotUndo(why="equipment_is_out") from None


@undoes("club.equipment_loan.reopened")
def end_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo reopening a loan: end it again."""
    row = EquipmentLoan.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="loan_is_gone")
    try:
        take_equipment_back(loan_id=row.pk, condition=(entry.before or {})["condition"], actor=actor)
    except BackAlready:
        raise CannotUndo(why="loan_moved_on") from None


def _as_told(entry: AuditEntry) -> EquipmentItem:
    row = EquipmentItem.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="equipment_is_gone")
    if {**equipment_facts(row), "bought_on": None} != {**(entry.after or {}), "bought_on": None}:
        raise CannotUndo(why="equipment_changed_since")
    return row


def _fields(told: dict[str, Any]) -> dict[str, Any]:
    """Convert audit facts of an item to arguments of its service."""
    fields = dict(told)
    day = fields.pop("bought_on")
    return fields | {"kind": fields.pop("equipment_kind"), "bought_on": parse_date(day) if day else None}
