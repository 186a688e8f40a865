"""Members in and out of files and over the API: CSV, spreadsheets, address cards, JSON."""

import csv
import io
import json
import zipfile
from datetime import date

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from people import account, browser_of, club
from worlds import world

from club.members.member_files import as_csv, as_vcards
from club.members.services.consents import write_consent_text
from club.members.services.memberships import add_member
from club.members.services.plans import add_plan
from club.models import AuditEntry, Role
from club.paper.sheets import NotATable, read_table, write_sheet


@world
def adult(secretary):
    return add_plan(organisation_id=club().pk, name="Adult", kind="adult", actor=secretary)


@world
def piet(adult, secretary):
    return add_member(
        name="Piet de Vries",
        plan_id=adult.pk,
        starts_on=date(2026, 3, 1),
        email="piet@example.org",
        phone="06 123",
        details={"born_on": date(1990, 11, 22)},
        actor=secretary,
    ).person


def text_of(answer):
    return b"".join(answer.streaming_content).decode() if answer.streaming else answer.content.decode()


# -- tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        pytest.param(
            "Naam;Plan\nZoë;Jeugd\n".encode("utf-8-sig"), [["Naam", "Plan"], ["Zoë", "Jeugd"]], id="utf"
        ),
        pytest.param(
            "Naam;Plan\r\nZoë;Jeugd".encode("cp1252"), [["Naam", "Plan"], ["Zoë", "Jeugd"]], id="old"
        ),
        pytest.param(b'a\tb\n"x\ty"\tz', [["a", "b"], ["x\ty", "z"]], id="tabs"),
        pytest.param(b'a,b\n\n"x, y",z\n', [["a", "b"], [], ["x, y", "z"]], id="commas, an empty line"),
    ],
)
def test_texts_are_read(data, rows):
    assert read_table(data) == rows


def test_a_sheet_is_read_as_it_was_written():
    rows = [["Name", "Note"], ["Zoë & <Co>", "a\nb"], ["", "x"]]
    assert read_table(write_sheet(rows)) == rows


def sheet_of(cells, styles='<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'):
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as book:
        book.writestr("xl/sharedStrings.xml", f"<sst {space}><si><r><t>Pi</t></r><r><t>et</t></r></si></sst>")
        book.writestr("xl/styles.xml", f"<styleSheet {space}>{styles}</styleSheet>")
        book.writestr(
            "xl/worksheets/sheet1.xml",
            f"<worksheet {space}><sheetData><row>{cells}</row></sheetData></worksheet>",
        )
    return buffer.getvalue()


def test_a_sheet_of_another_program_is_read():
    cells = (
        '<c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><v>33199</v></c>'
        '<c r="D1"><v>1800</v></c><c r="E1"><v>1.5</v></c>'
    )
    assert read_table(sheet_of(cells)) == [["Piet", "", "1990-11-22", "1800", "1.5"]]


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><row><c><v>&b;</v></c></row></worksheet>'
)


def test_what_is_no_table_is_refused():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as book:
        book.writestr("xl/worksheets/sheet1.xml", BOMB)
    for data in (b"PK nonsense", b"a\0b", buffer.getvalue(), sheet_of('<c t="s"><v>9</v></c>')):
        with pytest.raises(NotATable):
            read_table(data)


def packed(method):
    """A spreadsheet whose sheet is packed by this method and spoiled in the middle."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as book:
        book.writestr("xl/worksheets/sheet1.xml", "<worksheet>" + "x" * 99 + "</worksheet>")
    data = bytearray(buffer.getvalue())
    middle = data.index(b"sheet1.xml") + len(b"sheet1.xml")
    data[middle + 4 : middle + 24] = b"\xff" * 20
    return bytes(data)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_spoiled_spreadsheet_is_no_table(method):
    with pytest.raises(NotATable):
        read_table(packed(method))


@pytest.mark.parametrize("told", ["1e999", "nan", "99999999999", "-800000", "yesterday"])
def test_a_day_that_is_none_keeps_out_its_row_and_not_the_file(told):
    cells = f'<c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>{told}</v></c>'
    assert read_table(sheet_of(cells)) == [["Piet", told]]


def test_one_text_told_a_million_times_is_refused_before_it_is_looked_at():
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/sharedStrings.xml", f"<sst {space}><si><t>{'x' * 100_000}</t></si></sst>")
        rows = '<row><c t="s"><v>0</v></c></row>' * 600
        book.writestr(
            "xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{rows}</sheetData></worksheet>"
        )
    with pytest.raises(NotATable):
        read_table(buffer.getvalue())


@pytest.mark.parametrize("letter", ["\uffff", "\ufffe", "\ud800", "\x0b"])
def test_a_letter_that_no_xml_holds_does_not_spoil_the_whole_spreadsheet(letter):
    assert read_table(write_sheet([["Name"], [f"Piet{letter}"]])) == [["Name"], ["Piet"]]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n", "\x85", "\u2028", "\x0b"])
def test_no_value_begins_a_line_of_its_own_in_an_address_card(end):
    line = {"name": "Piet", "sort_name": "Piet", "phone": f"06 1{end}EMAIL:evil@x.example"}
    card = "".join(as_vcards([line]))
    assert "TEL:06 1\\nEMAIL:evil@x.example" in card.splitlines()


def test_a_spreadsheet_calculates_nothing_from_a_name():
    assert "'=1+1" in "".join(as_csv([{"name": "=1+1"}], ["name"]))


def test_an_address_card_is_folded_and_escaped():
    line = {"name": "Zoë " + "é" * 60, "sort_name": "Vries; de, Zoë", "address": "A, B\nC"}
    card = "".join(as_vcards([line]))
    assert max(len(one.encode()) for one in card.split("\r\n")) <= 75
    assert "N:Vries\\; de;Zoë;;;" in card
    assert "ADR:;;A\\, B\\nC;;;;" in card


# -- out ----------------------------------------------------------------------------------------------


def test_the_list_goes_out_with_and_without_personal_data(piet, secretary):
    browser = browser_of(secretary.user)
    plain = text_of(browser.get("/desk/club/members/export/csv/?club=north"))
    assert [row["name"] for row in csv.DictReader(io.StringIO(plain))] == ["Piet de Vries"]
    assert "piet@" not in plain
    full = text_of(browser.get("/desk/club/members/export/csv/?club=north&personal=1"))
    (row,) = csv.DictReader(io.StringIO(full))
    assert (row["email"], row["phone"], row["born_on"]) == ("piet@example.org", "06 123", "1990-11-22")
    book = browser.get("/desk/club/members/export/xlsx/?personal=1").content
    assert read_table(book)[1][1:3] == ["Piet de Vries", "Vries, Piet de"]
    assert "EMAIL:" not in text_of(browser.get("/desk/club/members/export/vcf/"))
    assert "BDAY:19901122" in text_of(browser.get("/desk/club/members/export/vcf/?personal=1"))
    told = AuditEntry.objects.filter(action="club.members.exported").order_by("pk")
    assert [one.after["is_personal"] for one in told] == [False, True, True, False, True]
    assert text_of(browser.get("/desk/club/members/export/csv/?q=nobody")).count("\r\n") == 1


@pytest.mark.parametrize(("role", "plain", "full"), [("treasurer", 200, 403), ("director", 403, 403)])
def test_who_takes_which_list(piet, role, plain, full):
    browser = browser_of(account("eva", role=role))
    assert browser.get("/desk/club/members/export/csv/").status_code == plain
    assert browser.get("/desk/club/members/export/csv/?personal=1").status_code == full


def test_the_command_writes_the_list(piet, capsys):
    call_command("members", club="north", format="jsonl", personal=True)
    line = json.loads(capsys.readouterr().out)
    assert (line["name"], line["plan"], line["email"]) == ("Piet de Vries", "Adult", "piet@example.org")
    call_command("members", club="north")
    assert "piet@" not in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("members", club="nowhere")


# -- the API ------------------------------------------------------------------------------------------


def send(browser, method, address, facts):
    return getattr(browser, method)(f"/api/v1/{address}", facts, content_type="application/json")


def test_the_interface_for_programs(adult, secretary):
    browser = browser_of(secretary.user)
    made = send(
        browser, "post", "club-members/", {"name": "Jan Bos", "plan": adult.pk, "starts_on": "2026-03-01"}
    )
    assert made.status_code == 201
    person, number = made.json()["person"], made.json()["id"]
    listed = browser.get("/api/v1/club-members/?club=north&q=bos").json()
    assert [one["memberships"][0]["plan"]["name"] for one in listed["results"]] == ["Adult"]
    for step, state in (("pause", "paused"), ("resume", "active"), ("end", "ended")):
        assert send(browser, "post", f"memberships/{number}/steps", {"step": step}).json()["state"] == state
    again = send(browser, "post", f"memberships/{number}/steps", {"step": "end"})
    assert (again.status_code, again.json()["code"]) == (409, "membership_not_there")
    facts = {"person": person, "plan": adult.pk, "starts_on": "2027-01-01"}
    assert send(browser, "post", "memberships/", facts).status_code == 201
    assert send(browser, "post", "memberships/", facts).json()["code"] == "membership_overlaps"
    write_consent_text(organisation_id=club().pk, kind="photo", text="Yes.", actor=secretary)
    said = {"club": "north", "kind": "photo", "is_given": True}
    assert send(browser, "put", f"club-members/{person}/consents", said).status_code == 204
    one = browser.get(f"/api/v1/club-members/{person}/").json()
    assert [(line["kind"], line["version"]) for line in one["consents"]] == [("photo", 1)]
    assert AuditEntry.objects.filter(action="club.person.looked_at").count() == 1


def test_plans_over_the_interface(adult, secretary):
    browser = browser_of(secretary.user)
    made = send(browser, "post", "plans/", {"club": "north", "name": "Youth", "kind": "youth"}).json()
    changed = send(
        browser, "put", f"plans/{made['id']}/", {"name": "Young", "kind": "youth", "is_offered": False}
    )
    assert changed.json()["is_offered"] is False
    assert [one["name"] for one in browser.get("/api/v1/plans/?club=north").json()] == ["Adult", "Young"]


def test_the_interface_tells_each_role_its_part_and_strangers_nothing(piet):
    address = f"/api/v1/club-members/{piet.pk}/"
    director = browser_of(account("dirk", role=Role.DIRECTOR)).get(address).json()
    assert (director["private"], director["memberships"]) == (None, [])
    treasurer = browser_of(account("tess", role=Role.TREASURER)).get(address).json()
    assert (treasurer["private"], len(treasurer["memberships"])) == (None, 1)
    stranger = browser_of(account("zoe", role=Role.OWNER, at=club("south")))
    assert stranger.get(address).status_code == 403
    assert stranger.get("/api/v1/club-members/?club=north").status_code == 403
    assert stranger.get("/api/v1/club-members/?club=south").json()["results"] == []
    assert stranger.get("/desk/club/members/export/csv/?club=north").status_code == 403
