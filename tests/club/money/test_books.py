"""The books: nothing is changed or deleted, money is never written twice, each club has its own."""

from datetime import date, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone
from money_rows import invoice, pay, person, plan, treasurer
from people import account, browser_of, club
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import Actor
from club.core.errors import CannotUndo, NotAllowed
from club.models import (
    Allocation,
    AuditEntry,
    FeeRule,
    Guardianship,
    Household,
    HouseholdMember,
    Invoice,
    InvoiceLine,
    LedgerEntry,
    Payment,
    Role,
)
from club.money import triggers as money_triggers
from club.money.errors import (
    BandsUnfit,
    CurrencyInUse,
    DayNotTaken,
    InvoiceCancelled,
    InvoiceNotWrittenOff,
    InvoiceSettled,
    MoreThanFree,
    MoreThanOpen,
    NoReason,
    NotABic,
    NotAllocated,
    NotAnAmount,
    NotAnIban,
    NumberPatternUnfit,
    PaymentCountered,
    PaymentKnown,
    PaymentWasRefunded,
    StepsUnfit,
    UnknownInvoice,
    UnknownPayer,
    YearNotClosed,
    YearNotOver,
)
from club.money.mails import invoice_by_secret, invoice_secret
from club.money.selectors.books import (
    balance_of,
    free_amount,
    invoices_of,
    open_amount,
    open_invoice_rows,
    payers_of_invoices,
)
from club.money.selectors.books_proof import verify_books
from club.money.selectors.treasury import cash_book, totals
from club.money.services.allocations import deallocate, use_credit
from club.money.services.books import close_year, open_year
from club.money.services.invoices import Item, cancel_invoice, claim_again, issue_invoice, write_off
from club.money.services.money_settings import (
    Band,
    Step,
    remove_fee_rule,
    save_fee_rule,
    save_money_settings,
    save_reminder_steps,
)
from club.money.services.payments import (
    counter_payment,
    counter_refund,
    pay_invoice,
    record_payment,
    refund_payment,
)

pytestmark = pytest.mark.django_db


@world
def owner():
    return Actor.of_user(account("olga", role=Role.OWNER))


@world
def ann():
    return person("Ann")


@world
def row(ann, tess):
    return invoice(ann, 1000, tess)


def state(row):
    return invoices_of(organisation_id=row.organisation_id).get(pk=row.pk).state


def undo_latest(action, actor):
    return undo_entry(
        entry_id=AuditEntry.objects.filter(action=action).latest("pk").pk, actor=actor, reason="a slip"
    )


@pytest.mark.parametrize("table", [Invoice, InvoiceLine, Payment, Allocation, LedgerEntry])
def test_the_database_refuses_to_change_or_delete_what_is_booked(table, row, ann, tess):
    pay(ann, 400, tess)
    changed = {"text": "x"} if table is InvoiceLine else {"made_by": "x"}
    changed = {"code": "x"} if table is Invoice else changed
    for act in (lambda: table.objects.update(**changed), lambda: table.objects.all()._raw_delete("default")):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            act()


def test_two_rows_of_one_person_can_become_one(row, ann):
    other = person("Anne")
    Invoice.objects.update(payer=other)
    LedgerEntry.objects.update(person=other)
    InvoiceLine.objects.update(person=other)
    assert Invoice.objects.get().payer == other


def test_the_guard_is_set_up_again(row):
    money_triggers.set_up(connection)
    with pytest.raises(DatabaseError), transaction.atomic():
        Invoice.objects.update(total=1)


@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "invoice", "amount": -1},
        {"kind": "payment", "amount": 1},
        {"kind": "counter", "amount": 1},
        {"kind": "invoice", "amount": 1, "invoice": None},
        {"kind": "nonsense", "amount": 1},
    ],
)
def test_the_table_takes_no_entry_that_cannot_be(facts, row, ann):
    told = {"organisation": club(), "person": ann, "currency": "EUR", "on": date(2026, 1, 1), "invoice": row}
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry.objects.create(**told | facts)


def test_an_invoice_is_paid_in_parts_and_the_rest_is_credit(row, ann, tess):
    pay(ann, 400, tess)
    assert (open_amount(row), state(row)) == (600, "part_paid")
    more = pay(ann, 700, tess)
    assert (open_amount(row), free_amount(more), state(row)) == (0, 100, "paid")
    later = invoice(ann, 300, tess)
    use_credit(payment_id=more.pk, invoice_id=later.pk, actor=tess)
    assert (open_amount(later), free_amount(more)) == (200, 0)
    with pytest.raises(MoreThanFree):
        use_credit(payment_id=more.pk, invoice_id=later.pk, amount=1, actor=tess)
    with pytest.raises(MoreThanOpen):
        use_credit(payment_id=more.pk, invoice_id=row.pk, actor=tess)


@pytest.mark.parametrize("amount", [0, -1])
def test_no_less_than_one_cent_is_put_on_an_invoice(amount, row, ann, tess):
    """Less than nothing would take money off the invoice and leave no trace of who did."""
    paid = pay(ann, 400, tess, parts=[(row.pk, 100)])
    with pytest.raises(NotAnAmount):
        use_credit(payment_id=paid.pk, invoice_id=row.pk, amount=amount, actor=tess)
    with pytest.raises(NotAnAmount):
        pay(ann, 50, tess, parts=[(row.pk, amount)])
    assert (open_amount(row), free_amount(paid)) == (900, 300)
    with pytest.raises(MoreThanFree):
        use_credit(payment_id=pay(ann, 900, tess).pk, invoice_id=invoice(ann, 5, tess).pk, actor=tess)


def test_the_same_key_is_the_same_payment(row, ann, tess):
    first = pay(ann, 400, tess, key="once")
    assert pay(ann, 400, tess, key="once") == first
    with pytest.raises(PaymentKnown):
        pay(ann, 500, tess, key="once")
    assert Payment.objects.count() == 1


def test_a_long_key_is_the_same_payment_of_an_invoice_that_it_settled(row, tess):
    """Keys are stored with 100 characters: what is sent again is found by them."""
    told = {"invoice_id": row.pk, "received_on": timezone.localdate(), "method": "cash", "actor": tess}
    first = pay_invoice(amount=1000, key="k" * 101, **told)
    assert pay_invoice(amount=1000, key="k" * 101, **told) == first
    with pytest.raises(PaymentKnown):
        pay_invoice(amount=999, key="k" * 100, **told)
    with pytest.raises(InvoiceSettled):
        pay_invoice(amount=1000, key="k" * 99, **told)


def test_an_invoice_is_paid_by_those_it_is_for_and_those_about_them(tess):
    """Who pays for whom: the payer, persons of the lines, their households and their guardians."""
    home = Household.objects.create(organisation=club(), name="Home")
    father, mother, child, other = (person(name) for name in ("Father", "Mother", "Child", "Other"))
    HouseholdMember.objects.create(household=home, person=father)
    Guardianship.objects.create(guardian=mother, ward=child)
    lines = [Item("Fee", 100, child.pk)]
    told = {"organisation_id": club().pk, "subject": "Fee", "items": lines, "actor": tess}
    for_child = issue_invoice(payer_id=father.pk, **told)
    alone = invoice(other, 200, tess)
    persons, names = payers_of_invoices(open_invoice_rows(club().pk))
    assert persons[for_child.pk] == {child.pk, -home.pk, mother.pk}
    assert names[for_child.pk] == {"Child", "Mother"}
    assert (persons[alone.pk], names[alone.pk]) == ({other.pk}, {"Other"})


def test_the_same_refund_is_paid_back_once(ann, tess):
    paid = pay(ann, 400, tess)
    told = {"payment_id": paid.pk, "amount": 100, "reason": "too much", "key": "r", "actor": tess}
    assert refund_payment(**told) == refund_payment(**told)
    assert free_amount(paid) == 300
    with pytest.raises(MoreThanFree):
        refund_payment(**told | {"amount": 301, "key": "r2"})
    with pytest.raises(PaymentWasRefunded):
        counter_payment(payment_id=paid.pk, reason="x", actor=tess)
    entry = LedgerEntry.objects.get(kind="refund")
    counter_refund(payment_id=paid.pk, entry_id=entry.pk, reason="it stayed", actor=tess)
    assert free_amount(paid) == 400


def test_a_cancelled_invoice_keeps_its_rows_and_frees_what_was_paid(row, ann, tess):
    paid = pay(ann, 1000, tess)
    cancel_invoice(invoice_id=row.pk, reason="twice", actor=tess)
    assert (state(row), open_amount(row), free_amount(paid)) == ("cancelled", 0, 1000)
    assert balance_of(organisation_id=club().pk, person_id=ann.pk) == -1000
    with pytest.raises(InvoiceCancelled):
        cancel_invoice(invoice_id=row.pk, reason="again", actor=tess)
    told = {"amount": 5, "received_on": timezone.localdate(), "method": "cash", "actor": tess}
    with pytest.raises(InvoiceCancelled):
        pay_invoice(invoice_id=row.pk, key="late", **told)


def test_a_paid_invoice_is_not_paid_again(row, ann, tess):
    pay(ann, 1000, tess)
    with pytest.raises(InvoiceSettled):
        pay_invoice(
            invoice_id=row.pk,
            amount=5,
            received_on=timezone.localdate(),
            method="cash",
            key="again",
            actor=tess,
        )


def test_what_is_written_off_can_be_asked_for_again(row, ann, tess):
    pay(ann, 400, tess)
    write_off(invoice_id=row.pk, reason="moved abroad", actor=tess)
    assert state(row) == "written_off"
    with pytest.raises(InvoiceSettled):
        write_off(invoice_id=row.pk, reason="x", actor=tess)
    claim_again(invoice_id=row.pk, reason="is back", actor=tess)
    assert open_amount(row) == 600
    with pytest.raises(InvoiceNotWrittenOff):
        claim_again(invoice_id=row.pk, reason="x", actor=tess)


def test_a_payment_that_did_not_come_opens_what_it_paid(row, ann, tess):
    paid = pay(ann, 1000, tess)
    counter_payment(payment_id=paid.pk, reason="returned by the bank", actor=tess)
    assert (open_amount(row), balance_of(organisation_id=club().pk, person_id=ann.pk)) == (1000, 1000)
    with pytest.raises(PaymentCountered):
        counter_payment(payment_id=paid.pk, reason="again", actor=tess)


def test_a_payment_is_taken_off_an_invoice_once(row, ann, tess):
    paid = pay(ann, 1000, tess)
    deallocate(payment_id=paid.pk, invoice_id=row.pk, actor=tess)
    assert (open_amount(row), free_amount(paid)) == (1000, 1000)
    with pytest.raises(NotAllocated):
        deallocate(payment_id=paid.pk, invoice_id=row.pk, actor=tess)


@pytest.mark.parametrize("amount", [0, -5, 10**12 + 1, 10**30])
def test_what_is_no_amount_is_refused(amount, ann, tess):
    with pytest.raises(NotAnAmount):
        pay(ann, amount, tess)
    with pytest.raises(NotAnAmount):
        invoice(ann, amount, tess)


def test_days_to_come_and_of_long_ago_are_refused(ann, tess):
    for day in (timezone.localdate() + timedelta(days=1), date(1999, 12, 31), date.min, date.max):
        with pytest.raises(DayNotTaken):
            pay(ann, 5, tess, on=day)


def test_what_is_done_by_hand_needs_a_reason(row, tess):
    for act in (cancel_invoice, write_off, claim_again):
        with pytest.raises(NoReason):
            act(invoice_id=row.pk, reason=" \0 ", actor=tess)


def test_everything_in_the_books_is_undone_by_counter_entries(row, ann, owner, tess):
    pay(ann, 400, tess)
    undo_latest("club.payment.recorded", owner)
    write_off(invoice_id=row.pk, reason="x", actor=tess)
    undo_latest("club.invoice.written_off", owner)
    undo_latest("club.invoice.claimed_again", owner)
    undo_latest("club.invoice.written_off", owner)
    undo_latest("club.invoice.issued", owner)
    assert balance_of(organisation_id=club().pk, person_id=ann.pk) == 0
    assert LedgerEntry.objects.count() == 8


def test_what_was_put_and_taken_off_is_undone(row, ann, owner, tess):
    paid = pay(ann, 400, tess)
    deallocate(payment_id=paid.pk, invoice_id=row.pk, actor=tess)
    undo_latest("club.payment.taken_off", owner)
    assert free_amount(paid) == 0
    undo_latest("club.payment.put", owner)
    assert free_amount(paid) == 400
    refund_payment(payment_id=paid.pk, amount=400, reason="x", key="r", actor=tess)
    undo_latest("club.payment.refunded", owner)
    assert free_amount(paid) == 400


def test_a_paid_invoice_is_not_undone(row, ann, owner, tess):
    pay(ann, 400, tess)
    with pytest.raises(CannotUndo) as refusal:
        undo_latest("club.invoice.issued", owner)
    assert refusal.value.facts["why"] == "invoice_is_paid"


def test_settings_fees_and_steps_go_back(tess, owner):
    place = {"organisation_id": club().pk, "actor": tess}
    save_money_settings(**place, tax_note="No tax")
    undo_latest("club.money.settings_kept", owner)
    adult = plan()
    told = {"plan_id": adult.pk, "per": "year", "part": "month", "actor": tess}
    save_fee_rule(**told, amount=100, bands=[Band(0, 17, 50)])
    save_fee_rule(**told, amount=200)
    undo_latest("club.fee_rule.kept", owner)
    assert FeeRule.objects.get().bands.get().percent == 50
    remove_fee_rule(plan_id=adult.pk, actor=tess)
    undo_latest("club.fee_rule.removed", owner)
    assert FeeRule.objects.get().amount == 100
    save_reminder_steps(**place, steps=[Step(7, 0, "x")])
    undo_latest("club.reminder_steps.kept", owner)
    assert not club().reminder_steps.exists()


def test_years_are_closed_and_opened_in_their_order(tess, owner):
    place, year = {"organisation_id": club().pk, "actor": tess}, timezone.localdate().year
    with pytest.raises(YearNotOver):
        close_year(**place, year=year)
    close_year(**place, year=year - 2)
    close_year(**place, year=year - 1)
    with pytest.raises(YearNotClosed):
        open_year(**place, year=year - 2)
    undo_latest("club.year.closed", owner)
    undo_latest("club.year.opened", owner)
    assert club().closed_years.count() == 2


@pytest.mark.parametrize(
    ("told", "refusal"),
    [
        ({"iban": "NL00ABNA0417164300"}, NotAnIban),
        ({"bic": "nonsens"}, NotABic),
        ({"number_pattern": "{number}"}, NumberPatternUnfit),
        ({"currency": "XXX"}, NotAnAmount),
        ({"payment_days": 10**9}, NotAnAmount),
        ({"household_most": -1}, NotAnAmount),
    ],
)
def test_settings_that_cannot_be_are_refused(told, refusal, tess):
    with pytest.raises(refusal):
        save_money_settings(organisation_id=club().pk, actor=tess, **told)


def test_the_currency_stays_once_something_is_booked(row, tess):
    with pytest.raises(CurrencyInUse):
        save_money_settings(organisation_id=club().pk, currency="GBP", actor=tess)


def test_bands_and_steps_that_do_not_fit_are_refused(tess):
    told = {"plan_id": plan().pk, "amount": 1, "per": "year", "part": "day", "actor": tess}
    for bands in (
        [Band(0, 17, 50), Band(17, 20, 10)],
        [Band(5, 4, 10)],
        [Band(0, 9, 101)],
        [Band(0, 151, 5)],
    ):
        with pytest.raises(BandsUnfit):
            save_fee_rule(**told, bands=bands)
    for steps in ([Step(7, 0), Step(7, 0)], [Step(0, 0)], [Step(400, 0)]):
        with pytest.raises(StepsUnfit):
            save_reminder_steps(organisation_id=club().pk, steps=steps, actor=tess)


# -- two clubs, and one's own ------------------------------------------------------------------------


def test_another_clubs_books_are_closed(row, ann, tess):
    south = treasurer("sue", "south")
    with pytest.raises(NotAllowed):
        cancel_invoice(invoice_id=row.pk, reason="x", actor=south)
    told = {"amount": 5, "received_on": timezone.localdate(), "method": "cash", "key": "k", "actor": south}
    with pytest.raises(UnknownPayer):
        record_payment(organisation_id=club("south").pk, payer_id=ann.pk, **told)
    desk = browser_of(south.user)
    for page in (f"invoices/{row.pk}/", f"accounts/{ann.pk}/", "?club=north"):
        assert desk.get(f"/desk/money/{page}").status_code in {403, 404}
    assert row.code not in desk.get("/desk/money/invoices/").content.decode()


def test_a_credit_is_not_used_in_another_club(row, tess):
    south = treasurer("sue", "south")
    paid = pay(person("Cid", at="south"), 50, south)
    with pytest.raises(UnknownInvoice):
        use_credit(payment_id=paid.pk, invoice_id=row.pk, actor=south)
    assert free_amount(paid) == 50


def test_members_see_their_own_invoices_and_those_of_their_wards(tess):
    user = account("mia", role=Role.PLAYER)
    mother, child = user.person, person("Tim")
    Guardianship.objects.create(guardian=mother, ward=child)
    mine, theirs, foreign = (
        invoice(mother_or, 100, tess) for mother_or in (_save_member(mother), child, person("Stranger"))
    )
    desk = browser_of(user)
    assert mine.code in desk.get("/desk/me/").content.decode()
    assert theirs.code in desk.get(f"/desk/me/{child.pk}/").content.decode()
    for one, status in ((mine, 200), (theirs, 200), (foreign, 404)):
        assert desk.get(f"/desk/me/invoices/{one.pk}/").status_code == status


def _save_member(who):
    who.organisation = club()
    who.save()
    return who


def test_the_link_of_a_mail_opens_its_invoice_and_no_other(row, client, tess):
    save_money_settings(
        organisation_id=club().pk, iban="NL91ABNA0417164300", creditor_name="North", actor=tess
    )
    with_code = invoice(person("Bob"), 500, tess)
    for one in (row, with_code):
        assert client.get(f"/invoice/{invoice_secret(one)}/").status_code == 200
        assert client.get(f"/invoice/{invoice_secret(one)}/pdf/").content.startswith(b"%PDF")
    stolen = invoice_secret(row).replace(str(row.pk), str(with_code.pk), 1)
    for secret in (stolen, "1", "-", "x-y", "9" * 30 + "-a", f"{row.pk}-"):
        assert invoice_by_secret(secret) is None
        assert client.get(f"/invoice/{secret}/").status_code == 404


# -- sums ------------------------------------------------------------------------------------------


def test_the_sums_of_the_treasurer(row, ann, tess):
    pay(ann, 400, tess)
    spare = pay(person("Bob"), 50, tess)
    refund_payment(payment_id=spare.pk, amount=20, reason="x", key="r", actor=tess)
    today = timezone.localdate()
    late = row.due_on + timedelta(days=1)
    found = totals(organisation_id=club().pk, year=today.year, today=late)
    assert (found.open_sum, found.overdue_sum, found.open_count, found.overdue_count) == (600, 600, 1, 1)
    assert (found.credit, found.charged, found.received, found.refunded) == (30, 1000, 450, 20)


def test_credit_of_one_payer_on_the_invoice_of_another_moves_between_their_accounts(tess):
    father, child = person("Ann"), person("Bob")
    row, paid = invoice(child, 500, tess), pay(father, 800, tess)
    place = {"organisation_id": club().pk}
    use_credit(payment_id=paid.pk, invoice_id=row.pk, actor=tess)
    assert (open_amount(row), free_amount(paid)) == (0, 300)
    assert [balance_of(**place, person_id=one.pk) for one in (father, child)] == [-300, 0]
    moved = LedgerEntry.objects.filter(kind="transfer").order_by("-amount")
    assert [(one.person, one.amount, one.reason) for one in moved] == [
        (father, 500, row.code),
        (child, -500, row.code),
    ]
    assert [one.kind for one in cash_book(**place, year=timezone.localdate().year)] == ["payment"]
    deallocate(payment_id=paid.pk, invoice_id=row.pk, actor=tess)
    assert [balance_of(**place, person_id=one.pk) for one in (father, child)] == [-800, 500]
    assert verify_books(club=club()).faults == ()


def test_the_migration_adds_the_transfers_of_earlier_allocations(tess):
    father, child = person("Ann"), person("Bob")
    row, paid = invoice(child, 500, tess), pay(father, 800, tess)
    Allocation.objects.create(payment=paid, invoice=row, amount=400, made_by="tess")
    assert {fault.what for fault in verify_books(club=club()).faults} == {"account"}
    migration = import_module("club.migrations.0003_transfers_between_accounts")
    run = migration.Migration.operations[-1].code  # after the constraint that allows the entries
    run(apps, SimpleNamespace(connection=connection))
    assert verify_books(club=club()).faults == ()
    assert balance_of(organisation_id=club().pk, person_id=child.pk) == 100
