"""Import of an equipment list: upload, compare with the stored items, confirm."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub, chosen_club
from club.core.requests import actor_of
from club.equipment.equipment_lists import EQUIPMENT_COLUMNS, read_equipment_lines
from club.equipment.selectors import (
    FAULTY,
    KNOWN,
    NEW,
    digest_of_equipment,
    equipment_differences,
)
from club.equipment.services.equipment_imports import import_equipment
from club.lists.cells import FAULTS as COMMON_FAULTS
from club.lists.pages import Review, TableForm, review_page
from club.models import EquipmentKind
from club.money.selectors.books import money_settings_of

FAULTS = COMMON_FAULTS | {
    "unknown_kind": gettext_lazy("unknown type of equipment"),
    "unknown_condition": gettext_lazy("unknown condition"),
    "no_count": gettext_lazy("not a valid quantity"),
    "serial_of_several": gettext_lazy("an item with a number must have quantity 1"),
    "no_price": gettext_lazy("not a valid amount"),
}


class EquipmentListForm(TableForm):
    """Form with the list and the defaults for its rows."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Type"),
        choices=EquipmentKind.choices,
        initial=EquipmentKind.OTHER,
        help_text=gettext_lazy("Used for rows without one."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_EQUIPMENT)
def import_list(request: HttpRequest) -> HttpResponse:
    """Upload a list, review the new items, change the column mapping, confirm."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    form = EquipmentListForm(request.POST or None, request.FILES or None)
    return review_page(request, chosen, form, _EquipmentReview, "club/equipment/import.html")


class _EquipmentReview(Review):
    """An equipment list under review."""

    declared = EQUIPMENT_COLUMNS

    def __init__(self, request: HttpRequest, chosen: ChosenClub, form: TableForm) -> None:
        super().__init__(request, chosen, form)
        self.actions = {"confirm": self.bring_in}
        self.currency = money_settings_of(organisation_id=self.club.pk).currency
        self.lines = read_equipment_lines(self.read, kind=form.cleaned_data["kind"], currency=self.currency)
        self.found = equipment_differences(organisation_id=self.club.pk, lines=self.lines)

    def bring_in(self) -> HttpResponse:
        """Import the reviewed list."""
        rows = import_equipment(
            organisation_id=self.club.pk,
            lines=self.lines,
            currency=self.currency,
            digest=self.request.POST.get("digest", ""),
            actor=actor_of(self.request),
        )
        message = ngettext("%(count)d item added.", "%(count)d items added.", len(rows))
        messages.success(self.request, message % {"count": len(rows)})
        return redirect(f"{reverse('club:equipment')}?club={self.club.slug}")

    def context(self) -> dict[str, Any]:
        """Template context."""
        shown = {state: [one.line for one in self.found if one.state == state] for state in (NEW, KNOWN)}
        faulty = [(one.line, FAULTS[one.line.fault]) for one in self.found if one.state == FAULTY]
        return super().context() | {
            "shown": shown | {FAULTY: faulty},
            "kinds": dict(EquipmentKind.choices),
            "currency": self.currency,
            "digest": digest_of_equipment(self.found),
        }
