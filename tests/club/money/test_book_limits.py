"""Limits of the books: the smallest sums, first and last days, closed years, texts as long as a column."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.utils import timezone
from money_rows import invoice, pay, person, treasurer
from people import club

from club.core.actor import SYSTEM, VISITOR
from club.core.errors import NotAllowed
from club.models import Allocation, AuditEntry, ClosedYear, LedgerEntry, Payment
from club.money.errors import (
    DayNotTaken,
    MoreThanFree,
    MoreThanOpen,
    NoReason,
    NotAllocated,
    NotAnAmount,
    PaymentKnown,
    UnknownInvoice,
    UnknownPayment,
    YearClosed,
    YearNotClosed,
    YearNotOver,
)
from club.money.selectors.books import (
    free_payments,
    invoices_found,
    invoices_of,
    open_amount,
    open_invoices,
    payments_of,
)
from club.money.services.allocations import deallocate, use_credit
from club.money.services.books import (
    FIRST_DAY,
    MAX_AMOUNT,
    close_year,
    counter_entry,
    locked_invoice,
    locked_payment,
    log_books_export,
    open_year,
    require_reason,
    validate_amount,
    validate_day,
)
from club.money.services.invoices import write_off
from club.money.services.payments import counter_payment, counter_refund, pay_invoice, refund_payment

pytestmark = pytest.mark.django_db


@pytest.fixture
def tess():
    return treasurer()


@pytest.fixture
def ann():
    return person("Ann")


def state(row):
    return invoices_of(organisation_id=row.organisation_id).get(pk=row.pk).state


def test_one_cent_is_open_until_it_is_paid(ann, tess):
    row = invoice(ann, 1, tess)
    assert list(open_invoices(organisation_id=club().pk)) == [row]
    assert state(row) == "open"
    pay(ann, 1, tess)
    assert not open_invoices(organisation_id=club().pk).exists()


def test_states_of_an_invoice_by_a_cent(ann, tess):
    row = invoice(ann, 10, tess)
    paid = pay(ann, 1, tess)
    assert state(row) == "part_paid"
    write_off(invoice_id=row.pk, reason="moved", actor=tess)
    assert state(row) == "written_off"
    deallocate(payment_id=paid.pk, invoice_id=row.pk, actor=tess)
    assert (open_amount(row), state(row)) == (1, "open")
    for day, expected in ((row.due_on, "open"), (row.due_on + timedelta(days=1), "overdue")):
        assert invoices_of(organisation_id=club().pk, today=day).get().state == expected


def test_credit_is_used_oldest_first_to_the_last_cent(ann, tess):
    today = timezone.localdate()
    new, old = pay(ann, 1, tess), pay(ann, 1, tess, on=today - timedelta(days=1))
    free = {"organisation_id": club().pk, "payer_id": ann.pk}
    assert list(free_payments(**free)) == [old, new]
    row = invoice(ann, 5, tess)
    use_credit(payment_id=old.pk, invoice_id=row.pk, actor=tess)
    assert (list(free_payments(**free)), open_amount(row)) == ([new], 4)
    with pytest.raises(MoreThanFree):
        use_credit(payment_id=new.pk, invoice_id=row.pk, amount=2, actor=tess)
    assert use_credit(payment_id=new.pk, invoice_id=row.pk, amount=1, actor=tess).amount == 1


def test_a_payment_fills_open_invoices_by_their_due_days_to_the_last_cent(ann, tess):
    first, second, third = (invoice(ann, sum_, tess) for sum_ in (100, 1, 50))
    paid = pay(ann, 101, tess)
    assert open_amount(third) == 50
    parts = [(row.invoice, row.amount) for row in paid.allocations.order_by("pk")]
    assert parts == [(first, 100), (second, 1)]


def test_an_invoice_is_paid_and_the_rest_is_credit(ann, tess):
    row = invoice(ann, 1, tess)
    told = {"received_on": timezone.localdate(), "method": "cash", "key": "k", "actor": tess}
    paid = pay_invoice(invoice_id=row.pk, amount=3, **told)
    assert pay_invoice(invoice_id=row.pk, amount=3, **told) == paid
    assert [one.amount for one in paid.allocations.all()] == [1]
    with pytest.raises(UnknownInvoice):
        pay_invoice(invoice_id=0, amount=3, **told)
    with pytest.raises(NotAllowed):
        pay_invoice(invoice_id=row.pk, amount=3, **told | {"key": "other", "actor": VISITOR})
    with pytest.raises(MoreThanOpen):
        use_credit(payment_id=paid.pk, invoice_id=row.pk, actor=tess)


def test_allocations_are_in_the_audit_log(ann, tess):
    paid = pay(ann, 30, tess)
    row = invoice(ann, 10, tess)
    made = use_credit(payment_id=paid.pk, invoice_id=row.pk, actor=tess)
    assert (made.invoice, made.amount) == (row, 10)
    deallocate(payment_id=paid.pk, invoice_id=row.pk, actor=tess, reason="a slip")
    facts = {"invoice": row.code, "invoice_number": row.pk, "amount": 10}
    assert AuditEntry.objects.get(action="club.payment.put").after == facts
    taken = AuditEntry.objects.get(action="club.payment.taken_off")
    assert (taken.before, taken.reason) == (facts, "a slip")
    with pytest.raises(NotAllocated):
        deallocate(payment_id=paid.pk, invoice_id=0, actor=tess)


def test_refunds_and_counter_entries_are_in_the_audit_log(ann, tess):
    paid = pay(ann, 30, tess)
    told = {"payment_id": paid.pk, "reason": "x", "key": "r", "actor": tess}
    for amount in (0, -5):
        with pytest.raises(NotAnAmount):
            refund_payment(amount=amount, **told)
    with pytest.raises(DayNotTaken):
        refund_payment(amount=30, on=timezone.localdate() + timedelta(days=1), **told)
    entry = refund_payment(amount=30, **told)
    with pytest.raises(PaymentKnown):
        refund_payment(amount=29, **told)
    done = AuditEntry.objects.get(action="club.payment.refunded")
    assert done.after == {"amount": 30, "currency": "EUR", "ledger_entry": entry.pk}
    other = pay(ann, 7, tess)
    assert counter_payment(payment_id=other.pk, reason="returned", actor=tess) == other
    before = AuditEntry.objects.get(action="club.payment.countered").before
    assert (before["amount"], before["payer"]) == (7, ann.pk)
    made = AuditEntry.objects.filter(action="club.payment.recorded").order_by("pk")
    assert [one.after["amount"] for one in made] == [30, 7]


def test_a_refund_that_did_not_happen_is_no_refund(ann, tess):
    paid = pay(ann, 30, tess)
    entry = refund_payment(payment_id=paid.pk, amount=20, reason="x", key="r", actor=tess)
    figures = payments_of(organisation_id=club().pk).values_list("free_amount", "refunded", "is_countered")
    assert figures.get() == (10, 20, False)
    counter_refund(payment_id=paid.pk, entry_id=entry.pk, reason="it stayed", actor=tess)
    assert figures.get() == (30, 0, False)
    counter_payment(payment_id=paid.pk, reason="returned", actor=tess)
    assert figures.get() == (0, 0, True)


def test_amounts_and_days_at_their_limits():
    today = timezone.localdate()
    for amount in (1, MAX_AMOUNT):
        validate_amount(amount)
    for amount in (0, MAX_AMOUNT + 1):
        with pytest.raises(NotAnAmount):
            validate_amount(amount)
    for day in (FIRST_DAY, today):
        validate_day(club().pk, day)
    for day in (FIRST_DAY - timedelta(days=1), today + timedelta(days=1)):
        with pytest.raises(DayNotTaken):
            validate_day(club().pk, day)


def test_years_close_from_the_first_to_the_last_one_over(tess):
    this, place = timezone.localdate().year, {"organisation_id": club().pk, "actor": tess}
    for act in (close_year, open_year):
        with pytest.raises(NotAllowed):
            act(organisation_id=club().pk, year=this - 1, actor=VISITOR)
    for year in (FIRST_DAY.year - 1, this):
        with pytest.raises(YearNotOver):
            close_year(**place, year=year)
    for year in (FIRST_DAY.year, this - 1):
        assert close_year(**place, year=year).year == year
    with pytest.raises(YearClosed):
        close_year(**place, year=this - 1)
    with pytest.raises(YearClosed):
        validate_day(club().pk, date(this - 1, 12, 31))
    open_year(**place, year=this - 1, reason="a late bill")
    with pytest.raises(YearNotClosed):
        open_year(**place, year=this - 1)
    assert [row.year for row in ClosedYear.objects.all()] == [FIRST_DAY.year]
    closed = AuditEntry.objects.filter(action="club.year.closed").order_by("pk")
    assert [one.after for one in closed] == [{"year": FIRST_DAY.year}, {"year": this - 1}]
    opened = AuditEntry.objects.get(action="club.year.opened")
    assert (opened.before, opened.reason) == ({"year": this - 1}, "a late bill")


def test_texts_are_cut_to_their_columns(ann, tess):
    long = replace(tess, label="t" * 300)
    row = invoice(ann, 10, long)
    paid = pay(ann, 5, long, key="k" * 200, text="x" * 400)
    assert (len(paid.made_by), len(paid.key), len(paid.text)) == (200, 100, 300)
    assert pay(ann, 5, long, key="k" * 150) == paid
    assert {len(one.made_by) for one in (*LedgerEntry.objects.all(), *Allocation.objects.all())} == {200}
    countered = counter_entry(entry=row.entries.get(), actor=long, reason="r" * 400)
    assert (len(countered.reason), countered.amount, countered.invoice) == (300, -10, row)
    assert len(require_reason("r" * 400)) == 300
    spare = pay(person("Bob"), 5, long)
    refund = {"payment_id": spare.pk, "reason": "x", "actor": long}
    entry = refund_payment(amount=5, key="f" * 200, **refund)
    assert len(entry.key) == 100
    assert refund_payment(amount=5, key="f" * 150, **refund) == entry
    assert Payment.objects.count() == 2
    close_year(organisation_id=club().pk, year=2020, actor=long)
    assert len(ClosedYear.objects.get().closed_by) == 200


def test_a_reason_of_an_undo_is_its_actors_or_a_dash(tess):
    undo = replace(tess, undoes=AuditEntry())
    assert require_reason(" a \0 b ", tess) == "a b"
    assert require_reason("", replace(undo, reason="a slip")) == "a slip"
    assert require_reason("", undo) == "\N{EN DASH}"
    assert require_reason("own", replace(undo, reason="a slip")) == "own"
    for actor in (None, tess, replace(tess, reason="a slip")):
        with pytest.raises(NoReason):
            require_reason("", actor)


def test_books_are_locked_for_their_treasurer_alone(ann, tess):
    row, paid = invoice(ann, 10, tess), pay(ann, 5, tess)
    for lock, key, refusal in (
        (locked_invoice, row.pk, UnknownInvoice),
        (locked_payment, paid.pk, UnknownPayment),
    ):
        books, found = lock(key, tess)
        assert (books.organisation_id, found.pk) == (club().pk, key)
        with pytest.raises(refusal):
            lock(0, tess)
        with pytest.raises(NotAllowed):
            lock(key, VISITOR)


def test_exports_of_the_books_are_in_the_audit_log(tess):
    told = {"organisation_id": club().pk, "file_format": "csv", "year": 2026}
    with pytest.raises(NotAllowed):
        log_books_export(**told, actor=VISITOR)
    log_books_export(**told, actor=tess)
    entry = AuditEntry.objects.get(action="club.money.exported")
    assert (entry.organisation, entry.after) == (club(), {"year": 2026, "file_format": "csv"})


def test_invoices_are_found_by_words_number_or_reference(tess):
    south = treasurer("sue", "south")
    smith, other = (invoice(person(name), 10, tess) for name in ("Ann Smith", "Ann Jones"))
    foreign = invoice(person("Ann Smith", at="south"), 10, south)
    assert list(invoices_found(actor=tess, words="smith \0 ANN")) == [smith]
    assert list(invoices_found(actor=south, words="Ann")) == [foreign]
    assert set(invoices_found(actor=tess, words=" ")) == {smith, other}
    assert set(invoices_found(actor=SYSTEM, words="ann smith")) == {smith, foreign}
    assert list(invoices_found(actor=tess, words=other.code)) == [other]
    assert list(invoices_found(actor=tess, words=other.reference)) == [other]
    assert not invoices_found(actor=VISITOR, words="Ann").exists()
