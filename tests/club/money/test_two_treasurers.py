"""Two treasurers in the same moment: at most one of two that exclude each other wins, the other is told."""

from datetime import date

from concurrency import at_once, on_postgresql
from money_rows import invoice, member, pay, person, plan, treasurer
from people import club
from worlds import world

from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.duplicates.services.merging import merge_persons
from club.models import Invoice, LedgerEntry, Payment
from club.money.errors import (
    InvoiceCancelled,
    InvoiceSettled,
    MoreThanFree,
    MoreThanOpen,
    RunChangedMeanwhile,
)
from club.money.fees import Period
from club.money.selectors.books import balance_of, free_amount, open_amount
from club.money.selectors.fee_runs import fee_preview
from club.money.services.allocations import use_credit
from club.money.services.fee_runs import book_fee_run
from club.money.services.invoices import cancel_invoice, write_off
from club.money.services.money_settings import save_fee_rule
from club.money.services.payments import pay_invoice, refund_payment

pytestmark = on_postgresql


@world
def two():
    return treasurer("tess"), treasurer("theo")


@world
def row(two):
    return invoice(person("Ann"), 1000, two[0])


def paid_by(row, actor, key):
    return lambda: pay_invoice(
        invoice_id=row.pk,
        amount=1000,
        received_on=row.issued_on,
        method="cash",
        key=key,
        actor=actor,
    )


def test_a_double_press_is_one_payment(row, two):
    first, second = at_once(*(paid_by(row, actor, "one form") for actor in two))
    assert first == second
    assert (Payment.objects.count(), open_amount(row)) == (1, 0)


def test_of_two_who_take_the_same_money_one_is_told(row, two):
    found = at_once(*(paid_by(row, actor, actor.label) for actor in two))
    assert sum(isinstance(one, InvoiceSettled) for one in found) == 1
    assert Payment.objects.count() == 1


def test_a_payment_and_a_counter_entry_meet(row, two):
    found = at_once(
        paid_by(row, two[0], "k"), lambda: cancel_invoice(invoice_id=row.pk, reason="x", actor=two[1])
    )
    paid = Payment.objects.first()
    assert open_amount(row) == 0
    if paid is None:
        assert isinstance(found[0], InvoiceCancelled)
        assert balance_of(organisation_id=club().pk, person_id=row.payer_id) == 0
    else:  # the payment came first: it is free again
        assert free_amount(paid) == 1000


def test_two_runs_of_one_time_charge_once(two):
    adult = plan()
    member("Piet", adult, date(2020, 1, 1))
    save_fee_rule(plan_id=adult.pk, amount=12000, per="year", part="month", actor=two[0])
    time = Period(date(2026, 1, 1), date(2026, 12, 31))
    seen = fee_preview(organisation_id=club().pk, period=time).seen
    found = at_once(
        *(
            lambda actor=actor: book_fee_run(organisation_id=club().pk, period=time, seen=seen, actor=actor)
            for actor in two
        )
    )
    assert sum(isinstance(one, RunChangedMeanwhile) for one in found) == 1
    assert Invoice.objects.count() == 1


def test_credit_is_used_or_paid_back_and_not_both(row, two):
    paid = pay(row.payer, 600, two[0], parts=[])
    found = at_once(
        lambda: use_credit(payment_id=paid.pk, invoice_id=row.pk, actor=two[0]),
        lambda: refund_payment(payment_id=paid.pk, amount=600, reason="x", key="r", actor=two[1]),
    )
    assert sum(isinstance(one, MoreThanFree) for one in found) == 1
    assert free_amount(paid) == 0


def test_a_write_off_and_a_credit_meet(row, two):
    paid = pay(row.payer, 1000, two[0], parts=[])
    found = at_once(
        lambda: use_credit(payment_id=paid.pk, invoice_id=row.pk, actor=two[0]),
        lambda: write_off(invoice_id=row.pk, reason="x", actor=two[1]),
    )
    assert sum(isinstance(one, MoreThanOpen | InvoiceSettled) for one in found) == 1
    assert open_amount(row) == 0


def test_numbers_have_no_gap_when_two_write_at_once(two):
    pairs = zip((person("Ann"), person("Bob")), two, strict=True)
    at_once(*(lambda who=who, actor=actor: invoice(who, 5, actor) for who, actor in pairs))
    assert sorted(Invoice.objects.values_list("number", flat=True)) == [1, 2]


def test_a_payment_of_one_who_is_merged_meanwhile_is_of_the_surviving_person(row, two):
    """The form was opened before the merge; whichever comes first, nothing hangs on the merged person."""
    kept = person("Ann Smith")
    merge = lambda: merge_persons(kept_id=kept.pk, merged_id=row.payer_id, actor=SYSTEM)  # noqa: E731
    found = at_once(paid_by(row, two[0], "k"), merge)
    assert not any(isinstance(one, ClubError) for one in found)
    assert Payment.objects.get().payer_id == kept.pk
    assert not LedgerEntry.objects.exclude(person=kept).exists()


def test_a_payment_of_a_merged_person_is_of_the_surviving_one(row, two):
    kept = person("Ann Smith")
    merge_persons(kept_id=kept.pk, merged_id=row.payer_id, actor=SYSTEM)
    assert pay(row.payer, 300, two[0]).payer_id == kept.pk
