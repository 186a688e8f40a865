"""Fee runs: looked at, put right by hand, booked once, paid, reminded of, cancelled by counter-entries."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from money_rows import invoice, member, pay, person, plan, treasurer
from people import browser_of, club, last_text

from club.audit.services import undo_entry
from club.core.errors import CannotUndo, NotAllowed
from club.jobs.services import jobs
from club.models import (
    AuditEntry,
    FeeLine,
    FeeRun,
    Guardianship,
    Household,
    HouseholdMember,
    Invoice,
    Job,
    LedgerEntry,
    MembershipChange,
    OutboxMessage,
    Reminder,
    Role,
)
from club.money.errors import (
    DayNotTaken,
    NobodyToCharge,
    NoReason,
    NotAnAmount,
    NotToRemind,
    PeriodNotWhole,
    RunChangedMeanwhile,
    YearClosed,
)
from club.money.fees import Period, WhyNot
from club.money.mails import write_run_mails
from club.money.selectors.books import balance_of, invoices_of
from club.money.selectors.fee_runs import fee_preview
from club.money.selectors.reminders import reminder_lines
from club.money.services.books import close_year, open_year
from club.money.services.fee_runs import adjust_fee, book_fee_run, cancel_fee_run, period_of
from club.money.services.invoices import cancel_invoice
from club.money.services.money_settings import (
    Band,
    Step,
    save_fee_rule,
    save_fee_terms,
    save_money_settings,
    save_reminder_steps,
)
from club.money.services.payments import record_payment
from club.money.services.reminders import remind_due, send_reminders

pytestmark = pytest.mark.django_db
YEAR = Period(date(2026, 1, 1), date(2026, 12, 31))
IBAN = "NL91ABNA0417164300"


@pytest.fixture
def tess(monkeypatch):
    monkeypatch.setattr(jobs, "wake", lambda **_queue: None)
    return treasurer()


@pytest.fixture
def adult(tess):
    row = plan()
    save_fee_rule(plan_id=row.pk, amount=12000, per="year", part="month", actor=tess)
    return row


@pytest.fixture
def piet(adult):
    return member("Piet de Vries", adult, date(2020, 1, 1), email="piet@club.example")


def preview(period=YEAR, at="north"):
    return fee_preview(organisation_id=club(at).pk, period=period)


def book(actor, period=YEAR, seen=None):
    seen = preview(period).seen if seen is None else seen
    return book_fee_run(
        organisation_id=club().pk, period=period, seen=seen, actor=actor, site="https://club.example"
    )


def shown():
    found = preview()
    return {found.persons[one.person_id].name: (one.amount, one.why_not) for one in found.lines}


def test_everybody_is_shown_once_with_what_they_pay_or_why_not(adult, piet, tess):
    youth, honorary = plan("Youth", "youth"), plan("Honorary", "honorary")
    member("Jan Bos", youth, date(2026, 1, 1))
    member("Old Hand", honorary, date(1990, 1, 1))
    member("Applicant", adult, date(2026, 2, 1), state="applied")
    refused = member("Refused", adult, date(2026, 2, 1), ends_on=date(2026, 2, 2), state="ended")
    row = refused.memberships.get()
    for state in ("applied", "ended"):
        MembershipChange.objects.create(membership=row, state=state, plan_name="Adult", on=row.starts_on)
    assert shown() == {
        "Piet de Vries": (12000, None),
        "Jan Bos": (0, WhyNot.NO_RULE),
        "Old Hand": (0, WhyNot.HONORARY),
        "Applicant": (0, WhyNot.APPLIED),
        "Refused": (0, WhyNot.ENDED),
    }


def test_booking_writes_an_invoice_an_entry_and_a_mail(piet, tess):
    save_money_settings(organisation_id=club().pk, iban=IBAN, creditor_name="North club", actor=tess)
    run = book(tess)
    row = run.invoices.get()
    today = timezone.localdate()
    assert (row.code, row.total, row.due_on) == (f"{today.year}-0001", 12000, today + timedelta(days=30))
    assert balance_of(organisation_id=club().pk, person_id=piet.pk) == 12000
    assert FeeLine.objects.get().invoice == row
    job = Job.objects.get(task="club.write_invoice_mails")
    for _again in range(2):
        write_run_mails(run_id=job.arguments["run"], after=job.arguments["after"])
    mail = OutboxMessage.objects.get(to="piet@club.example")
    assert "https://club.example/invoice/" in mail.text
    assert row.reference in mail.text


def test_a_run_can_be_of_a_day_before_today_and_of_none_to_come(piet, tess):
    save_money_settings(organisation_id=club().pk, payment_days=14, actor=tess)
    today = timezone.localdate()
    run = {"organisation_id": club().pk, "period": YEAR, "seen": preview().seen, "actor": tess}
    with pytest.raises(DayNotTaken):
        book_fee_run(**run, on=today + timedelta(days=1))
    day = today - timedelta(days=40)
    assert timezone.localdate(book_fee_run(**run, on=day).booked_at) == day
    row = Invoice.objects.get()
    assert (row.issued_on, row.due_on) == (day, day + timedelta(days=14))
    assert (row.year, row.entries.get().on) == (day.year, day)


def test_a_second_run_of_the_time_charges_nobody_again(piet, tess):
    seen = preview().seen
    book(tess)
    with pytest.raises(RunChangedMeanwhile):
        book(tess, seen=seen)
    with pytest.raises(NobodyToCharge):
        book(tess)
    assert shown() == {"Piet de Vries": (0, WhyNot.ALREADY)}
    assert Invoice.objects.count() == 1


def test_a_cancelled_invoice_is_charged_again(piet, tess):
    run = book(tess)
    cancel_fee_run(run_id=run.pk, reason="wrong fee", actor=tess)
    assert balance_of(organisation_id=club().pk, person_id=piet.pk) == 0
    assert shown() == {"Piet de Vries": (12000, None)}
    assert book(tess).invoices.get().number == 2


def test_undoing_a_run_cancels_it_and_one_that_was_paid_stays(piet, tess):
    owner = treasurer("olga")
    owner.user.grants.update(role=Role.OWNER)
    book(tess)
    undo_entry(entry_id=AuditEntry.objects.get(action="club.fee_run.booked").pk, actor=owner)
    assert balance_of(organisation_id=club().pk, person_id=piet.pk) == 0
    book(tess)
    pay(piet, 500, tess)
    entry = AuditEntry.objects.filter(action="club.fee_run.booked").latest("pk")
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=entry.pk, actor=owner)
    assert refusal.value.facts["why"] == "invoice_is_paid"


def test_what_is_put_right_by_hand_says_why_and_can_be_taken_back(piet, tess):
    place = {"organisation_id": club().pk, "period": YEAR, "person_id": piet.pk, "actor": tess}
    with pytest.raises(NoReason):
        adjust_fee(**place, amount=5000, reason=" ")
    with pytest.raises(NotAnAmount):
        adjust_fee(**place, amount=10**15, reason="x")
    adjust_fee(**place, amount=5000, reason="half a year abroad")
    assert shown() == {"Piet de Vries": (5000, None)}
    adjust_fee(**place, amount=None, reason="")
    assert shown() == {"Piet de Vries": (12000, None)}


def test_a_guardian_pays_for_a_minor_on_one_invoice(piet, adult, tess):
    child = member("Mies de Vries", adult, date(2024, 1, 1), born_on=date(2015, 5, 5))
    Guardianship.objects.create(guardian=piet, ward=child)
    save_fee_rule(
        plan_id=adult.pk, amount=12000, per="year", part="month", bands=[Band(0, 17, 50)], actor=tess
    )
    row = book(tess).invoices.get()
    assert (row.payer, row.total, row.lines.count()) == (piet, 18000, 2)


def test_terms_say_who_pays_and_who_pays_less_until_a_day(piet, adult, tess):
    bob = member("Bob", adult, date(2024, 1, 1))
    place = {"organisation_id": club().pk, "actor": tess}
    save_fee_terms(**place, person_id=bob.pk, payer_id=piet.pk, kind="hardship", percent=50)
    assert shown()["Bob"] == (6000, None)
    assert book(tess).invoices.get().payer == piet
    save_fee_terms(**place, person_id=piet.pk, kind="exempt", until=date(2025, 12, 31))
    cancel_invoice(invoice_id=Invoice.objects.get().pk, reason="x", actor=tess)
    assert shown()["Piet de Vries"] == (12000, None)


def test_a_household_pays_its_cap(piet, adult, tess):
    other = member("Ans de Vries", adult, date(2020, 1, 1))
    house = Household.objects.create(organisation=club(), name="De Vries")
    for one in (piet, other):
        HouseholdMember.objects.create(household=house, person=one)
    save_money_settings(organisation_id=club().pk, household_most=15001, actor=tess)
    assert sorted(amount for amount, _why in shown().values()) == [7500, 7501]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 1, 2), date(2026, 12, 31)),
        (date(2026, 1, 1), date(2026, 12, 30)),
        (date(2026, 12, 1), date(2026, 1, 31)),
        (date(2026, 1, 1), date(2036, 12, 31)),
        (date(1, 1, 1), date(1, 1, 31)),
        (date(9999, 12, 1), date(9999, 12, 31)),
    ],
)
def test_a_time_that_is_not_of_whole_months_is_refused(first, last):
    with pytest.raises(PeriodNotWhole):
        period_of(first, last)


def test_numbers_have_no_gap_and_follow_the_pattern(adult, tess):
    save_money_settings(organisation_id=club().pk, number_pattern="R{year}/{number}", actor=tess)
    for name in ("Ann", "Bob", "Cid"):
        member(name, adult, date(2020, 1, 1))
    book(tess)
    year = timezone.localdate().year
    codes = Invoice.objects.order_by("number").values_list("code", flat=True)
    assert list(codes) == [f"R{year}/000{number}" for number in (1, 2, 3)]


def test_only_who_keeps_money_runs_fees(piet, tess):
    secretary = treasurer("sam")
    secretary.user.grants.update(role=Role.SECRETARY)
    with pytest.raises(NotAllowed):
        book(secretary)


def test_another_clubs_members_are_not_in_the_run(piet, tess):
    member("Stranger", plan(at="south"), date(2020, 1, 1))
    assert list(shown()) == ["Piet de Vries"]


# -- reminders ---------------------------------------------------------------------------------------


def steps(actor):
    save_reminder_steps(
        organisation_id=club().pk, steps=[Step(7, 0, "Please"), Step(21, 500, "Now")], actor=actor
    )


def on(day, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_args: day)


def due():
    return [
        (one.invoice.pk, one.step.number) for one in reminder_lines(organisation_id=club().pk) if one.step
    ]


def test_reminders_go_out_in_steps_and_stop_when_it_is_paid(piet, tess, monkeypatch):
    steps(tess)
    row = book(tess).invoices.get()
    place = {"organisation_id": club().pk, "actor": tess}
    assert due() == []
    with pytest.raises(NotToRemind):
        send_reminders(**place, steps=[(row.pk, 1)])
    first = row.due_on + timedelta(days=7)
    on(first, monkeypatch)
    assert due() == [(row.pk, 1)]
    send_reminders(**place, steps=due())
    assert "Please" in last_text()
    assert due() == []
    with pytest.raises(NotToRemind):
        send_reminders(**place, steps=[(row.pk, 1)])
    on(first + timedelta(days=14), monkeypatch)
    send_reminders(**place, steps=due())
    assert balance_of(organisation_id=club().pk, person_id=piet.pk) == 12500
    assert Reminder.objects.get(step=2).fee.amount == 500
    record_payment(
        organisation_id=club().pk,
        payer_id=piet.pk,
        amount=12500,
        received_on=row.due_on,
        method="bank",
        key="b1",
        actor=tess,
    )
    assert reminder_lines(organisation_id=club().pk) == []


def test_reminders_go_out_by_themselves_where_a_club_wants_it(piet, tess, monkeypatch):
    steps(tess)
    row = book(tess).invoices.get()
    on(row.due_on + timedelta(days=8), monkeypatch)
    assert remind_due() == 0
    save_money_settings(organisation_id=club().pk, reminds_by_itself=True, actor=tess)
    assert (remind_due(), remind_due()) == (1, 0)


# -- years -------------------------------------------------------------------------------------------


def test_nothing_is_written_in_a_closed_year_until_it_is_open_again(tess):
    ann = person("Ann")
    year = timezone.localdate().year - 1
    close_year(organisation_id=club().pk, year=year, actor=tess)
    with pytest.raises(YearClosed):
        pay(ann, 100, tess, on=date(year, 12, 31))
    open_year(organisation_id=club().pk, year=year, actor=tess)
    pay(ann, 100, tess, on=date(year, 12, 31))
    assert LedgerEntry.objects.get().on.year == year


# -- pages -------------------------------------------------------------------------------------------


@pytest.fixture
def desk(tess):
    return browser_of(tess.user)


@pytest.mark.parametrize("page", ["", "fee-runs/", "invoices/", "payments/", "reminders/", "settings/"])
def test_every_page_of_money_is_there(page, desk, piet, tess):
    steps(tess)
    book(tess)
    answer = desk.get(f"/desk/money/{page}")
    assert answer.status_code == 200, answer.content[:500]


def test_a_run_is_booked_on_its_one_page(desk, piet, tess):
    asked = {"club": "north", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    answer = desk.get("/desk/money/fee-runs/", asked)
    assert "Vries" in answer.content.decode()
    hand = desk.post("/desk/money/fee-runs/", {**asked, "person": piet.pk, "amount": "99,50", "reason": "x"})
    assert hand.status_code == 302
    seen = desk.get("/desk/money/fee-runs/", asked).context["preview"].seen
    desk.post("/desk/money/fee-runs/", {**asked, "seen": seen, "book": "1"})
    assert Invoice.objects.get().total == 9950
    again = desk.post("/desk/money/fee-runs/", {**asked, "seen": seen, "book": "1"}, follow=True)
    assert "nothing was booked" in again.content.decode()
    run = FeeRun.objects.get()
    assert desk.get(f"/desk/money/fee-runs/{run.pk}/").status_code == 200
    desk.post(f"/desk/money/fee-runs/{run.pk}/", {"reason": "wrong"})
    assert invoices_of(organisation_id=club().pk).get().state == "cancelled"


@pytest.mark.parametrize(
    "asked",
    [
        {"starts_on": "2026-01-02", "ends_on": "2026-12-31"},
        {"starts_on": "nonsense", "ends_on": "2026-12-31"},
        {"starts_on": "9999-12-01", "ends_on": "9999-12-31"},
        {"starts_on": "2026-01-01\0", "ends_on": ""},
    ],
)
def test_a_time_that_cannot_be_is_told_on_the_page(asked, desk):
    for answer in (desk.get("/desk/money/fee-runs/", asked), desk.post("/desk/money/fee-runs/", asked)):
        assert answer.status_code in {200, 302}


def test_an_invoice_is_paid_cancelled_and_printed_at_the_desk(desk, piet, tess):
    row = invoice(piet, 2500, tess)
    page = f"/desk/money/invoices/{row.pk}/"
    told = {"amount": "30", "received_on": timezone.localdate(), "method": "cash", "key": "k1"}
    for _twice in range(2):
        desk.post(f"{page}pay/", told)
    assert balance_of(organisation_id=club().pk, person_id=piet.pk) == -500
    assert desk.get(page).status_code == 200
    desk.post(f"{page}cancel/", {"reason": "not delivered"})
    for what in ("invoice", "credit-note"):
        assert desk.get(f"{page}pdf/{what}/").content.startswith(b"%PDF")
    paid = piet.payments.get()
    assert desk.get(f"/desk/money/payments/{paid.pk}/").status_code == 200
    assert desk.get(f"/desk/money/payments/{paid.pk}/receipt/").content.startswith(b"%PDF")
    account = f"/desk/money/accounts/{piet.pk}/"
    assert desk.get(f"{account}?club=north").status_code == 200
    assert desk.get(account).headers["Location"] == f"{account}?club=north"
    back = {"amount": "30", "reason": "cancelled", "key": "k2"}
    for _twice in range(2):
        desk.post(f"/desk/money/payments/{paid.pk}/refund/", back)
    assert balance_of(organisation_id=club().pk, person_id=piet.pk) == 0


def test_the_books_are_taken_as_files(desk, piet, tess):
    invoice(piet, 2500, tess)
    answer = desk.get("/desk/money/export/csv/?club=north")
    assert b"invoice,25.00,EUR" in answer.content
    assert desk.get("/desk/money/export/xlsx/?club=north").content.startswith(b"PK")
    assert AuditEntry.objects.filter(action="club.money.exported").count() == 2
