"""The books add up in every order of invoices, payments, refunds, counter-entries and what is put where."""

import pytest
from django.db import transaction
from django.db.models import Sum
from effort import amount, tries
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from money_rows import KEYS, invoice, pay, person, treasurer

from club.core.errors import ClubError
from club.models import Invoice, LedgerEntry, Payment
from club.money.selectors.books import balance_of, free_amount, invoices_of, open_amount, payments_of
from club.money.services.allocations import deallocate, use_credit
from club.money.services.invoices import cancel_invoice, claim_again, write_off
from club.money.services.payments import counter_payment, counter_refund, refund_payment

AMOUNTS = st.integers(1, 300)
WHICH = st.integers(0, 5)


class Books(RuleBasedStateMachine):
    """Two people and a treasurer who does whatever the services allow, in any order."""

    def __init__(self):
        super().__init__()
        self.point = transaction.atomic()
        self.point.__enter__()

    @initialize()
    def open_books(self):
        self.actor = treasurer()
        self.people = [person("Ann"), person("Bob")]

    @rule(amount=AMOUNTS, which=WHICH)
    def send_an_invoice(self, amount, which):
        who = self.people[which % 2]
        invoice(who, amount, self.actor)

    @rule(amount=AMOUNTS, which=WHICH)
    def money_comes(self, amount, which):
        who = self.people[which % 2]
        pay(who, amount, self.actor)

    @rule(which=WHICH)
    def cancel(self, which):
        self.attempt(
            Invoice, which, lambda row: cancel_invoice(invoice_id=row.pk, reason="x", actor=self.actor)
        )

    @rule(which=WHICH)
    def give_up(self, which):
        self.attempt(Invoice, which, lambda row: write_off(invoice_id=row.pk, reason="x", actor=self.actor))

    @rule(which=WHICH)
    def ask_again(self, which):
        self.attempt(Invoice, which, lambda row: claim_again(invoice_id=row.pk, reason="x", actor=self.actor))

    @rule(which=WHICH)
    def take_back(self, which):
        self.attempt(
            Payment, which, lambda row: counter_payment(payment_id=row.pk, reason="x", actor=self.actor)
        )

    @rule(which=WHICH, amount=AMOUNTS)
    def pay_back(self, which, amount):
        key = f"refund-{next(KEYS)}"
        self.attempt(
            Payment,
            which,
            lambda row: refund_payment(
                payment_id=row.pk, amount=amount, reason="x", key=key, actor=self.actor
            ),
        )

    @rule(which=WHICH)
    def never_paid_back(self, which):
        entry = LedgerEntry.objects.filter(kind="refund").order_by("pk")[which : which + 1].first()
        if entry is not None:
            self.attempt(
                Payment,
                list(Payment.objects.order_by("pk")).index(entry.payment),
                lambda row: counter_refund(
                    payment_id=row.pk, entry_id=entry.pk, reason="x", actor=self.actor
                ),
            )

    @rule(which=WHICH, other=WHICH)
    def use(self, which, other):
        rows = list(Invoice.objects.order_by("pk"))
        if rows:
            target = rows[other % len(rows)].pk
            self.attempt(
                Payment, which, lambda row: use_credit(payment_id=row.pk, invoice_id=target, actor=self.actor)
            )

    @rule(which=WHICH, other=WHICH)
    def deallocate(self, which, other):
        rows = list(Invoice.objects.order_by("pk"))
        if rows:
            target = rows[other % len(rows)].pk
            self.attempt(
                Payment, which, lambda row: deallocate(payment_id=row.pk, invoice_id=target, actor=self.actor)
            )

    def attempt(self, table, which, act):
        """Do it to one of the rows; a refusal leaves everything as it was."""
        rows = list(table.objects.order_by("pk"))
        if not rows:
            return
        row = rows[which % len(rows)]
        before = self.standing()
        try:
            act(row)
        except ClubError:
            assert self.standing() == before

    def standing(self):
        return list(LedgerEntry.objects.order_by("pk").values_list("pk", "amount"))

    @invariant()
    def books_add_up(self):
        for who in getattr(self, "people", []):
            place = {"organisation_id": who.organisation_id}
            sums = LedgerEntry.objects.filter(person=who).aggregate(sum=Sum("amount"))["sum"] or 0
            asked = sum(open_amount(row) for row in Invoice.objects.filter(payer=who))
            free = sum(free_amount(row) for row in Payment.objects.filter(payer=who))
            assert balance_of(**place, person_id=who.pk) == sums == asked - free

    @invariant()
    def nothing_is_below_nothing(self):
        if not getattr(self, "people", []):
            return
        place = {"organisation_id": self.people[0].organisation_id}
        shown = list(invoices_of(**place))
        money = list(payments_of(**place))
        assert [row.open_amount for row in shown] == [open_amount(row) for row in shown]
        assert [row.free_amount for row in money] == [free_amount(row) for row in money]
        assert all(row.open_amount >= 0 for row in shown)
        assert all(row.free_amount >= 0 for row in money)
        total = LedgerEntry.objects.aggregate(sum=Sum("amount"))["sum"] or 0
        assert total == sum(row.open_amount for row in shown) - sum(row.free_amount for row in money)

    def teardown(self):
        transaction.set_rollback(True)
        self.point.__exit__(None, None, None)


@pytest.mark.sampled
@pytest.mark.django_db
def test_the_books_add_up_in_every_order():
    Books.TestCase.settings = tries(
        3, 60, stateful_step_count=amount(14, 40), suppress_health_check=list(HealthCheck)
    )
    Books.TestCase().runTest()
