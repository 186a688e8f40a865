"""The books are proved with the trail; a row that no service wrote is found, and what is missing too."""

import io
import json

import pytest
from django.core.management import call_command
from django.db import connection
from money_rows import invoice, pay, person
from people import browser_of, club
from worlds import world

from club.models import Allocation, CreditNote, Invoice, LedgerEntry, Payment, User
from club.money import triggers as money_triggers
from club.money.selectors.books_proof import verify_books
from club.money.services.invoices import cancel_invoice, write_off
from club.money.services.payments import counter_payment, refund_payment

pytestmark = pytest.mark.django_db


@world
def books(tess):
    """Two paid invoices, one of them too much, a cancelled one, one written off, a payment taken back."""
    ann = person("Ann")
    rows = [invoice(ann, amount, tess) for amount in (1200, 3000, 500, 700)]
    first = pay(ann, 1200, tess)
    more = pay(ann, 5000, tess)
    cancel_invoice(invoice_id=rows[2].pk, reason="twice", actor=tess)
    refund_payment(payment_id=more.pk, amount=100, reason="too much", key="r1", actor=tess)
    counter_payment(payment_id=first.pk, reason="came back", actor=tess)
    rows.append(invoice(ann, 900, tess))
    write_off(invoice_id=rows[4].pk, reason="moved away", actor=tess)
    return rows


def verified(*options):
    out, code = io.StringIO(), 0
    try:
        call_command("audit", "verify", *options, stdout=out)
    except SystemExit as ended:
        code = ended.code
    return code, out.getvalue()


def test_books_that_services_wrote_hold(books):
    assert verify_books(club=club()).faults == ()
    code, told = verified("--json")
    facts = json.loads(told)
    assert (code, facts["holds"], facts["is_guarded"]) == (0, True, True)
    assert (facts["books"][0]["invoices"], facts["books"][0]["faults"]) == (5, [])
    assert "books of north: 11 entries verified" in verified()[1]


def _forged_payment(rows):
    row = Payment.objects.create(
        organisation=club(), payer=rows[0].payer, method="cash", amount=900, currency="EUR",
        received_on=rows[0].issued_on, key="forged", made_by="tess",
    )  # fmt: skip
    LedgerEntry.objects.create(
        organisation=club(), person=row.payer, kind="payment", amount=-900, currency="EUR",
        on=row.received_on, payment=row, made_by="tess",
    )  # fmt: skip


def _changed_total(rows):
    Invoice.objects.filter(pk=rows[1].pk).update(total=2999)


def _changed_entry(rows):
    LedgerEntry.objects.filter(invoice=rows[1], kind="invoice").update(amount=2999)


def _changed_all_of_it(rows):
    _changed_total(rows)
    _changed_entry(rows)
    rows[1].lines.update(amount=2999)


def _taken_away(rows):
    note = CreditNote.objects.get()
    note.delete()


def _number_moved(rows):
    Invoice.objects.filter(pk=rows[4].pk).update(number=9)


def _counter_of_less(rows):
    LedgerEntry.objects.filter(invoice=rows[2], kind="counter").update(amount=-499)


def _of_somebody_else(rows):
    LedgerEntry.objects.filter(invoice=rows[1]).update(person=person("Bob"))


def _transfer_of_one_side(rows):
    payment = Payment.objects.first()
    LedgerEntry.objects.create(
        organisation=club(), person=person("Bob"), kind="transfer", amount=-1, currency="EUR",
        on=rows[3].issued_on, payment=payment, made_by="tess",
    )  # fmt: skip


def _part_too_large(rows):
    Allocation.objects.filter(invoice=rows[1], amount__gt=0).update(amount=999_999)


def _reference_with_a_slip(rows):
    Invoice.objects.filter(pk=rows[1].pk).update(reference="RF002026000002")


def _entry_of_its_own(rows):
    LedgerEntry.objects.create(
        organisation=club(), person=rows[3].payer, kind="write_off", amount=-1, currency="EUR",
        on=rows[3].issued_on, invoice=rows[3], made_by="tess",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("forge", "what"),
    [
        pytest.param(_forged_payment, {"trail"}, id="a payment that nobody wrote down"),
        pytest.param(_changed_total, {"lines", "entry", "trail"}, id="the total of an invoice"),
        pytest.param(_changed_entry, {"entry", "too_much"}, id="the entry of an invoice"),
        pytest.param(_changed_all_of_it, {"trail", "too_much"}, id="an invoice with its lines and its entry"),
        pytest.param(_taken_away, {"note"}, id="a credit note that is gone"),
        pytest.param(_number_moved, {"gap"}, id="a gap in the numbers"),
        pytest.param(_counter_of_less, {"counter"}, id="a counter-entry of another amount"),
        pytest.param(_of_somebody_else, {"apart", "account"}, id="an entry of somebody else"),
        pytest.param(_transfer_of_one_side, {"account"}, id="a transfer that only one account has"),
        pytest.param(_part_too_large, {"too_much"}, id="more put to an invoice than it asks for"),
        pytest.param(_reference_with_a_slip, {"reference"}, id="a reference with wrong check digits"),
        pytest.param(_entry_of_its_own, {"trail", "too_much"}, id="a write-off that nobody did"),
    ],
)
def test_a_forged_row_is_found(forge, what, books):
    with money_triggers.lifted(connection):
        forge(books)
    assert {fault.what for fault in verify_books(club=club()).faults} == what
    code, told = verified()
    assert (code, "books of north, " in told) == (1, True)


def test_a_missing_guard_is_told(books, capsys):
    money_triggers.lift(connection)
    try:
        assert json.loads(verified("--json")[1])["is_guarded"] is False
    finally:
        money_triggers.set_up(connection)


def test_credit_notes_have_numbers_of_their_own(books, tess):
    assert CreditNote.objects.get().code == f"C-{books[2].year}-0001"
    cancel_invoice(invoice_id=books[3].pk, reason="wrong", actor=tess)
    assert list(CreditNote.objects.values_list("number", flat=True)) == [2, 1]
    browser = browser_of(User.objects.get(email__startswith="tess"))
    answer = browser.get(f"/desk/money/invoices/{books[3].pk}/")
    assert f"C-{books[3].year}-0002" in answer.content.decode()
