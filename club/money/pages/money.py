"""The treasurer's page: open amounts, a year's sums, the account of one person, files, closed years."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.pages.responses import CSV, XLSX, as_file, club_address, page_of
from club.core.requests import actor_of
from club.core.selectors import clubs_with_capability
from club.members.scopes import scope_of_member
from club.models import LedgerEntry, Organisation, Person
from club.money.amounts import plain_amount
from club.money.pages.current_club import current_books
from club.money.selectors.books import balance_of, people_of
from club.money.selectors.treasury import (
    account_of,
    book_entries,
    cash_book,
    closed_years,
    plan_totals,
    totals,
)
from club.money.services.books import close_year, log_books_export, open_year
from club.paper.sheets import csv_lines, write_sheet

COLUMNS = (
    *("number", "on", "kind", "amount", "currency", "person_number", "person", "invoice", "payment"),
    *("method", "reverses", "reason", "by"),
)
FIRST_YEAR, LAST_YEAR = 2000, 2200


@require_safe
@needs(Capability.KEEP_MONEY)
def money(request: HttpRequest) -> HttpResponse:
    """Sums of a club's books, and the cash book of a year."""
    chosen, currency = current_books(request)
    year = _year(request)
    rows = cash_book(organisation_id=chosen.club.pk, year=year)
    closed = closed_years(organisation_id=chosen.club.pk)
    context = {
        "chosen": chosen,
        "currency": currency,
        "year": year,
        "this_year": timezone.localdate().year,
        "totals": totals(organisation_id=chosen.club.pk, year=year, today=timezone.localdate()),
        "plans": plan_totals(organisation_id=chosen.club.pk, year=year),
        "page": page_of(request, rows),
        "closed": closed,
        "is_closed": any(one.year == year for one in closed),
        "can_open": bool(closed) and closed[0].year == year,
        "asked": f"club={chosen.club.slug}&year={year}",
    }
    return render(request, "club/money/money.html", context)


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_member(Capability.KEEP_MONEY))
def account(request: HttpRequest, person_id: int) -> HttpResponse:
    """The account of one person with the club."""
    if "club" not in request.GET:
        return redirect(club_address("club:money_account", _club_that_knows(request, person_id), person_id))
    chosen, currency = current_books(request)
    person = get_object_or_404(people_of(organisation_id=chosen.club.pk), pk=person_id)
    place = {"organisation_id": chosen.club.pk, "person_id": person.pk}
    context = {
        "chosen": chosen,
        "currency": currency,
        "person": person,
        "balance": balance_of(**place),
        "lines": account_of(**place),
    }
    return render(request, "club/money/account.html", context)


def _club_that_knows(request: HttpRequest, person_id: int) -> Organisation:
    for club in clubs_with_capability(actor=actor_of(request), capability=Capability.KEEP_MONEY):
        if people_of(organisation_id=club.pk).filter(pk=person_id).exists():
            return club
    raise Http404


@require_POST
@needs(Capability.KEEP_MONEY)
def year_act(request: HttpRequest) -> HttpResponse:
    """Close the books of a year, or with `open` reopen them."""
    chosen, _currency = current_books(request)
    year = _year(request)
    service = open_year if "open" in request.POST else close_year
    with Refusals(request, success=_("Saved.")):
        service(organisation_id=chosen.club.pk, year=year, actor=actor_of(request))
    return redirect(club_address("club:money", chosen.club, year=year))


@require_safe
@needs(Capability.KEEP_MONEY)
def export(request: HttpRequest, file_format: str) -> HttpResponse:
    """Export every entry of a year as CSV or a spreadsheet."""
    if file_format not in {"csv", "xlsx"}:
        raise Http404(file_format)
    chosen, _currency = current_books(request)
    year = _year(request)
    log_books_export(
        organisation_id=chosen.club.pk, file_format=file_format, year=year, actor=actor_of(request)
    )
    rows = [COLUMNS, *map(_line, book_entries(organisation_id=chosen.club.pk, year=year))]
    if file_format == "xlsx":
        answer = HttpResponse(write_sheet(rows), content_type=XLSX)
    else:
        answer = HttpResponse("".join(csv_lines(rows)), content_type=CSV)
    return as_file(answer, f"{chosen.club.slug}-books-{year}.{file_format}")


def _line(row: LedgerEntry) -> tuple[object, ...]:
    person: Person = row.person
    return (
        *(row.pk, row.on.isoformat(), row.kind, plain_amount(row.amount, row.currency), row.currency),
        *(person.pk, person.name, row.invoice.code if row.invoice else "", row.payment_id or ""),
        *(row.payment.method if row.payment else "", row.reverses_id or "", row.reason, row.made_by),
    )


def _year(request: HttpRequest) -> int:
    text = request.POST.get("year") or request.GET.get("year") or ""
    is_year = text.isascii() and text.isdecimal() and FIRST_YEAR <= int(text[:5]) < LAST_YEAR
    return int(text[:5]) if is_year else timezone.localdate().year
