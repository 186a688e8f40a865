"""A bank file in a browser: sent, looked at, booked; one page and three clicks."""

from datetime import date

import pytest
from axe import axe_on
from django.utils import timezone
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.models import BankMovement, Organisation, Person, User
from club.money.selectors.books import open_amount
from club.money.services.invoices import Item, issue_invoice

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
WIDE, NARROW = 1280, 390


@pytest.fixture
def books(site):
    """A club with two invoices that are open, and whoever runs the site."""
    club = Organisation.objects.create(slug="north", name="North")
    boss = User.objects.create_superuser("boss@north.example", "x")
    invoices = []
    for name, amount in (("Ann Smith", 6000), ("Bob van den Berg", 4500)):
        payer = Person.objects.create(name=name, organisation=club)
        items = [Item("Fee of the year", amount, payer.pk)]
        facts = {"organisation_id": club.pk, "payer_id": payer.pk, "subject": "Fee", "items": items}
        invoices.append(issue_invoice(**facts, actor=SYSTEM))
    return boss, invoices


def table(*rows):
    today: date = timezone.localdate()
    lines = [f"{today};{name};{amount};{text}" for amount, name, text in rows]
    return "\n".join(["Datum;Naam;Bedrag;Omschrijving", *lines]).encode()


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_bank_file_is_booked_on_one_page_with_three_clicks(open_page, site, books, width, tmp_path):
    boss, (ann, bob) = books
    page = open_page("/desk/money/bank/?club=north", width=width, expected=EXPECTED, user=boss)
    rows = (
        ("60,00", "A. Smith-Jones", f"Contribution {ann.reference}, thank you for a good season"),
        ("45,00", "Berg, Bob van den", "fee"),
        ("-12,50", "The bakery on the corner", "cakes for the club night"),
        ("17,00", "Somebody nobody knows", "?"),
    )
    file = {"name": "november.csv", "mimeType": "text/csv", "buffer": table(*rows)}
    page.get_by_label("Bank file").set_input_files(file)
    page.get_by_role("button", name="Import file").click()  # 1
    expect(page.get_by_text("4 new transactions.")).to_be_visible()
    page.screenshot(path=str(tmp_path / f"bank_{width}.png"), full_page=True)
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.get_by_label("Book the transaction of Berg, Bob van den")
    expect(page.get_by_label("Book the transaction of A. Smith-Jones")).to_be_checked()
    expect(box).not_to_be_checked()
    box.check()  # 2
    page.get_by_role("button", name="Book selected").click()  # 3
    expect(page.get_by_text("2 transactions booked.")).to_be_visible()
    assert (open_amount(ann), open_amount(bob)) == (0, 0)
    rest = BankMovement.objects.get(amount=1700)
    for address in (f"/desk/money/bank/{rest.pk}/", "/desk/money/bank/settled/"):
        page.goto(site.url + address)
        page.screenshot(path=str(tmp_path / f"{rest.pk}_{address.count('t')}_{width}.png"), full_page=True)
        found = axe_on(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
