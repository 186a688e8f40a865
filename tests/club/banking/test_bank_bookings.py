"""Bank files at the treasurer's: read once, booked by one press, taken back by counter-entries."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from unittest import mock

import pytest
from django.db import connection
from django.utils import timezone
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from money_rows import invoice, person, treasurer
from people import club

from club.accounts.services.roles import grant_role
from club.audit.services import rehearse_undo, undo_entry
from club.banking.errors import (
    BankFileRefused,
    FileHasReturns,
    MovementSettled,
    NobodyNamed,
    NothingNewInFile,
    NotThatAmount,
    OtherCurrency,
    PartsDoNotFit,
    UnknownMovement,
    WrongDirection,
)
from club.banking.formats.layouts import Layout
from club.banking.selectors import open_movements, proposals_for
from club.banking.services.bank_bookings import (
    Choice,
    book_exact,
    book_movements,
    choice_of,
    ignore_transaction,
    reopen_transaction,
)
from club.banking.services.bank_files import read_bank_file, revert_bank_file
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, ClubError, NotAllowed
from club.core.messages import refusal_text
from club.models import AuditEntry, BankFile, BankMovement, MovementState, Payment, Role
from club.money.errors import MoreThanOpen, UnknownInvoice
from club.money.selectors.books import balance_of, open_amount
from club.money.services.payments import counter_payment, refund_payment

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate


def table(*rows, day=None):
    """A table of the bank with a line a row: amount, name, text."""
    day = day or TODAY()
    lines = [f"{day};{name};{amount};{text}" for amount, name, text in rows]
    return "\n".join(["Datum;Naam;Bedrag;Omschrijving", *lines]).encode()


def read(actor, *rows, **more):
    return read_bank_file(
        organisation_id=club().pk, data=table(*rows, **more), name="november.csv", actor=actor
    )


def waiting():
    return list(open_movements(organisation_id=club().pk))


def proposed():
    return proposals_for(organisation_id=club().pk, movements=waiting())


def book(actor, *choices):
    return book_movements(organisation_id=club().pk, choices=choices, actor=actor)


def ticked():
    return [choice_of(one.movement.pk, one.told) for one in proposed() if one.is_ticked]


def test_one_press_books_what_is_certain(tess):
    ann = person("Ann Smith")
    asked = invoice(ann, 6000, tess)
    read(tess, ("60,00", "A. Somebody", f"fee {asked.reference}"), ("12,00", "The baker", "bread"))
    assert [one.is_ticked for one in proposed()] == [True, False]
    pressed = book(tess, *ticked())
    assert (len(pressed.booked), pressed.amount) == (1, 6000)
    assert open_amount(asked) == 0
    payment = Payment.objects.get()
    assert (payment.method, payment.payer, payment.received_on) == ("bank", ann, TODAY())
    assert [one.name for one in waiting()] == ["The baker"]
    entry = AuditEntry.objects.filter(action="club.bank.booked").get()
    assert "Somebody" not in str(entry.after)


def test_the_same_file_and_an_overlapping_one_bring_nothing_twice(tess):
    read(tess, ("60,00", "Ann", "one"), ("60,00", "Ann", "one"))
    with pytest.raises(NothingNewInFile) as refusal:
        read(tess, ("60,00", "Ann", "one"), ("60,00", "Ann", "one"))
    assert refusal.value.facts == {"known": 2}
    more = read(tess, ("60,00", "Ann", "one"), ("60,00", "Ann", "one"), ("5,00", "Bob", "two"))
    assert (more.new, more.known) == (1, 2)


ROWS = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from(["10,00", "20,00"]), st.sampled_from(["x", "y"])),
    max_size=12,
)
SPANS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=4)


@tries(6, 60)
@given(ROWS, SPANS)
def test_overlapping_statements_book_each_movement_once(tess, rows, spans):
    BankMovement.objects.all().delete()
    BankFile.objects.all().delete()
    before = Payment.objects.count()
    ann = person("Ann")
    covered = [row for row in rows if any(first <= row[0] <= last for first, last in spans)]
    for first, last in spans:
        within = [row for row in rows if first <= row[0] <= last]
        lines = [f"2026-11-0{day};Ann;{amount};{text} {ann.pk}" for day, amount, text in within]
        data = "\n".join(["Datum;Naam;Bedrag;Omschrijving", *lines]).encode()
        try:
            read_bank_file(organisation_id=club().pk, data=data, name="", actor=tess)
        except (NothingNewInFile, BankFileRefused):
            continue
        book(tess, *(Choice(movement_id=one.pk, payer_id=ann.pk) for one in waiting()))
    assert Payment.objects.count() - before == len(covered)
    booked = sum(one.amount for one in Payment.objects.filter(payer=ann))
    assert booked == sum(int(amount[:2]) * 100 for _day, amount, _text in covered)
    assert balance_of(organisation_id=club().pk, person_id=ann.pk) == -booked


def test_a_family_pays_two_invoices_at_once(tess):
    ann, bob = person("Ann Smith"), person("Bob Smith")
    first, second = invoice(ann, 6000, tess), invoice(bob, 4000, tess)
    read(tess, ("100,00", "Ann", f"{first.reference} {second.reference}"))
    book(tess, *ticked())
    assert (open_amount(first), open_amount(second)) == (0, 0)


def test_what_is_more_becomes_credit(tess):
    ann = person("Ann Smith")
    asked = invoice(ann, 6000, tess)
    read(tess, ("70,00", "Ann Smith", asked.code))
    (one,) = proposed()
    assert not one.is_ticked
    book(tess, choice_of(one.movement.pk, one.told))
    assert balance_of(organisation_id=club().pk, person_id=ann.pk) == -1000


@pytest.mark.parametrize(
    ("choice", "error"),
    [
        pytest.param({"parts": ("asked:7000",)}, PartsDoNotFit, id="more than came"),
        pytest.param({"parts": ("asked:1", "asked:1")}, PartsDoNotFit, id="an invoice twice"),
        pytest.param({}, NobodyNamed, id="nobody's"),
        pytest.param({"parts": ("none:5",)}, NobodyNamed, id="no such invoice"),
        pytest.param({"parts": ("none:5",), "payer_id": True}, UnknownInvoice, id="no such invoice, a payer"),
        pytest.param({"parts": ("asked:6000",)}, MoreThanOpen, id="more than is open"),
        pytest.param({"returned_id": 1}, WrongDirection, id="came in, not given back"),
        pytest.param({"refund_id": 1}, WrongDirection, id="came in, no refund"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_written(tess, choice, error):
    asked = invoice(person("Ann"), 5000, tess)
    read(tess, ("60,00", "X", "y"))
    (row,) = waiting()
    numbers = {"asked": asked.pk, "none": 10**9}
    pairs = [one.split(":") for one in choice.get("parts", ())]
    said = choice | {"parts": tuple((numbers[name], int(amount)) for name, amount in pairs)}
    if "payer_id" in said:
        said["payer_id"] = asked.payer_id
    with pytest.raises(error) as refusal:
        book(tess, Choice(movement_id=row.pk, **said))
    assert refusal_text(refusal.value).next_step
    assert (Payment.objects.count(), waiting()) == (0, [row])


def test_one_press_books_the_rest_where_one_does_not_fit(tess):
    ann = person("Ann")
    first, second = invoice(ann, 6000, tess), invoice(ann, 4000, tess)
    read(tess, ("60,00", "Ann", first.reference), ("40,00", "Ann", second.reference))
    seen = ticked()
    book(tess, seen[0])
    pressed = book(tess, *seen)
    assert (pressed.booked, [error.code for _row, error in pressed.skipped]) == (
        [seen[1].movement_id],
        ["movement_settled"],
    )
    with pytest.raises(MovementSettled):
        book(tess, seen[0])


def test_a_payment_taken_back_in_the_books_waits_again(tess):
    asked = invoice(person("Ann"), 6000, tess)
    read(tess, ("60,00", "Ann", asked.reference))
    book(tess, *ticked())
    counter_payment(payment_id=Payment.objects.get().pk, reason="wrong", actor=tess)
    assert len(waiting()) == 1
    book(tess, *ticked())
    assert (open_amount(asked), Payment.objects.count(), waiting()) == (0, 2, [])


def test_setting_aside_says_why_and_can_be_taken_up_again(tess):
    read(tess, ("60,00", "The baker", "x"))
    (row,) = waiting()
    ignore_transaction(movement_id=row.pk, reason="not ours", actor=tess)
    assert waiting() == []
    with pytest.raises(MovementSettled):
        ignore_transaction(movement_id=row.pk, reason="again", actor=tess)
    reopen_transaction(movement_id=row.pk, actor=tess)
    assert waiting() == [row]


def camt(amount, *, credit=True, reversal=False, end_to_end="E1", name="Kees Kok", reason="", entry="B1"):
    sign = "CRDT" if credit else "DBIT"
    rsn = f"<RtrInf><Rsn><Cd>{reason}</Cd></Rsn></RtrInf>" if reason else ""
    return (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>'
        "<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id><Ccy>EUR</Ccy></Acct><Ntry>"
        f'<Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd>'
        f"<RvslInd>{'true' if reversal else 'false'}</RvslInd><Sts><Cd>BOOK</Cd></Sts>"
        f"<BookgDt><Dt>{TODAY()}</Dt></BookgDt><AcctSvcrRef>{entry}</AcctSvcrRef><NtryDtls><TxDtls>"
        f"<Refs><EndToEndId>{end_to_end}</EndToEndId></Refs>"
        f"<RltdPties><Dbtr><Pty><Nm>{name}</Nm></Pty></Dbtr><Cdtr><Pty><Nm>{name}</Nm></Pty></Cdtr></RltdPties>"
        f"{rsn}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>"
    ).encode()


def send(actor, data):
    return read_bank_file(organisation_id=club().pk, data=data, name="x.xml", actor=actor)


def test_a_returned_direct_debit_opens_its_invoice_again(tess):
    kees = person("Kees Kok")
    asked = invoice(kees, 2500, tess)
    send(tess, camt("25.00"))
    book(tess, Choice(movement_id=waiting()[0].pk, parts=((asked.pk, 2500),)))
    first = BankFile.objects.get()
    send(tess, camt("25.00", credit=False, reversal=True, reason="AM04", entry="B2"))
    (back,) = proposed()
    assert (back.is_ticked, back.went.went) == (True, "returned")
    book(tess, choice_of(back.movement.pk, back.told))
    assert open_amount(asked) == 2500
    returned = BankMovement.objects.get(state=MovementState.RETURNED)
    assert returned.payment == Payment.objects.get()
    with pytest.raises(FileHasReturns):
        revert_bank_file(file_id=returned.file_id, actor=tess)
    assert first.pk != returned.file_id


def test_a_refund_of_the_books_is_known_again_and_another_amount_is_not(tess):
    kees = person("Kees Kok")
    send(tess, camt("25.00"))
    book(tess, Choice(movement_id=waiting()[0].pk, payer_id=kees.pk))
    paid_back = refund_payment(
        payment_id=Payment.objects.get().pk, amount=1000, reason="too much", key="r1", actor=tess
    )
    send(tess, camt("10.00", credit=False, entry="B2"))
    (out,) = proposed()
    assert (out.about, out.told) == (paid_back, f"refund:{paid_back.pk}")
    book(tess, choice_of(out.movement.pk, out.told))
    assert waiting() == []
    send(tess, camt("11.00", credit=False, entry="B3"))
    with pytest.raises(NotThatAmount):
        book(tess, Choice(movement_id=waiting()[0].pk, returned_id=Payment.objects.get().pk))


def test_a_file_is_taken_back_by_counter_entries_and_can_be_read_again(tess):
    ann = person("Ann")
    asked = invoice(ann, 6000, tess)
    brought = read(tess, ("60,00", "Ann", asked.reference), ("5,00", "Bob", "x"))
    book(tess, *ticked())
    revert_bank_file(file_id=brought.file.pk, actor=tess, reason="another club's")
    assert (open_amount(asked), BankMovement.objects.count()) == (6000, 0)
    assert balance_of(organisation_id=club().pk, person_id=ann.pk) == 6000
    read(tess, ("60,00", "Ann", asked.reference), ("5,00", "Bob", "x"))
    assert len(book(tess, *ticked()).booked) == 1
    assert open_amount(asked) == 0


def test_a_press_and_a_file_go_back_by_the_trail(tess):
    grant_role(user=tess.user, role=Role.OWNER, scope=Scope(club().pk), actor=SYSTEM)
    owner = Actor.of_user(tess.user)
    asked = invoice(person("Ann"), 6000, owner)
    read(owner, ("60,00", "Ann", asked.reference), ("7,00", "Z", "z"))
    book(owner, *ticked())
    press = AuditEntry.objects.filter(action="club.bank.booked").get()
    assert rehearse_undo(entry_id=press.pk, actor=owner)
    undo_entry(entry_id=press.pk, actor=owner)
    assert (open_amount(asked), len(waiting())) == (6000, 2)
    ignore_transaction(movement_id=waiting()[1].pk, reason="not ours", actor=owner)
    undo_entry(entry_id=AuditEntry.objects.get(action="club.bank_movement.set_aside").pk, actor=owner)
    book(owner, *ticked())
    came = AuditEntry.objects.get(action="club.bank_file.read")
    undo_entry(entry_id=came.pk, actor=owner)
    assert (open_amount(asked), BankFile.objects.count()) == (6000, 0)
    again = AuditEntry.objects.filter(action="club.bank.booked").order_by("pk").last()
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=again.pk, actor=owner)
    assert refusal.value.facts["why"] == "is_gone"


def test_a_booking_that_was_replaced_is_not_undone_whatever_the_clock_said(tess):
    grant_role(user=tess.user, role=Role.OWNER, scope=Scope(club().pk), actor=SYSTEM)
    owner = Actor.of_user(tess.user)
    noon = timezone.localtime().replace(hour=12)  # an hour earlier is the same day
    with mock.patch("django.utils.timezone.now", return_value=noon) as clock:
        asked = invoice(person("Ann"), 6000, owner)
        read(owner, ("60,00", "Ann", asked.reference))
        book(owner, *ticked())
        press = AuditEntry.objects.filter(action="club.bank.booked").get()
        reopen_transaction(movement_id=BankMovement.objects.get().pk, actor=owner)
        clock.return_value = noon - timedelta(hours=1)
        book(owner, *ticked())
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=press.pk, actor=owner)
    assert refusal.value.facts["why"] == "changed_again"
    assert open_amount(asked) == 0


def test_a_layout_said_once_is_remembered(tess):
    data = b"a;b;c\n11/12/2026;1.234;Ann\n".replace(b"2026", b"2025")
    with pytest.raises(BankFileRefused) as refusal:
        send(tess, data)
    assert "column" in refusal_text(refusal.value).what
    layout = Layout(columns={0: "booked_on", 1: "amount", 2: "name"}, decimal_mark=",", date_order="mdy")
    read_bank_file(organisation_id=club().pk, data=data, name="", layout=layout, actor=tess)
    send(tess, data.replace(b"1.234", b"2.000"))
    assert [(one.amount, one.booked_on) for one in waiting()] == [
        (123_400, date(2025, 11, 12)),
        (200_000, date(2025, 11, 12)),
    ]


def test_a_likely_double_of_another_file_is_not_ticked(tess):
    asked = invoice(person("Ann"), 6000, tess)
    read(tess, ("60,00", "Ann", "as the table says"))
    read(tess, ("60,00", "Ann", f"as another table says {asked.reference}"))
    assert [(one.is_alike, one.is_ticked) for one in proposed()] == [(False, False), (True, False)]


def test_only_who_keeps_the_money_reads_and_books(tess):
    read(tess, ("60,00", "Ann", "x"))
    (row,) = waiting()
    other = treasurer("otto", at="south")
    with pytest.raises(NotAllowed):
        read(other, ("1,00", "x", "y"))
    with pytest.raises(NotAllowed):
        ignore_transaction(movement_id=row.pk, reason="x", actor=other)
    with pytest.raises(UnknownMovement):
        book_movements(organisation_id=club("south").pk, choices=[Choice(movement_id=row.pk)], actor=other)


@pytest.mark.parametrize("told", ["1:x", "x", "returned:", "1:2,3", "9" * 30 + ":1", "٣:1"])
def test_what_a_form_sends_back_is_read_or_refused(told):
    with pytest.raises(PartsDoNotFit):
        choice_of(1, told)


def test_another_currency_is_refused(tess):
    with pytest.raises(OtherCurrency):
        send(tess, camt("1.00").replace(b"EUR", b"USD"))


def test_the_exact_ones_are_booked_by_command(tess):
    asked = invoice(person("Ann"), 6000, tess)
    read(tess, ("60,00", "Ann", asked.reference), ("60,00", "Q", "q"))
    assert len(book_exact(organisation_id=club().pk, actor=tess).booked) == 1
    assert book_exact(organisation_id=club().pk, actor=tess).booked == []


def act_in_thread(actor, action):
    """What a treasurer does in a thread of their own, with a connection of their own."""
    try:
        return action(actor)
    except ClubError as refusal:
        return refusal.code
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer at a time in")
def test_of_two_treasurers_who_press_at_once_one_books():
    one, two = treasurer("tess"), treasurer("theo")
    asked = invoice(person("Ann"), 6000, one)
    read(one, ("60,00", "Ann", asked.reference))
    (choice,) = ticked()
    with ThreadPoolExecutor(2) as both:
        told = list(
            both.map(lambda actor: act_in_thread(actor, lambda who: book(who, choice).amount), (one, two))
        )
    assert sorted(map(str, told)) == ["6000", "movement_settled"]
    assert (Payment.objects.count(), open_amount(asked)) == (1, 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer at a time in")
def test_of_two_treasurers_who_send_one_file_at_once_one_brings_it_in():
    actors = treasurer("tess"), treasurer("theo")
    rows = [("60,00", "Ann", str(number)) for number in range(20)]
    with ThreadPoolExecutor(2) as both:
        told = list(both.map(lambda actor: act_in_thread(actor, lambda who: read(who, *rows).new), actors))
    assert sorted(map(str, told)) == ["20", "nothing_new_in_file"]
    assert BankMovement.objects.count() == 20
