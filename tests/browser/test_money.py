"""Money in a browser: a fee run with one reminder, the pages and presses it takes, each page on a phone."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.members.services.memberships import add_member
from club.members.services.plans import add_plan
from club.models import Invoice, LedgerEntry, Organisation, Reminder, Role, RoleGrant, User
from club.money.mails import invoice_secret
from club.money.services.money_settings import Step, save_fee_rule, save_money_settings, save_reminder_steps

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
NARROW = 390


@pytest.fixture
def treasurer(site):
    """The treasurer of a club of three: two pay, one is honorary."""
    club = Organisation.objects.create(slug="north", name="North")
    adult = add_plan(organisation_id=club.pk, name="Adult", kind="adult", actor=SYSTEM)
    honorary = add_plan(organisation_id=club.pk, name="Honorary", kind="honorary", actor=SYSTEM)
    for name, plan in (("Ann Bos", adult), ("Bob Vos", adult), ("Old Hand", honorary)):
        email = f"{name.split()[0].lower()}@club.example"
        add_member(name=name, plan_id=plan.pk, starts_on=date(2020, 1, 1), email=email, actor=SYSTEM)
    save_fee_rule(plan_id=adult.pk, amount=12000, per="year", part="month", actor=SYSTEM)
    place = {"organisation_id": club.pk, "actor": SYSTEM}
    save_money_settings(**place, iban="NL91ABNA0417164300", creditor_name="North", payment_days=0)
    save_reminder_steps(**place, steps=[Step(1, 250, "Please pay.")])
    user = User.objects.create_user("tess@north.example", "x")
    RoleGrant.objects.create(user=user, role=Role.TREASURER, organisation=club)
    return user


def test_a_fee_run_takes_one_page_and_a_reminder_one_press(open_page, site, treasurer, monkeypatch):
    address = "/desk/money/fee-runs/?club=north"
    page = open_page(address, width=NARROW, expected=EXPECTED, user=treasurer)
    expect(page.get_by_text("Honorary members pay nothing.")).to_be_visible()
    page.get_by_role("button", name="Book: create 2 invoices").click()  # the only press, on the only page
    expect(page.get_by_text("2 invoices created.")).to_be_visible()
    assert page.url.startswith(f"{site.url}/desk/money/fee-runs/")
    assert Invoice.objects.count() == 2
    late = timezone.localdate() + timedelta(days=2)
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_args: late)
    page.goto(f"{site.url}/desk/money/reminders/?club=north")
    page.get_by_role("button", name="Send selected reminders").click()
    expect(page.get_by_text("2 reminders sent.")).to_be_visible()
    assert Reminder.objects.count() == 2
    assert LedgerEntry.objects.filter(kind="reminder_fee").count() == 2
    row = Invoice.objects.first()
    own = f"/invoice/{invoice_secret(row)}/"
    for address in ("", "fee-runs/", "invoices/", f"invoices/{row.pk}/", "payments/", "settings/", own):
        page.goto(site.url + (address if address.startswith("/") else f"/desk/money/{address}"))
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, address
    expect(page.get_by_role("img", name="Payment code")).to_be_visible()
