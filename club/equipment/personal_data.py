"""Personal data in the club's equipment."""

from collections.abc import Iterable

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import EquipmentLoan, Person
from club.privacy.personal_data_sets import OnErasure, OnMerge, register_actor_labels, register_data_set


def _open_loans(person: Person) -> Iterable[str]:
    rows = EquipmentLoan.objects.filter(person=person, back_on__isnull=True).select_related("item")
    return [
        _("%(thing)s has been on loan to this person since %(day)s. Record its return first.")
        % {"thing": row.item, "day": date_format(row.out_on, "SHORT_DATE_FORMAT")}
        for row in rows
    ]


register_data_set(
    "club.equipment_loans",
    "club.EquipmentLoan.person",
    label=gettext_lazy("equipment lent to this person"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=OnMerge.MOVE,
    why=gettext_lazy("Dates and items stay, under a neutral name, to track wear."),
    tells=("item__name", "item__serial", "count", "out_on", "due_on", "back_on"),
    empties=("note",),
    blocks=_open_loans,
)
register_actor_labels("club.EquipmentLoan.out_by", "club.EquipmentLoan.back_by")
