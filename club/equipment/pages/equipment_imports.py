"""Import of an equipment list: upload, compare with the stored items, confirm."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub, chosen_club
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.equipment.equipment_lists import FIELD_OF_HEADING, guess_equipment_columns, read_equipment_lines
from club.equipment.selectors import (
    FAULTY,
    KNOWN,
    NEW,
    digest_of_equipment,
    equipment_differences,
)
from club.equipment.services.equipment_imports import import_equipment
from club.members.column_headings import heading_at
from club.members.pages.list_pages import Rows, TableForm, columns_named, list_context
from club.models import EquipmentKind
from club.money.selectors.books import money_settings_of

FIELDS = {
    "": gettext_lazy("not imported"),
    "name": gettext_lazy("name"),
    "kind": gettext_lazy("type"),
    "serial": gettext_lazy("serial number"),
    "count": gettext_lazy("quantity"),
    "place": gettext_lazy("venue"),
    "bought_on": gettext_lazy("bought on"),
    "price": gettext_lazy("price"),
    "condition": gettext_lazy("condition"),
}
FAULTS = {
    "no_name": gettext_lazy("no name"),
    "no_day": gettext_lazy("not a valid date"),
    "too_long": gettext_lazy("too long"),
    "unknown_kind": gettext_lazy("unknown type of equipment"),
    "unknown_condition": gettext_lazy("unknown condition"),
    "no_count": gettext_lazy("not a valid quantity"),
    "serial_of_several": gettext_lazy("an item with a number must have quantity 1"),
    "no_price": gettext_lazy("not a valid amount"),
    "twice": gettext_lazy("appears twice in the list"),
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
    if request.method != "POST":
        return _page(request, chosen, EquipmentListForm())
    form = EquipmentListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, chosen, form, status=UNPROCESSABLE)
    try:
        shown = _Shown(request, chosen, form.rows(), form.cleaned_data["kind"])
    except ClubError as refusal:
        return _page(request, chosen, form, status=refusal.status, more={"refusal": refusal_text(refusal)})
    if "confirm" not in request.POST:
        return _page(request, chosen, form, more=shown.context())
    try:
        rows = import_equipment(
            organisation_id=chosen.club.pk,
            lines=shown.lines,
            currency=shown.currency,
            digest=request.POST.get("digest", ""),
            actor=actor_of(request),
        )
    except ClubError as refusal:
        more = shown.context() | {"refusal": refusal_text(refusal)}
        return _page(request, chosen, form, status=refusal.status, more=more)
    message = ngettext("%(count)d item added.", "%(count)d items added.", len(rows))
    messages.success(request, message % {"count": len(rows)})
    return redirect(f"{reverse('club:equipment')}?club={chosen.club.slug}")


class _Shown:
    """A list under review: its columns, and its lines next to the stored items."""

    def __init__(self, request: HttpRequest, chosen: ChosenClub, rows: Rows, kind: str) -> None:
        guessed = guess_equipment_columns(rows)
        is_first = "mapped" not in request.POST
        self.rows = rows
        self.has_heading = bool(guessed) if is_first else "heading" in request.POST
        self.columns = (guessed or {0: "name"}) if is_first else columns_named(request, rows, FIELDS)
        self.currency = money_settings_of(organisation_id=chosen.club.pk).currency
        self.lines = read_equipment_lines(
            rows, self.columns, has_heading=self.has_heading, kind=kind, currency=self.currency
        )
        self.found = equipment_differences(organisation_id=chosen.club.pk, lines=self.lines)

    def context(self) -> dict[str, Any]:
        """Template context."""
        shown = {state: [one.line for one in self.found if one.state == state] for state in (NEW, KNOWN)}
        faulty = [(one.line, FAULTS[one.line.fault]) for one in self.found if one.state == FAULTY]
        heading = heading_at(self.rows, FIELD_OF_HEADING) if self.has_heading else None
        return list_context(self.rows, self.columns, heading=heading) | {
            "shown": shown | {FAULTY: faulty},
            "kinds": dict(EquipmentKind.choices),
            "currency": self.currency,
            "fields": FIELDS.items(),
            "digest": digest_of_equipment(self.found),
        }


def _page(
    request: HttpRequest,
    chosen: ChosenClub,
    form: EquipmentListForm,
    *,
    status: int = OK,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    context = {"section": "desk", "chosen": chosen, "form": form} | (more or {})
    return render(request, "club/equipment/import.html", context, status=status)
