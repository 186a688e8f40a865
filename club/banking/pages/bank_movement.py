"""One movement of the bank: search its invoices by hand, set it aside, open it again."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.banking.formats.amounts import spread
from club.banking.pages.bank_forms import IgnoreForm
from club.banking.selectors import (
    find_invoices,
    find_persons,
    is_open_movement,
    movements_of,
    open_amounts,
    proposals_for,
)
from club.banking.services.bank_bookings import Choice, book_movements, ignore_transaction, reopen_transaction
from club.banking.services.bank_files import revert_bank_file
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.pages.responses import club_address, numbers_in
from club.core.requests import actor_of, parse_number
from club.core.scopes import scope_of_bank_file, scope_of_movement
from club.models import BankFile, BankMovement


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_movement)
def movement(request: HttpRequest, movement_id: int) -> HttpResponse:
    """Show a movement, its most likely match, and the results of a search by name or number."""
    found = get_object_or_404(BankMovement.objects.select_related("organisation", "file"), pk=movement_id)
    row = (
        movements_of(organisation_id=found.organisation_id).select_related("payment__payer").get(pk=found.pk)
    )
    (proposal,) = proposals_for(organisation_id=row.organisation_id, movements=[row])
    words = request.GET.get("q", "")[:200]
    context = {
        "club": found.organisation,
        "movement": row,
        "is_waiting": is_open_movement(row),
        "proposal": proposal,
        "words": words,
        "invoices": find_invoices(organisation_id=row.organisation_id, words=words),
        "persons": find_persons(organisation_id=row.organisation_id, words=words or row.name),
        "aside": IgnoreForm(),
    }
    return render(request, "club/banking/money/bank_movement.html", context)


@require_POST
@needs(Capability.KEEP_MONEY, scope=scope_of_movement)
def movement_act(request: HttpRequest, movement_id: int, act: str) -> HttpResponse:
    """Book a movement by hand, set it aside, or open it again."""
    row = get_object_or_404(BankMovement, pk=movement_id)
    acts = {"book": _book, "aside": _ignore, "up": _reopen}
    if act not in acts:
        raise Http404(act)
    with Refusals(request):
        messages.success(request, acts[act](request, row))
        return redirect(club_address("club:bank", row.organisation))
    return redirect("club:bank_movement", movement_id=row.pk)


@require_POST
@needs(Capability.KEEP_MONEY, scope=scope_of_bank_file)
def file_back(request: HttpRequest, bank_file_id: int) -> HttpResponse:
    """Delete a file that was read by mistake."""
    file = get_object_or_404(BankFile.objects.select_related("organisation"), pk=bank_file_id)
    with Refusals(request, success=_("The import has been undone. Its bookings no longer count.")):
        revert_bank_file(
            file_id=file.pk, reason=request.POST.get("reason", "")[:300], actor=actor_of(request)
        )
    return redirect(club_address("club:bank", file.organisation))


def _book(request: HttpRequest, row: BankMovement) -> str:
    amounts = open_amounts(organisation_id=row.organisation_id, invoices=numbers_in(request, "invoice"))
    choice = Choice(
        movement_id=row.pk,
        parts=spread(row.amount, amounts),
        payer_id=parse_number(request.POST.get("payer", "")),
    )
    book_movements(organisation_id=row.organisation_id, choices=[choice], actor=actor_of(request))
    return _("Transaction booked.")


def _ignore(request: HttpRequest, row: BankMovement) -> str:
    ignore_transaction(movement_id=row.pk, reason=request.POST.get("reason", ""), actor=actor_of(request))
    return _("Transaction set aside.")


def _reopen(request: HttpRequest, row: BankMovement) -> str:
    reopen_transaction(
        movement_id=row.pk, reason=request.POST.get("reason", "")[:300], actor=actor_of(request)
    )
    return _("The transaction is pending again.")
