"""Undo handlers of equipment."""

from typing import Any

from django.utils.dateparse import parse_date

from club.audit.undo_handlers import not_undoable, undo_handler
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
from club.equipment.services.equipment_imports import IMPORTED, undo_import_equipment
from club.equipment.services.equipment_loans import remove_loan, reopen_loan, return_equipment
from club.models import AuditEntry, EquipmentItem, EquipmentLoan

not_undoable("club.equipment_loan.reminded", reason_code="reminder_is_out")
not_undoable("club.equipment_loan.removed", reason_code="loan_can_be_written_anew")
not_undoable("club.equipment.import_undone", reason_code="list_can_be_brought_anew")
undo_handler(IMPORTED)(undo_import_equipment)


@undo_handler("club.equipment.added")
def undo_add_equipment(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding an item: remove it if it was not lent since."""
    row = _unchanged_item(entry)
    try:
        remove_equipment(item_id=row.pk, actor=actor)
    except EquipmentWasLent:
        raise CannotUndo(why="equipment_was_lent") from None


@undo_handler("club.equipment.changed")
def undo_change_equipment(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of an item."""
    row = _unchanged_item(entry)
    try:
        change_equipment(item_id=row.pk, actor=actor, **_fields(entry.before or {}))
    except SerialTaken:
        raise CannotUndo(why="serial_is_taken") from None
    except FewerThanLent:
        raise CannotUndo(why="equipment_is_out") from None


@undo_handler("club.equipment.removed")
def undo_remove_equipment(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing an item."""
    if entry.organisation_id is None:
        raise CannotUndo(why="equipment_is_gone")
    try:
        add_equipment(organisation_id=entry.organisation_id, actor=actor, **_fields(entry.before or {}))
    except SerialTaken:
        raise CannotUndo(why="serial_is_taken") from None


@undo_handler("club.equipment_loan.begun")
def undo_lend(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a loan: remove it if current."""
    try:
        remove_loan(loan_id=int(entry.target_id), actor=actor)
    except UnknownLoan:
        raise CannotUndo(why="loan_is_gone") from None
    except BackAlready:
        raise CannotUndo(why="loan_moved_on") from None


@undo_handler("club.equipment_loan.ended")
def undo_return(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a return: reopen the loan."""
    logged = (entry.before or {})["item_condition"]
    try:
        reopen_loan(loan_id=int(entry.target_id), item_condition=logged, actor=actor)
    except UnknownLoan:
        raise CannotUndo(why="loan_is_gone") from None
    except NotBack:
        raise CannotUndo(why="loan_moved_on") from None
    except NotSoMany:
        raise CannotUndo(why="equipment_is_out") from None


@undo_handler("club.equipment_loan.reopened")
def undo_reopen_loan(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo reopening a loan: end it again."""
    row = EquipmentLoan.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="loan_is_gone")
    try:
        return_equipment(loan_id=row.pk, condition=(entry.before or {})["condition"], actor=actor)
    except BackAlready:
        raise CannotUndo(why="loan_moved_on") from None


def _unchanged_item(entry: AuditEntry) -> EquipmentItem:
    row = EquipmentItem.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="equipment_is_gone")
    if {**equipment_facts(row), "bought_on": None} != {**(entry.after or {}), "bought_on": None}:
        raise CannotUndo(why="equipment_changed_since")
    return row


def _fields(logged: dict[str, Any]) -> dict[str, Any]:
    """Convert audit facts of an item to arguments of its service."""
    fields = dict(logged)
    day = fields.pop("bought_on")
    return fields | {"kind": fields.pop("equipment_kind"), "bought_on": parse_date(day) if day else None}
