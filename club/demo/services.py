"""Data of the demo club other than members: money, equipment, a request to join, a notice."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.banking.services.bank_bookings import book_exact
from club.banking.services.bank_files import read_bank_file
from club.calendar.selectors import reach
from club.core.actor import VISITOR, Actor
from club.equipment.services.equipment import add_equipment
from club.equipment.services.equipment_loans import lend_equipment
from club.joining.join_links import join_secret
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_requests import JoinAsked, ask_to_join, confirm_address
from club.members.selectors.members import plans_of
from club.models import Invoice, MembershipPlan, Organisation
from club.money.selectors.books import open_invoices
from club.money.selectors.fee_runs import fee_preview
from club.money.selectors.reminders import due_reminders
from club.money.services.fee_runs import book_fee_run, period_of
from club.money.services.money_settings import (
    Step,
    save_fee_rule,
    save_fee_terms,
    save_money_settings,
    save_reminder_steps,
)
from club.money.services.payments import pay_invoice
from club.money.services.reminders import send_reminders
from club.notices.services.notice_sending import send_notice
from club.notices.services.notices import write_notice

FEES: Final = {"adult": 6000, "youth": 2500}  # in cents a year
MAX_FAMILY_FEE: Final = 14_000
IBAN: Final = "NL91ABNA0417164300"
SITE: Final = "https://demo.example"
BOOKED_AGO: Final = timedelta(days=45)
REMINDED_AGO: Final = timedelta(days=10)
PAYMENT_DAYS, FIRST_STEP, SECOND_STEP, STEP_FEE = 14, 14, 42, 500
EXEMPT, REDUCED, IN_PART, IN_CASH = "Otto Wolters", "Joris Hendriks", "Saskia Kramer", 4
LATE: Final = ("Teun Maas", "Vera Schouten")
BY_NAME_ALONE: Final = "Femke Hoekstra"
"""Payers who omit the reference: the treasurer must confirm these."""


def book_fees(club: Organisation, members: Mapping[str, int], actor: Actor) -> None:
    """Book the fees of the year that began with the month of the run: invoices, a bank file, a reminder."""
    place: dict[str, Any] = {"organisation_id": club.pk, "actor": actor}
    _set_up_fees(club, members, actor)
    day = timezone.localdate() - BOOKED_AGO
    begins = day.replace(day=1)
    period = period_of(begins, begins.replace(year=begins.year + 1) - timedelta(days=1))
    seen = fee_preview(organisation_id=club.pk, period=period).seen
    book_fee_run(period=period, seen=seen, site=SITE, on=day, **place)
    _pay(club, day, actor)
    reminded = timezone.localdate() - REMINDED_AGO
    late = due_reminders(organisation_id=club.pk, today=reminded)
    first = next(one.invoice.pk for one in late if one.invoice.payer_name == LATE[0])
    send_reminders(steps=[(first, 1)], on=reminded, **place)


def _set_up_fees(club: Organisation, members: Mapping[str, int], actor: Actor) -> None:
    """Set the account, the fee of each plan, two reductions, and the reminder steps."""
    place: dict[str, Any] = {"organisation_id": club.pk, "actor": actor}
    save_money_settings(
        creditor_name=club.name,
        iban=IBAN,
        payment_days=PAYMENT_DAYS,
        household_most=MAX_FAMILY_FEE,
        site=SITE,
        **place,
    )
    for plan in plans_of(organisation_id=club.pk):
        if plan.kind in FEES:
            save_fee_rule(plan_id=plan.pk, amount=FEES[plan.kind], per="year", part="month", actor=actor)
    save_fee_terms(
        person_id=members[EXEMPT], kind="exempt", reason=_("Looks after the clocks and boards."), **place
    )
    save_fee_terms(
        person_id=members[REDUCED],
        kind="other_club",
        percent=50,
        reason=_("Also plays for his university club."),
        **place,
    )
    steps = [
        Step(FIRST_STEP, 0, _("You may have overlooked it: this invoice is still open.")),
        Step(SECOND_STEP, STEP_FEE, _("We have already written to you. A reminder fee has been added.")),
    ]
    save_reminder_steps(steps=steps, **place)


def _pay(club: Organisation, day: date, actor: Actor) -> None:
    """Record payments: some in cash, one of a part, the others by the bank's file; two invoices stay open."""
    invoices = [one for one in open_invoices(organisation_id=club.pk) if one.payer_name not in LATE]
    through_bank = []
    for at, invoice in enumerate(invoices):
        on = day + timedelta(days=2 + at)
        if invoice.payer_name != IN_PART and (at % IN_CASH or invoice.payer_name == BY_NAME_ALONE):
            through_bank.append((on, invoice))
            continue
        part = 2 if invoice.payer_name == IN_PART else 1
        pay_invoice(
            invoice_id=invoice.pk,
            amount=invoice.total // part,
            received_on=on,
            method="cash",
            key=f"demo:{invoice.pk}",
            actor=actor,
        )
    data = bank_file(through_bank, last=day + timedelta(days=2 + len(invoices)))
    read_bank_file(organisation_id=club.pk, data=data, name="account.csv", account=IBAN, actor=actor)
    book_exact(organisation_id=club.pk, actor=actor)


def bank_file(paid: Sequence[tuple[date, Invoice]], *, last: date) -> bytes:
    """Bank file of the demo club: a transfer for each invoice, and an unrelated one."""
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";")
    rows.writerow(("Date", "Amount", "Currency", "Name", "Description"))
    for on, invoice in paid:
        text = pgettext("membership", "Fee") if invoice.payer_name == BY_NAME_ALONE else invoice.reference
        rows.writerow(
            (on, f"{invoice.total // 100}.{invoice.total % 100:02}", "EUR", invoice.payer_name, text)
        )
    rows.writerow((last, "35.00", "EUR", "Harbour Draughts Club", _("Entry fees")))
    return out.getvalue().encode()


CLOCKS: Final = ("DX-1041", "DX-1042", "DX-1043", "DX-1044")
FULL_AGE: Final = 18
BOUGHT: Final = timedelta(days=400)


def fill_cupboard(club: Organisation, members: Mapping[str, int], actor: Actor) -> None:
    """Add boards, pieces, clocks with numbers of their own, a trolley; lend some, one clock overdue."""
    facts: dict[str, Any] = {
        "organisation_id": club.pk,
        "actor": actor,
        "place": _("Cupboard in the back room"),
    }
    today = timezone.localdate()
    bought: dict[str, Any] = {"bought_on": reach(today, -BOUGHT), "currency": "EUR"}
    boards = add_equipment(kind="board", name=_("Wooden board"), count=12, price=4500, **bought, **facts)
    add_equipment(kind="pieces", name=_("Set of pieces"), count=14, condition="worn", **facts)
    clocks = [
        add_equipment(kind="clock", name=_("Digital clock"), serial=one, price=6900, **bought, **facts)
        for one in CLOCKS
    ]
    add_equipment(kind="clock", name=_("Analogue clock"), serial="G-07", condition="broken", **facts)
    add_equipment(kind="trolley", name=_("Board trolley"), **facts)
    lend_equipment(item_id=boards.pk, purpose=_("Youth training"), count=4, actor=actor)
    for clock, borrower, out, due in (
        (clocks[0], "Dirk van Dam", 30, -9),
        (clocks[1], "Nora Kok", 6, 15),
    ):
        lend_equipment(
            item_id=clock.pk,
            person_id=members[borrower],
            out_on=today - timedelta(days=out),
            due_on=today + timedelta(days=due),
            actor=actor,
        )


def open_join_form(club: Organisation, plan: MembershipPlan, actor: Actor) -> None:
    """Open the join form, and add a pending request."""
    welcome = _("Come and play on a Tuesday first: the first three evenings are free.")
    set_join_form(organisation_id=club.pk, is_open=True, welcome=welcome, full_age=FULL_AGE, actor=actor)
    given = JoinAsked(
        name="Marit Verhoeven",
        email="marit.verhoeven@demo.example",
        born_on=date(timezone.localdate().year - 34, 5, 14),
        plan_id=plan.pk,
        phone="+31 20 555 0134",
        address=_("8 Mill Lane"),
        message=_("I learnt the game from my grandfather and would like to play on Tuesdays."),
        site=SITE,
    )
    asked = ask_to_join(organisation_id=club.pk, given=given, actor=VISITOR)
    confirm_address(secret=join_secret(asked), actor=VISITOR)


def notify_all_members(club: Organisation, actor: Actor) -> None:
    """Create a notice to all members; its mails are queued in the outbox."""
    notice = write_notice(
        organisation_id=club.pk,
        kind="nights",
        subject=_("No club evening in two weeks"),
        text=_(
            "The room is booked for a wedding in two weeks, so there is *no club evening* then.\n\n"
            "- We play again the week after.\n- If you have a clock at home, please bring it along."
        ),
        groups=["active"],
        actor=actor,
    )
    send_notice(notice_id=notice.pk, site=SITE, actor=actor)
