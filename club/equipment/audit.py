"""Audit log texts of equipment."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords, Kind
from club.audit.words import labels
from club.models import EquipmentCondition, EquipmentKind

AUDIT_WORDS = AuditWords(
    sentences={
        "club.equipment.added": _("%(who)s wrote down the equipment %(what)s."),
        "club.equipment.changed": _("%(who)s changed what is written down of %(what)s."),
        "club.equipment.removed": _("%(who)s removed the equipment %(what)s."),
        "club.equipment.imported": _("%(who)s brought a list of equipment in: %(after_count)s things."),
        "club.equipment.import_undone": _("%(who)s took a list of equipment back: %(before_count)s things."),
        "club.equipment_loan.begun": _("%(who)s lent %(what)s."),
        "club.equipment_loan.ended": _("%(who)s took %(what)s back."),
        "club.equipment_loan.reopened": _("%(who)s had the loan of %(what)s go on."),
        "club.equipment_loan.removed": _("%(who)s removed a loan of %(what)s."),
        "club.equipment_loan.reminded": _("Whoever has %(what)s was reminded to bring it back."),
    },
    kinds={
        "club.equipmentitem": Kind(
            _("equipment"), lambda number: reverse("club:equipment_item", args=[number])
        ),
        "club.equipmentloan": Kind(_("loan of equipment")),
    },
    fields={
        "equipment": _("number of the equipment"),
        "equipment_kind": _("kind of equipment"),
        "serial": _("serial number"),
        "things": _("numbers of the things"),
        "count": _("how many"),
        "place": _("place"),
        "bought_on": _("bought on"),
        "price": _("price in the smallest unit"),
        "condition": _("condition"),
        "item_condition": _("condition of the thing"),
        "is_gone": _("no longer the club's"),
        "purpose": _("for what"),
        "out_on": _("out on"),
        "due_on": _("back by"),
        "back_on": _("back on"),
    },
    values={
        "equipment_kind": labels(EquipmentKind),
        "condition": labels(EquipmentCondition),
        "item_condition": labels(EquipmentCondition),
    },
    reasons={
        "equipment_is_gone": _("the thing is no longer written down."),
        "equipment_changed_since": _("the thing was changed again since."),
        "equipment_was_lent": _("it was lent since. Say that it is no longer the club's instead."),
        "serial_is_taken": _("another thing has its number by now."),
        "loan_is_gone": _("the loan is no longer written down."),
        "loan_moved_on": _("the loan has ended, or was ended otherwise, since."),
        "equipment_is_out": _("it is out again by now."),
        "reminder_is_out": _("the mail is on its way and cannot be called back."),
        "list_can_be_brought_anew": _("bring the list in again."),
        "loan_can_be_written_anew": _("lend it anew on the page of the thing."),
    },
)
