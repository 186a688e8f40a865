"""The secretary's year: a messy list of 120 members brought in, with the pages and presses it takes."""

from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.members.services.memberships import add_member
from club.members.services.plans import add_plan
from club.models import Household, Membership, Organisation, Person, User

NARROW = 390
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
FIRST = ("Eva", "Jan", "Noor", "Piet", "José", "Zoë", "Anna", "Luc", "Mia", "Tom", "Ahmed", "Ioana")
LAST = (
    "de Vries",
    "van der Berg",
    "Jansen",
    "Müller",
    "Bakker",
    "Vos",
    "Dupont",
    "Kowalski",
    "Peeters",
    "Smit",
)
DAYS = ("%Y-%m-%d", "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y")


def messy_list():
    """120 members as a club has them: its own columns, days written in four ways, broken rows."""
    rows = ["Lidnr;Voornaam;Achternaam;E-mailadres;Geboortedatum;Lidmaatschap;Tel;Adres;Gezin;Bondsnummer"]
    for number in range(120):
        first, last = FIRST[number % 12], LAST[number // 12]
        born = date(1950, 1, 1) + timedelta(days=number * 7919 % 24_000)
        given = f"  {first} " if number % 7 == 0 else first.upper() if number % 11 == 0 else first
        mail = f"Member.{number}@EXAMPLE.org" if number % 3 else ""
        plan = "youth" if number % 5 == 0 else ""
        house = f"Gezin {last}" if number % 12 < 3 else ""
        cells = [
            *(str(number), given, last, mail, f"{born:{DAYS[number % 4]}}", plan, f"06 {number}"),
            *(
                f"Laan {number}, Dorp" if number % 2 else "",
                house,
                f"KNDB {5000 + number}" if number % 4 else "",
            ),
        ]
        rows.append(";".join(cells))
    rows.insert(30, rows[5])  # a row stands in the list twice
    rows.insert(60, ";" * 9)  # an empty one
    rows.insert(90, "x;Kees;Bos;kees@;;;;;;")  # half a mail address
    rows.insert(100, "x;Rik;Bos;;31-02-2001;;;;;")  # a day that does not exist
    return "\r\n".join(rows).encode("cp1252")


@pytest.fixture
def secretary(site):
    """The secretary of a club that knows two of the 120 already, one of them by a name with a slip."""
    club = Organisation.objects.create(slug="north", name="North")
    add_plan(organisation_id=club.pk, name="Youth", kind="youth", actor=SYSTEM)
    plan = add_plan(organisation_id=club.pk, name="Adult", kind="adult", actor=SYSTEM)
    for name in ("Eva de Vries", "Jann de Vriess"):
        add_member(name=name, plan_id=plan.pk, starts_on=date(2020, 1, 1), actor=SYSTEM)
    return User.objects.create_superuser("sam@north.example", "x")


def test_120_members_of_a_messy_file_take_two_pages_and_two_presses(open_page, secretary):
    pages, presses = [], 0

    def count_pages(page):
        page.on("framenavigated", lambda frame: pages.append(frame.url))

    address = "/desk/club/members/import/?club=north"
    page = open_page(address, width=NARROW, expected=EXPECTED, user=secretary, prepare=count_pages)
    file = {"name": "leden.csv", "mimeType": "text/csv", "buffer": messy_list()}
    page.get_by_label("File (CSV or XLSX)").set_input_files(file)
    page.get_by_label("Plan").select_option("Adult")
    page.get_by_role("button", name="Compare").click()
    presses += 1
    expect(page.get_by_role("heading", name="New (120)")).to_be_visible()
    expect(page.get_by_role("heading", name="Skipped cells; the person is imported (2)")).to_be_visible()
    expect(page.get_by_role("heading", name="Perhaps known: choose the person (2)")).to_be_visible()
    expect(page.get_by_role("heading", name="Known (1)")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    page.get_by_label("Jan de Vries").select_option("Jann de Vriess")
    page.get_by_role("button", name="Import").click()
    presses += 1
    expect(page.get_by_text("New people: 120")).to_be_visible()
    assert (len(pages), presses) == (3, 2)  # the empty form, the comparison, the list of members
    assert Person.objects.filter(organisation__slug="north").count() == 122
    # 24 rows say "youth", and the first of them is a member by another plan already.
    assert Membership.objects.filter(plan__name="Youth").count() == 23
    assert Household.objects.count() == 10
