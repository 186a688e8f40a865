"""Undo of equipment: items, loans and imports."""

from functools import partial
from typing import Any

from django.utils.dateparse import parse_date

from club.audit.undo_handlers import not_undoable, unchanged_row, undo_by, undo_handler
from club.equipment.services.equipment import (
    add_equipment,
    change_equipment,
    equipment_facts,
    remove_equipment,
)
from club.equipment.services.equipment_imports import IMPORTED, undo_import_equipment
from club.equipment.services.equipment_loans import remove_loan, reopen_loan, return_equipment
from club.models import EquipmentItem

not_undoable("club.equipment_loan.reminded", reason_code="message_is_out")
not_undoable("club.equipment_loan.removed", reason_code="loan_can_be_written_anew")
not_undoable("club.equipment.import_undone", reason_code="list_can_be_brought_anew")

unchanged_item = partial(unchanged_row, EquipmentItem.objects, equipment_facts)


def item_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    """Convert audit facts of an item to arguments of its service."""
    given = dict(facts)
    day = given.pop("bought_on")
    return given | {"kind": given.pop("equipment_kind"), "bought_on": parse_date(day) if day else None}


undo_handler(IMPORTED)(undo_import_equipment)
undo_by("club.equipment.added", call=remove_equipment, number="item_id", requires=unchanged_item)
undo_by(
    "club.equipment.changed",
    call=change_equipment,
    number="item_id",
    requires=unchanged_item,
    before=item_arguments,
)
undo_by("club.equipment.removed", call=add_equipment, before=item_arguments)
undo_by("club.equipment_loan.begun", call=remove_loan, number="loan_id")
undo_by(
    "club.equipment_loan.ended",
    call=reopen_loan,
    number="loan_id",
    before=lambda facts: {"item_condition": facts["item_condition"]},
)
undo_by(
    "club.equipment_loan.reopened",
    call=return_equipment,
    number="loan_id",
    before=lambda facts: {"condition": facts["condition"]},
)
