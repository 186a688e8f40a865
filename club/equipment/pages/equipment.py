"""Equipment at the desk: the list, an item, lending and returning in two taps."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from club.core.scopes import scope_of_equipment, scope_of_loan
from club.equipment.equipment_labels import label_sheet
from club.equipment.pages.equipment_forms import BackForm, EquipmentFilterForm, EquipmentForm, LendForm
from club.equipment.selectors.equipment import (
    COLUMNS,
    EquipmentFilters,
    equipment_lines,
    equipment_of,
    loans_of,
    overdue_loans,
    persons_who_borrow,
)
from club.equipment.services.equipment import add_equipment, change_equipment
from club.equipment.services.equipment_loans import lend_equipment, take_equipment_back
from club.members.member_files import as_csv
from club.models import EquipmentCondition, EquipmentItem, EquipmentLoan
from club.money.selectors.books import money_settings_of
from club.paper.paper_formats import PaperSize

A_PAGE, PERSONS_SHOWN, LOANS_SHOWN, MOST_LABELS = 50, 12, 20, 480
OK, UNPROCESSABLE = 200, 422


@require_safe
@needs(Capability.KEEP_EQUIPMENT)
def equipment(request: HttpRequest) -> HttpResponse:
    """List the items of a club and the overdue loans."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    form = EquipmentFilterForm(request.GET)
    told = form.cleaned_data if form.is_valid() else {}
    filters = EquipmentFilters(
        words=told.get("q", ""), kind=told.get("kind", ""), state=told.get("state", "")
    )
    found = equipment_of(organisation_id=chosen.club.pk, filters=filters)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    asked = {name: value for name, value in request.GET.items() if value and name != "page"}
    late = overdue_loans(organisation_id=chosen.club.pk, today=timezone.localdate())
    context = {
        "section": "desk",
        "chosen": chosen,
        "form": form,
        "page": page,
        "asked": urlencode(asked),
        "overdue": late[:LOANS_SHOWN],
    }
    return render(request, "club/equipment/list.html", context)


@require_safe
@needs(Capability.KEEP_EQUIPMENT)
def labels(request: HttpRequest) -> HttpResponse:
    """Render printable labels for the listed items; the codes lead to their pages."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    form = EquipmentFilterForm(request.GET)
    told = form.cleaned_data if form.is_valid() else {}
    filters = EquipmentFilters(words=told.get("q", ""), kind=told.get("kind", ""))
    found = equipment_of(organisation_id=chosen.club.pk, filters=filters)[:MOST_LABELS]
    items = [
        (row, request.build_absolute_uri(reverse("club:equipment_item", args=[row.pk]))) for row in found
    ]
    data = label_sheet(items=items, size=PaperSize.A4, title=str(chosen.club))
    headers = {"Content-Disposition": 'inline; filename="labels.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


@require_safe
@needs(Capability.KEEP_EQUIPMENT)
def export(request: HttpRequest) -> HttpResponse:
    """Export the items of a club as CSV."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    lines = equipment_lines(organisation_id=chosen.club.pk)
    headers = {"Content-Disposition": f'attachment; filename="{chosen.club.slug}-equipment.csv"'}
    return HttpResponse(
        "".join(as_csv(lines, COLUMNS)), content_type="text/csv; charset=utf-8", headers=headers
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_EQUIPMENT)
def new_equipment(request: HttpRequest) -> HttpResponse:
    """Add an item with one form, then redirect to its page."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    currency = money_settings_of(organisation_id=chosen.club.pk).currency
    form = EquipmentForm(request.POST if request.method == "POST" else None, currency=currency)
    context: dict[str, Any] = {"section": "desk", "chosen": chosen, "form": form}
    status = OK
    if form.is_bound:
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                row = add_equipment(
                    organisation_id=chosen.club.pk, actor=actor_of(request), **form.fields_told()
                )
            except ClubError as refusal:
                context["refusal"], status = refusal_text(refusal), refusal.status
            else:
                messages.success(request, _("%(thing)s has been added.") % {"thing": row})
                return redirect("club:equipment_item", item_id=row.pk)
    return render(request, "club/equipment/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)
def equipment_item(request: HttpRequest, item_id: int) -> HttpResponse:
    """Show an item, the target of its label: lend and return at the top, edit below."""
    rows = EquipmentItem.objects.select_related("organisation")
    row = get_object_or_404(rows, pk=item_id)
    currency = row.currency or money_settings_of(organisation_id=row.organisation_id).currency
    form = EquipmentForm(
        request.POST if request.method == "POST" else None,
        initial=EquipmentForm.told_of(row),
        currency=currency,
    )
    status = OK
    if form.is_bound:
        status = UNPROCESSABLE
        if form.is_valid():
            with Refusals(request):
                change_equipment(item_id=row.pk, actor=actor_of(request), **form.fields_told())
                messages.success(request, _("Saved."))
            return redirect("club:equipment_item", item_id=row.pk)
    words = request.GET.get("q", "")[:120]
    loans = list(loans_of(item_id=row.pk)[:LOANS_SHOWN])
    context = {
        "section": "desk",
        "item": row,
        "form": form,
        "loans": loans,
        "past": [one for one in loans if one.back_on],
        "words": words,
        "persons": persons_who_borrow(organisation_id=row.organisation_id, words=words)[:PERSONS_SHOWN],
        "conditions": EquipmentCondition.choices,
        "lend": LendForm(),
        "today": timezone.localdate(),
    }
    return render(request, "club/equipment/item.html", context, status=status)


@require_POST
@needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)
def lend(request: HttpRequest, item_id: int) -> HttpResponse:
    """Lend an item to a person or for a purpose."""
    form = LendForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(one) for errors in form.errors.values() for one in errors))
        return redirect("club:equipment_item", item_id=item_id)
    told = form.cleaned_data
    with Refusals(request):
        row = lend_equipment(
            item_id=item_id,
            person_id=told["person"],
            purpose=told["purpose"],
            count=told["count"],
            due_on=told["due_on"],
            actor=actor_of(request),
        )
        who = row.person.name if row.person is not None else row.purpose
        messages.success(request, _("%(thing)s is on loan: %(who)s.") % {"thing": row.item, "who": who})
    return redirect("club:equipment_item", item_id=item_id)


@require_POST
@needs(Capability.KEEP_EQUIPMENT, scope=scope_of_loan)
def loan_back(request: HttpRequest, loan_id: int) -> HttpResponse:
    """Return an item."""
    row = get_object_or_404(EquipmentLoan, pk=loan_id)
    form = BackForm(request.POST)
    if form.is_valid():
        told = form.cleaned_data
        with Refusals(request):
            take_equipment_back(
                loan_id=row.pk,
                condition=told["condition"] or EquipmentCondition.GOOD,
                note=told["note"],
                actor=actor_of(request),
            )
            messages.success(request, _("Return recorded."))
    else:
        messages.error(request, _("Choose a condition."))
    return redirect(reverse("club:equipment_item", args=[row.item_id]))
