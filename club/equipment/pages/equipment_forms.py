"""Forms of equipment."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.equipment.selectors import EquipmentFilters
from club.members.pages.member_forms import day_field, line_field
from club.models import EquipmentCondition, EquipmentKind
from club.money.pages.money_forms import AmountField

MOST = 100_000


class EquipmentForm(forms.Form):
    """Form of an item."""

    kind = forms.ChoiceField(label=_("Type"), choices=EquipmentKind.choices)
    name = line_field(_("Name"), length=120)
    serial = line_field(_("Serial number"), length=60, required=False)
    count = forms.IntegerField(label=_("Quantity"), min_value=1, max_value=MOST, initial=1)
    place = line_field(_("Venue"), length=120, required=False)
    bought_on = day_field(_("Bought on"), required=False)
    price = AmountField(label=_("Price"), required=False)
    condition = forms.ChoiceField(
        label=_("Condition"), choices=EquipmentCondition.choices, initial=EquipmentCondition.GOOD
    )
    is_gone = forms.BooleanField(label=_("No longer owned by the club"), required=False)

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["price"].currency = currency  # type: ignore[attr-defined]


class EquipmentFilterForm(forms.Form):
    """Filters of the equipment list."""

    q = forms.CharField(label=_("Name, number or place"), required=False, max_length=120)
    kind = forms.ChoiceField(
        label=_("Type"), required=False, choices=[("", "\N{EN DASH}"), *EquipmentKind.choices]
    )
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[
            ("", _("all owned by the club")),
            ("out", _("on loan")),
            ("overdue", _("overdue")),
            ("broken", _("broken or lost")),
            ("gone", _("no longer owned by the club")),
        ],
    )

    def filters(self) -> EquipmentFilters:
        """Valid filters; none if one is invalid."""
        given = self.cleaned_data if self.is_valid() else {}
        return EquipmentFilters(
            words=given.get("q", ""), kind=given.get("kind", ""), state=given.get("state", "")
        )


class LendForm(forms.Form):
    """Form of a loan: the person or purpose, and the due date."""

    person = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    purpose = line_field(_("Or purpose (evening, event)"), length=200, required=False)
    count = forms.IntegerField(label=_("Quantity"), min_value=1, max_value=MOST, initial=1)
    due_on = day_field(_("Due back"), required=False)


class BackForm(forms.Form):
    """Form of a return: the condition."""

    condition = forms.ChoiceField(
        choices=EquipmentCondition.choices, required=False, initial=EquipmentCondition.GOOD
    )
    note = line_field(_("Note"), length=300, required=False)
