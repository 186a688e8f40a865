"""A list of members brought in: columns guessed, compared with what the club knows, confirmed, taken back."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from people import account, browser_of, club
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.lists.cells import InvalidCell, day_of
from club.lists.tables import list_of
from club.members.member_columns import MEMBER_COLUMNS
from club.members.member_lists import OmittedCell, read_lines
from club.members.name_similarity import NameIndex, likeness
from club.members.services.households import settle_by_name
from club.members.services.memberships import add_member, pause_membership
from club.members.services.person_details import add_contact, set_number
from club.members.services.persons import add_person
from club.members.services.plans import add_plan
from club.models import AuditEntry, Contact, Household, Membership, Person, Role
from club.paper.sheets import read_table, write_sheet

pytestmark = pytest.mark.django_db
ADDRESS = "/desk/club/members/import/"
LIST = (
    "Voornaam;Achternaam;E-mailadres;Geboortedatum;Lidmaatschap;Tel\n"
    "Zoë;van der Berg;ZOE@example.org;22-11-2012;youth;06 1\n"
    "Piet;de Vries;piet@example.org;;;\n"
    "Jon;Smit;;;;06 2\n"
    "Anna;Bakker;anna@;;;\n"
    "Kees;Bos;;31-02-2000;;\n"
    ";;;;;\n"
    "Tim;Bos;;;Veteran;\n"
    "Zoe;Van der Berg;;22.11.2012;;\n"
)


@world
def adult(secretary):
    add_plan(organisation_id=club().pk, name="Youth", kind="youth", actor=secretary)
    return add_plan(organisation_id=club().pk, name="Adult", kind="adult", actor=secretary)


@world
def known(adult, secretary):
    """Piet without a mail address or membership, and John Smith, a member."""
    piet = add_person(organisation_id=club().pk, name="Piet de Vries", actor=secretary)
    john = add_member(name="John Smith", plan_id=adult.pk, starts_on=date(2020, 1, 1), actor=secretary)
    return piet, john.person


def facts(adult, **more):
    return {"club": "north", "plan": adult.pk, "starts_on": "2026-03-01", "table": LIST} | more


def compared(browser, adult, **more):
    answer = browser.post(ADDRESS, facts(adult, **more))
    assert answer.status_code == 200
    return answer.context


def confirmed(browser, adult, shown, **more):
    columns = {f"column_{at}": field for at, _example, field in shown["columns"]}
    held = {"mapped": "1", "heading": "1", "digest": shown["digest"], "confirm": "1"}
    return browser.post(ADDRESS, facts(adult, table=shown["table"]) | columns | held | more)


def test_a_messy_list_is_compared_and_nothing_is_written(adult, known, secretary):
    shown = compared(browser_of(secretary.user), adult)
    assert [field for _at, _example, field in shown["columns"]] == [
        *("first_name", "last_name", "email", "born_on", "plan", "phone")
    ]
    told = {
        state: [(one.line.number, one.line.fault, [cell.code for cell in one.line.left]) for one, *_ in rows]
        for state, rows in shown["shown"].items()
    }
    assert told == {
        "new": [(2, "", []), (5, "", ["no_mail_address"]), (6, "", ["no_day"]), (8, "", ["unknown_plan"])],
        "known": [(3, "", [])],
        "near": [(4, "", []), (9, "twice", [])],
        "faulty": [],
    }
    assert Person.objects.filter(organisation=club()).count() == 2


def test_what_was_confirmed_is_kept_under_one_entry_and_goes_back(adult, known, secretary):
    piet, john = known
    browser = browser_of(secretary.user)
    entries = AuditEntry.objects.count()
    done = confirmed(browser, adult, compared(browser, adult), line_4=str(john.pk))
    assert done.status_code == 302
    assert AuditEntry.objects.count() == entries + 1
    zoe = Person.objects.get(name="Zoë van der Berg")
    assert (zoe.sort_name, zoe.born_on, zoe.email) == (
        "Berg, Zoë van der",
        date(2012, 11, 22),
        "zoe@example.org",
    )
    assert zoe.memberships.get().plan.name == "Youth"
    piet.refresh_from_db()
    assert (piet.email, piet.memberships.get().starts_on) == ("piet@example.org", date(2026, 3, 1))
    assert john.contacts.get().value == "06 2"
    assert john.memberships.count() == 1
    entry = AuditEntry.objects.get(action="club.members.imported")
    assert "example.org" not in f"{entry.after}"
    undo_entry(entry_id=entry.pk, actor=secretary)
    piet.refresh_from_db()
    assert (piet.email, Contact.objects.count(), Membership.objects.count()) == ("", 0, 1)
    assert not Person.objects.filter(name__startswith="Zo").exists()


def test_the_same_list_again_brings_nothing(adult, known, secretary):
    browser = browser_of(secretary.user)
    confirmed(browser, adult, compared(browser, adult), line_4="new")
    assert Person.objects.filter(name="Jon Smit").exists()
    again = compared(browser, adult)
    assert [one.line.name for one, *_ in again["shown"]["new"]] == []
    done = confirmed(browser, adult, again)
    assert done.status_code == 409
    assert "There is nothing to import: all rows are known, skipped or unreadable." in done.content.decode()


def test_what_changed_meanwhile_is_shown_again(adult, known, secretary):
    browser = browser_of(secretary.user)
    shown = compared(browser, adult)
    add_person(organisation_id=club().pk, name="Zoë van der Berg", actor=secretary)
    done = confirmed(browser, adult, shown)
    assert done.status_code == 409
    assert not AuditEntry.objects.filter(action="club.members.imported").exists()
    assert confirmed(browser, adult, done.context).status_code == 302


def test_an_import_that_was_worked_with_stays(adult, known, secretary):
    browser = browser_of(secretary.user)
    confirmed(browser, adult, compared(browser, adult))
    zoe = Person.objects.get(name="Zoë van der Berg")
    pause_membership(membership_id=zoe.memberships.get().pk, actor=secretary)
    entry = AuditEntry.objects.get(action="club.members.imported")
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=entry.pk, actor=secretary)
    assert refusal.value.facts["why"] == "import_is_used"


def test_columns_are_changed_by_hand(adult, secretary):
    browser = browser_of(secretary.user)
    shown = compared(browser, adult, table="Speler A\tx\nSpeler B\ty\n")
    assert [field for _at, _example, field in shown["columns"]] == ["name", ""]
    changed = {"mapped": "1", "heading": "1", "column_0": "name", "column_1": "nonsense"}
    again = browser.post(ADDRESS, facts(adult, table=shown["table"]) | changed).context
    assert [one.line.name for one, *_ in again["shown"]["new"]] == ["Speler B"]


def test_a_spreadsheet_is_taken(adult, secretary):
    book = SimpleUploadedFile("leden.xlsx", write_sheet([["Naam", "Tel"], ["Vries, Piet de", "06"]]))
    shown = compared(browser_of(secretary.user), adult, file=book, table="")
    ((one, *_),) = shown["shown"]["new"]
    assert (one.line.name, one.line.sort_name, one.line.phone) == ("Piet de Vries", "Vries, Piet de", "06")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_a_list_is_taken_as_excel_saves_text(adult, secretary, encoding):
    text = "Naam\tTel\r\nVries, Zoë de\t06\r\n"
    shown = compared(
        browser_of(secretary.user),
        adult,
        file=SimpleUploadedFile("leden.txt", text.encode(encoding)),
        table="",
    )
    ((one, *_),) = shown["shown"]["new"]
    assert (one.line.name, one.line.phone) == ("Zoë de Vries", "06")


WHOLE = (
    "Naam;Adres;Gezin;Talen;Titel;Bondsnummer;E-mail\n"
    "Eva Bos;Lange Laan 1;Bos;nl, fr;MF;KNDB 12345, FMJD 99;eva@example.org\n"
    "Tim Bos;;bos;;;;\n"
    "Piet de Vries;Dorp 2;;;;KNDB 7;\n"
)


def test_address_household_title_languages_and_numbers_are_kept_and_go_back(adult, known, secretary):
    piet, _john = known
    browser = browser_of(secretary.user)
    assert confirmed(browser, adult, compared(browser, adult, table=WHOLE), table=WHOLE).status_code == 302
    eva, tim = Person.objects.get(name="Eva Bos"), Person.objects.get(name="Tim Bos")
    assert (eva.title, eva.languages) == ("MF", "nl, fr")
    assert eva.contacts.get().value == "Lange Laan 1"
    assert {str(one) for one in eva.federation_numbers.all()} == {"FMJD 99", "KNDB 12345"}
    assert eva.household_place.household == tim.household_place.household
    assert str(piet.federation_numbers.get()) == "KNDB 7"
    again = compared(browser, adult, table=WHOLE)["shown"]
    assert [one.fills for one, *_ in again["known"]] == [(), (), ()]
    undo_entry(entry_id=AuditEntry.objects.get(action="club.members.imported").pk, actor=secretary)
    assert not Household.objects.exists()
    assert not piet.federation_numbers.exists()
    assert Person.objects.filter(organisation=club()).count() == 2


def test_a_federation_number_tells_who_it_is(adult, known, secretary):
    _piet, john = known
    set_number(person_id=john.pk, body="KNDB", number="12345", actor=secretary)
    browser = browser_of(secretary.user)
    table = "Name;Federation number\nPeter Quill;KNDB 12345\nAnna Bell;KNDB 5\nBella Ann;kndb 5\n"
    shown = compared(browser, adult, table=table)
    ((near, *_),) = shown["shown"]["near"]
    assert near.near == (john,)
    assert [(line.number, words) for line, words in shown["cells"]] == [
        (4, ["federation numbers “KNDB 5”: another row has this number"])
    ]
    refused = confirmed(browser, adult, shown, line_2="new")
    assert refused.status_code == 409
    assert "John Smith" in refused.content.decode()
    assert not Person.objects.filter(name="Anna Bell").exists()


def test_the_clubs_own_export_is_read_whole(adult, secretary):
    details = {"born_on": date(2012, 11, 22), "title": "MF", "languages": "nl"}
    started = {"plan_id": adult.pk, "starts_on": date(2020, 1, 1), "actor": secretary}
    eva = add_member(name="Eva Bos", details=details, phone="+31 6 1", **started).person
    add_contact(person_id=eva.pk, kind="address", value="Lange Laan 1, Dorp", actor=secretary)
    set_number(person_id=eva.pk, body="KNDB", number="12345", actor=secretary)
    settle_by_name(person_id=eva.pk, organisation_id=club().pk, name="Bos", actor=secretary)
    browser = browser_of(secretary.user)
    written = browser.get("/desk/club/members/export/csv/?club=north&personal=1")
    rows = read_table(written.getvalue())
    (line,) = read_lines(list_of(rows, MEMBER_COLUMNS, MEMBER_COLUMNS.guess(rows), has_heading=True))
    assert (line.name, line.title, line.languages, line.phone) == ("Eva Bos", "MF", "nl", "+31 6 1")
    assert (line.address, line.household, line.numbers) == (
        *("Lange Laan 1, Dorp", "Bos", (("KNDB", "12345"),)),
    )
    assert (line.born_on, line.starts_on, line.plan) == (date(2012, 11, 22), date(2020, 1, 1), "Adult")


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        pytest.param("12345", "no_federation_number", id="no federation"),
        pytest.param("KNDB 1, KNDB 2", "no_federation_number", id="two of one federation"),
        pytest.param("KNDB " + "9" * 41, "no_federation_number", id="too long"),
    ],
)
def test_a_number_that_cannot_be_is_told(cell, code):
    (line,) = read_lines(
        list_of([["Eva Bos", cell]], MEMBER_COLUMNS, {0: "name", 1: "federation_numbers"}, has_heading=False)
    )
    told = cell[:80] if "," not in cell else "KNDB 2"
    assert (line.fault, line.left) == ("", (OmittedCell("federation_numbers", code, told),))


def test_what_does_not_fit_is_told_and_not_cut_off():
    (line,) = read_lines(
        list_of([["Eva\x00\ud800 Bos", "G" * 21]], MEMBER_COLUMNS, {0: "name", 1: "title"}, has_heading=False)
    )
    assert (line.name, line.title, line.fault) == ("Eva Bos", "", "")
    assert line.left == (OmittedCell("title", "too_long", "G" * 21),)
    (line,) = read_lines(list_of([["N" * 201]], MEMBER_COLUMNS, {0: "name"}, has_heading=False))
    assert line.fault == "too_long"


@pytest.mark.parametrize("table", ["", "\0", "a\n" * 2100], ids=["empty", "no text", "too long"])
def test_what_cannot_be_a_list_is_refused(adult, secretary, table):
    answer = browser_of(secretary.user).post(ADDRESS, facts(adult, table=table))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode() or "field__error" in answer.content.decode()


def test_another_club_is_neither_compared_nor_written_to(adult, known):
    zoe = account("zoe", role=Role.SECRETARY, at=club("south"))
    browser = browser_of(zoe)
    plan = add_plan(organisation_id=club("south").pk, name="Adult", kind="adult", actor=Actor.of_user(zoe))
    assert browser.post(ADDRESS, facts(adult)).status_code == 403
    assert browser.post(ADDRESS, facts(adult, club="south")).status_code == 422  # a plan of the other club
    shown = browser.post(
        ADDRESS, facts(plan, club="south", table="Name\nPiet de Vries\nJohn Smith\n")
    ).context
    assert len(shown["shown"]["new"]) == 2
    assert "director" not in shown
    director = browser_of(account("dirk", role=Role.DIRECTOR))
    assert director.get(ADDRESS).status_code == 403


# -- names and days -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        pytest.param("Jan de Vries", "Vries, Jan de", True, id="another order"),
        pytest.param("José Muñoz", "Jose Munoz", True, id="no accents"),
        pytest.param("Jon Smit", "John Smith", True, id="a slip of the pen"),
        pytest.param("Piet Janssen", "Piet Jansen", True, id="a doubled letter"),
        pytest.param("Jan Bos", "Jan Vos", False, id="another family"),
        pytest.param("Piet de Vries", "Anna de Vries", False, id="the same family"),
    ],
)
def test_names_that_may_be_one_persons(one, other, is_near):
    assert bool(NameIndex([(1, other)]).near(one)) == is_near
    assert likeness(one, other) == likeness(other, one)


@pytest.mark.parametrize(
    "text", ["2012-11-22", "22-11-2012", "22/11/2012", "22.11.2012", "2012-11-22 00:00:00"]
)
def test_days_are_read_as_people_write_them(text):
    assert day_of(text) == date(2012, 11, 22)


@pytest.mark.parametrize("text", ["31-02-2000", "11/22/2012", "22-11-12", "soon"])
def test_a_day_that_cannot_be_is_told(text):
    with pytest.raises(InvalidCell):
        day_of(text)


def test_one_half_of_a_name_is_the_name():
    rows = [["Nom", "Courriel"], ["Dupont Jean", "j@x.org"]]
    assert MEMBER_COLUMNS.guess(rows) == {0: "name", 1: "email"}
    (line,) = read_lines(list_of(rows, MEMBER_COLUMNS, MEMBER_COLUMNS.guess(rows), has_heading=True))
    assert (line.number, line.name, line.email) == (2, "Dupont Jean", "j@x.org")


def test_a_title_above_the_headings_and_columns_called_otherwise_are_understood():
    rows = read_table(
        "Mitglieder 2026;;;;;;;;\n"
        ";;;;;;;;\n"
        "Name;Vorname;Geb.;Strasse;PLZ;Ort;Eintritt;KNDB;\n"
        "Bos;Eva;14.03.1962;Laan 2;1234 AB;Ede;2015;12345;\n"
        "Vos;Jan;1962-03-15;;;Ede;;FMJD 7;\n".encode("cp1252")
    )

    columns = MEMBER_COLUMNS.guess(rows)
    eva, jan = read_lines(list_of(rows, MEMBER_COLUMNS, columns, has_heading=True))

    assert (eva.number, eva.name, eva.sort_name) == (4, "Eva Bos", "Bos, Eva")
    assert (eva.address, eva.born_on) == ("Laan 2, 1234 AB, Ede", date(1962, 3, 14))
    assert (eva.starts_on, eva.numbers) == (date(2015, 1, 1), (("KNDB", "12345"),))
    assert (jan.name, jan.address, jan.numbers) == ("Jan Vos", "Ede", (("FMJD", "7"),))
    assert not eva.fault + jan.fault


def test_a_row_that_is_nobody_is_left_out_by_its_box(adult, secretary):
    browser = browser_of(account("eva", role=Role.SECRETARY))
    sent = facts(adult, table="Name\nEva Bos\nThe treasurer\n")
    shown = browser.post(ADDRESS, sent).content.decode()
    digest = re.search(r'name="digest" value="(\w+)"', shown).group(1)
    assert 'name="line_3" value="out"' in shown

    seen = {"mapped": "1", "heading": "1", "column_0": "name", "digest": digest}
    browser.post(ADDRESS, sent | seen | {"line_3": "out", "confirm": "1"})

    assert Person.objects.filter(name="Eva Bos").exists()
    assert not Person.objects.filter(name__startswith="Total").exists()
