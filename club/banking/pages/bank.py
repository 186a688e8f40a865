"""Bank files at the treasurer's desk: upload, compare with the open invoices, book by one press."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.banking.errors import BankFileRefused
from club.banking.formats.files import first_table
from club.banking.formats.layouts import guess_layout
from club.banking.formats.values import BankFileFault
from club.banking.messages import FIELDS
from club.banking.pages.bank_forms import FileForm, LayoutForm
from club.banking.selectors import bank_files_of, open_movements, proposals_for, settled_movements
from club.banking.services.bank_bookings import book_movements, choice_of
from club.banking.services.bank_files import read_bank_file
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub, chosen_club
from club.core.pages.refusals import submit
from club.core.pages.responses import club_address, numbers_in, page_of
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.lists.pages import as_text, columns_shown

MAX_FILES_SHOWN = 10
FIXABLE_BY_COLUMNS = frozenset(
    {
        *("no_columns", "no_amount", "no_day", "no_direction", "no_currency", "both_directions"),
        *("marks_differ",),
    }
)
"""Table faults that naming its columns may fix."""


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY)
def bank(request: HttpRequest) -> HttpResponse:
    """List the open movements with their most likely matches; a file is uploaded to the same page."""
    chosen = chosen_club(request, Capability.KEEP_MONEY)
    if request.method != "POST":
        return _page(request, chosen, FileForm(club=chosen.club))
    form = FileForm(request.POST, request.FILES, club=chosen.club)
    layout_form = LayoutForm(request.POST if "mapped" in request.POST else None)
    if not form.is_valid() or (layout_form.is_bound and not layout_form.is_valid()):
        return _page(request, chosen, form, status=UNPROCESSABLE)
    data, is_mapped = form.data_sent(), layout_form.is_bound
    try:
        read = read_bank_file(
            organisation_id=chosen.club.pk,
            data=data,
            name=form.file_name(),
            layout=layout_form.layout(request.POST) if is_mapped else None,
            account=layout_form.cleaned_data["account"] if is_mapped else "",
            actor=actor_of(request),
        )
    except ClubError as refusal:
        more = {"refusal": refusal_text(refusal)} | _columns(request, refusal, data, form)
        return _page(request, chosen, form, status=refusal.status, more=more)
    message = ngettext("%(new)s new transaction.", "%(new)s new transactions.", read.new) % {"new": read.new}
    if read.known:
        message += " " + _("Already known: %(known)s.") % {"known": read.known}
    messages.success(request, message)
    return redirect(club_address("club:bank", chosen.club))


@require_POST
@needs(Capability.KEEP_MONEY)
def book(request: HttpRequest) -> HttpResponse:
    """Book the ticked movements as they were shown."""
    chosen = chosen_club(request, Capability.KEEP_MONEY)
    taken = numbers_in(request, "take")
    sent = submit(
        request,
        None,
        lambda: book_movements(
            organisation_id=chosen.club.pk,
            choices=[choice_of(one, request.POST.get(f"told_{one}", "")) for one in taken],
            actor=actor_of(request),
        ),
    )
    if not sent.is_done:
        form, more = FileForm(club=chosen.club), {"refusal": sent.refusal}
        return _page(request, chosen, form, status=sent.status, more=more)
    pressed = sent.result
    number = len(pressed.booked)
    message = ngettext("%(number)s transaction booked.", "%(number)s transactions booked.", number)
    messages.success(request, message % {"number": number})
    for _number, reason in pressed.skipped:
        messages.warning(request, " ".join(refusal_text(reason)))
    return redirect(club_address("club:bank", chosen.club))


@require_safe
@needs(Capability.KEEP_MONEY)
def settled(request: HttpRequest) -> HttpResponse:
    """List the movements that are booked, returned or set aside, last first."""
    chosen = chosen_club(request, Capability.KEEP_MONEY)
    page = page_of(request, settled_movements(organisation_id=chosen.club.pk))
    context = {"chosen": chosen, "page": page, "asked": f"club={chosen.club.slug}"}
    return render(request, "club/banking/money/bank_settled.html", context)


def _columns(request: HttpRequest, refusal: ClubError, data: bytes, form: FileForm) -> dict[str, Any]:
    """Columns of a table for naming by hand; None if that does not help."""
    if not isinstance(refusal, BankFileRefused) or refusal.facts["fault"] not in FIXABLE_BY_COLUMNS:
        return {}
    try:
        rows = first_table(data)
    except BankFileFault:
        return {}
    if not rows or data[:2] == b"PK":
        return {}
    is_mapped = "mapped" in request.POST
    layout_form = LayoutForm(request.POST if is_mapped else None)
    guessed = guess_layout(rows)
    if is_mapped and layout_form.is_valid():
        guessed = layout_form.layout(request.POST)
    elif not is_mapped:
        layout_form = LayoutForm(initial={"heading_row": guessed.heading_row})
    return {
        "columns": columns_shown(rows, guessed.columns, guessed.heading_row),
        "fields": FIELDS.items(),
        "layout_form": layout_form,
        "table": as_text(rows),
        "file_name": form.file_name(),
    }


def _page(
    request: HttpRequest,
    chosen: ChosenClub,
    form: FileForm,
    *,
    status: int = OK,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    page = page_of(request, open_movements(organisation_id=chosen.club.pk))
    proposals = proposals_for(organisation_id=chosen.club.pk, movements=list(page.object_list))
    context = {
        "chosen": chosen,
        "form": form,
        "page": page,
        "asked": f"club={chosen.club.slug}",
        "proposals": proposals,
        "ticked": sum(one.is_ticked and one.can_be_booked for one in proposals),
        "files": bank_files_of(organisation_id=chosen.club.pk)[:MAX_FILES_SHOWN],
    }
    return render(request, "club/banking/money/bank.html", context | (more or {}), status=status)
