"""Audit log texts of equipment."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.models import EquipmentCondition, EquipmentKind

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.equipment.added": _("%(who)s added the equipment %(what)s."),
        "club.equipment.changed": _("%(who)s changed the equipment %(what)s."),
        "club.equipment.removed": _("%(who)s removed the equipment %(what)s."),
        "club.equipment.imported": _("%(who)s imported a list of equipment, items: %(after_count)s."),
        "club.equipment.import_undone": _(
            "%(who)s undid the import of a list of equipment, items: %(before_count)s."
        ),
        "club.equipment_loan.begun": _("%(who)s lent %(what)s."),
        "club.equipment_loan.ended": _("%(who)s recorded the return of %(what)s."),
        "club.equipment_loan.reopened": _("%(who)s reopened the loan of %(what)s."),
        "club.equipment_loan.removed": _("%(who)s removed a loan of %(what)s."),
        "club.equipment_loan.reminded": _("The borrower of %(what)s was reminded to return it."),
    },
    shown_by={
        Capability.KEEP_EQUIPMENT: ("club.equipment", "club.equipment_loan"),
    },
    kinds={
        "club.equipmentitem": Kind(
            _("equipment"), lambda number: reverse("club:equipment_item", args=[number])
        ),
        "club.equipmentloan": Kind(_("loan of equipment")),
    },
    fields={
        "equipment": _("equipment number"),
        "equipment_kind": _("type of equipment"),
        "serial": _("serial number"),
        "things": _("item numbers"),
        "count": _("quantity"),
        "place": _("venue"),
        "bought_on": _("bought on"),
        "price": _("price in the smallest unit"),
        "condition": _("condition"),
        "item_condition": _("condition of the item"),
        "is_gone": _("no longer owned by the club"),
        "purpose": _("purpose"),
        "out_on": _("lent on"),
        "due_on": _("due back"),
        "back_on": _("returned on"),
    },
    values={
        "equipment_kind": choice_labels(EquipmentKind),
        "condition": choice_labels(EquipmentCondition),
        "item_condition": choice_labels(EquipmentCondition),
    },
    reasons={
        "equipment_was_lent": _("it has since been lent. Mark it as no longer owned by the club instead."),
        "reminder_is_out": _("the email is already on its way and cannot be recalled."),
        "list_can_be_brought_anew": _("import the list again."),
        "loan_can_be_written_anew": _("lend it again on the item page."),
    },
)
