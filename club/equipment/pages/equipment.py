"""Equipment at the desk: the list, an item, lending and returning in two taps."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals, require_valid_form, submit
from club.core.pages.responses import CSV, PDF, as_file, form_page, page_of, posted
from club.core.requests import actor_of, code_uri
from club.core.scopes import scope_of_equipment, scope_of_loan
from club.equipment.pages.equipment_forms import BackForm, EquipmentFilterForm, EquipmentForm, LendForm
from club.equipment.selectors import (
    COLUMNS,
    equipment_lines,
    equipment_of,
    loans_of,
    overdue_loans,
    persons_who_borrow,
)
from club.equipment.services.equipment import add_equipment, change_equipment
from club.equipment.services.equipment_loans import lend_equipment, return_equipment
from club.hall.services import note_printed
from club.members.member_files import as_csv
from club.models import EquipmentCondition, EquipmentItem, EquipmentLoan
from club.money.selectors.books import money_settings_of
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import PaperSize

MAX_PERSONS_SHOWN, MAX_LOANS_SHOWN, MAX_LABELS = 12, 20, 480


@require_safe
@needs(Capability.KEEP_EQUIPMENT)
def equipment(request: HttpRequest) -> HttpResponse:
    """List the items of a club and the overdue loans."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    form = EquipmentFilterForm(request.GET)
    found = equipment_of(organisation_id=chosen.club.pk, filters=form.filters())
    asked = {name: value for name, value in request.GET.items() if value and name != "page"}
    late = overdue_loans(organisation_id=chosen.club.pk, today=timezone.localdate())
    context = {
        "chosen": chosen,
        "form": form,
        "page": page_of(request, found),
        "asked": urlencode(asked),
        "overdue": late[:MAX_LOANS_SHOWN],
    }
    return render(request, "club/equipment/list.html", context)


@require_safe
@needs(Capability.KEEP_EQUIPMENT)
def labels(request: HttpRequest) -> HttpResponse:
    """Render printable labels for the listed items; the codes lead to their pages."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    filters = replace(EquipmentFilterForm(request.GET).filters(), state="")
    found = equipment_of(organisation_id=chosen.club.pk, filters=filters)[:MAX_LABELS]
    items = [(row, code_uri(request, "g", row.pk)) for row in found]
    note_printed(
        letter="g",
        sheet=request.get_full_path()[:300],
        title=str(chosen.club),
        organisation_id=chosen.club.pk,
        number=len(items),
    )
    data = label_sheet(items=items, size=PaperSize.A4, title=str(chosen.club))
    return as_file(HttpResponse(data, content_type=PDF), "labels.pdf", disposition="inline")


@require_safe
@needs(Capability.KEEP_EQUIPMENT)
def export(request: HttpRequest) -> HttpResponse:
    """Export the items of a club as CSV."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    text = "".join(as_csv(equipment_lines(organisation_id=chosen.club.pk), COLUMNS))
    return as_file(HttpResponse(text, content_type=CSV), f"{chosen.club.slug}-equipment.csv")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_EQUIPMENT)
def new_equipment(request: HttpRequest) -> HttpResponse:
    """Add an item with one form, then redirect to its page."""
    chosen = chosen_club(request, Capability.KEEP_EQUIPMENT)
    currency = money_settings_of(organisation_id=chosen.club.pk).currency
    form = EquipmentForm(posted(request), currency=currency)
    sent = submit(
        request,
        form,
        lambda: add_equipment(
            organisation_id=chosen.club.pk, currency=currency, actor=actor_of(request), **form.cleaned_data
        ),
        success=lambda row: _("%(thing)s has been added.") % {"thing": row},
    )
    if sent.is_done:
        return redirect("club:equipment_item", item_id=sent.result.pk)
    context = {"chosen": chosen, "form": form, "refusal": sent.refusal}
    return render(request, "club/equipment/new.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)
def equipment_item(request: HttpRequest, item_id: int) -> HttpResponse:
    """Show an item, the target of its label: lend and return at the top, edit below."""
    rows = EquipmentItem.objects.select_related("organisation")
    row = get_object_or_404(rows, pk=item_id)
    currency = row.currency or money_settings_of(organisation_id=row.organisation_id).currency
    form = EquipmentForm(
        posted(request),
        initial=model_to_dict(row, EquipmentForm.base_fields),
        currency=currency,
    )
    if form.is_valid():
        with Refusals(request, success=_("Saved.")):
            change_equipment(item_id=row.pk, currency=currency, actor=actor_of(request), **form.cleaned_data)
        return redirect("club:equipment_item", item_id=row.pk)
    words = request.GET.get("q", "")[:120]
    loans = list(loans_of(item_id=row.pk)[:MAX_LOANS_SHOWN])
    context = {
        "item": row,
        "form": form,
        "loans": loans,
        "past": [one for one in loans if one.back_on],
        "words": words,
        "persons": persons_who_borrow(organisation_id=row.organisation_id, words=words)[:MAX_PERSONS_SHOWN],
        "conditions": EquipmentCondition.choices,
        "lend": LendForm(),
        "today": timezone.localdate(),
    }
    return form_page(request, "club/equipment/item.html", context)


@require_POST
@needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)
def lend(request: HttpRequest, item_id: int) -> HttpResponse:
    """Lend an item to a person or for a purpose."""
    form = LendForm(request.POST)
    with Refusals(request):
        faults = " ".join(str(one) for errors in form.errors.values() for one in errors)
        given = require_valid_form(form, faults)
        row = lend_equipment(item_id=item_id, person_id=given.pop("person"), actor=actor_of(request), **given)
        who = row.person.name if row.person is not None else row.purpose
        messages.success(request, _("%(thing)s is on loan: %(who)s.") % {"thing": row.item, "who": who})
    return redirect("club:equipment_item", item_id=item_id)


@require_POST
@needs(Capability.KEEP_EQUIPMENT, scope=scope_of_loan)
def loan_back(request: HttpRequest, loan_id: int) -> HttpResponse:
    """Return an item."""
    row = get_object_or_404(EquipmentLoan, pk=loan_id)
    form = BackForm(request.POST)
    with Refusals(request, success=_("Return recorded.")):
        given = require_valid_form(form, _("Choose a condition."))
        given["condition"] = given["condition"] or EquipmentCondition.GOOD
        return_equipment(loan_id=row.pk, actor=actor_of(request), **given)
    return redirect("club:equipment_item", item_id=row.item_id)


LABEL_COLUMNS, LABEL_ROWS = 3, 8
MARGIN, GAP, LINE = 10.0, 2.0, 4.2  # millimetres


def label_sheet(*, items: Sequence[tuple[EquipmentItem, str]], size: PaperSize, title: str) -> bytes:
    """Sheet of labels, three a row and eight rows a page, each with the address in its code."""
    paper = blank_paper(size=size, title=title)
    width, height = (paper.w - 2 * MARGIN) / LABEL_COLUMNS, (paper.low - MARGIN) / LABEL_ROWS
    for at, (item, address) in enumerate(items):
        place = at % (LABEL_COLUMNS * LABEL_ROWS)
        if place == 0:
            paper.add_page()
        row, column = divmod(place, LABEL_COLUMNS)
        x, y = MARGIN + column * width, MARGIN + row * height
        code = height - 2 * GAP
        paper.code(address, x=x, y=y + GAP, width=code)
        room = width - code - 2 * GAP
        lines = paper.lines_of(item.name, width=room, size=9)[:3]
        for number, line in enumerate(lines):
            paper.words(line, x=x + code + GAP, y=y + 2 * GAP + (number + 1) * LINE, width=room, size=9)
        below = y + 3 * GAP + (len(lines) + 1) * LINE
        paper.words(item.serial, x=x + code + GAP, y=below, width=room, size=8)
    return bytes(paper.output())
