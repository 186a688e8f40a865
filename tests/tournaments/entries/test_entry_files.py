"""Lists of players as files: read, compared, confirmed; nothing is written unseen."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation, Role, RoleGrant, User
from club.paper.sheets import NotATable
from tournaments.entries.entry_lists import EntryLine, rows_of_paste
from tournaments.entries.errors import LineNotUnderstood
from tournaments.entries.list_columns import guess_columns, guess_columns_by_cells, lines_of, rows_of
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET = f"""<worksheet xmlns="{MAIN}"><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>Éva</t></is></c><c r="C2"><v>1850</v></c></row>
<row r="3"/></sheetData></worksheet>"""
BOOK = f"""<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>
<sheet name="a" sheetId="1" r:id="x1"/></sheets></workbook>"""
PARTS = {
    "xl/workbook.xml": BOOK,
    "xl/_rels/workbook.xml.rels": '<R><Relationship Id="x1" Target="worksheets/s.xml"/></R>',
    "xl/worksheets/s.xml": SHEET,
    "xl/sharedStrings.xml": f"""<sst xmlns="{MAIN}"><si><t>Name</t></si>
<si><r><t>Rat</t></r><r><t>ing</t></r></si></sst>""",
}


def xlsx(**changed):
    whole = BytesIO()
    with ZipFile(whole, "w") as book:
        for name, text in (PARTS | changed).items():
            if text is not None:
                book.writestr(name, text)
    return whole.getvalue()


def test_the_first_sheet_is_read_as_it_looks():
    assert rows_of(xlsx()) == [["Name", "", "Rating"], ["Éva", "", "1850"]]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"PK\x03\x04 half", id="half a book"),
        pytest.param(b"a\x00b", id="no text"),
        pytest.param(xlsx(**{"xl/workbook.xml": None}), id="a zip of something else"),
        pytest.param(xlsx(**{"xl/worksheets/s.xml": "<!DOCTYPE a><a/>"}), id="declarations"),
        pytest.param(xlsx(**{"xl/worksheets/s.xml": "<a>"}), id="broken inside"),
        pytest.param(xlsx(**{"xl/_rels/workbook.xml.rels": "<R/>"}), id="no way to the sheet"),
        pytest.param(b"a\n" * 6000, id="endless"),
    ],
)
def test_what_is_no_list_is_refused(data):
    with pytest.raises(NotATable):
        rows_of(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Name;Elo;Fed\nÉva;1850;hun", EntryLine("Éva", 1850, "", "HUN"), id="semicolons"),
        pytest.param("Rating,Player,Club\n1850,Éva,North", EntryLine("Éva", 1850, "North"), id="any order"),
        pytest.param("Last name,First name\nKiss,Éva", EntryLine("Éva Kiss"), id="two names"),
        pytest.param("'=name\n'=Éva", EntryLine("=Éva"), id="the apostrophe of a spreadsheet"),
    ],
)
def test_columns_are_known_by_their_headings(text, expected):
    rows = rows_of(text.encode())
    columns = guess_columns(rows[0]) or {"name": 0}
    if text.startswith("Last"):
        columns["name"] = 0
    assert lines_of(rows, columns)[-1] == expected


@world
def director():
    club = Organisation.objects.create(slug="north", name="North")
    user = User.objects.create_user("director@north.example")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club)
    client = Client()
    client.force_login(user)
    event = create_event(organisation_id=club.pk, name="Open", preset="blitz", actor=SYSTEM)
    client.one = event.sections.get()
    add_entries(
        section_id=client.one.pk, lines=[EntryLine("Éva", 1800), EntryLine("Ann", 1700)], actor=SYSTEM
    )
    return client


def compared(director, data, name="a.csv"):
    address = f"/desk/sections/{director.one.pk}/entries/list/"
    return director.post(address, {"list": SimpleUploadedFile(name, data)})


def confirmed(director, page):
    told = {"rows": page.context["rows_kept"], "digest": page.context["digest"], "confirm": "1"}
    told |= {
        f"column-{kind}": str(at)
        for kind, _word, columns in page.context["choices"]
        for at, _text, is_chosen in columns
        if is_chosen
    }
    return director.post(f"/desk/sections/{director.one.pk}/entries/list/", told)


LIST = b"Name,Rating\n\xc3\x89va,1850\nAnn,1700\nBob,1600\nbob,1500\n"


def test_a_list_is_compared_before_anything_is_written(director):
    page = compared(director, LIST)
    assert [one.state for one in page.context["found"]] == ["changed", "same", "new", "twice"]
    assert director.one.entries.count() == 2
    assert confirmed(director, page).status_code == 302
    there = dict(director.one.entries.values_list("name", "rating"))
    assert there == {"Éva": 1850, "Ann": 1700, "Bob": 1600}


def test_what_changed_meanwhile_is_compared_again(director):
    page = compared(director, LIST)
    add_entries(section_id=director.one.pk, lines=[EntryLine("Bob")], actor=SYSTEM)
    assert confirmed(director, page).status_code == 422
    assert director.one.entries.count() == 3


@pytest.mark.parametrize("data", [b"", b"x,y\n1,2\n", b"Name\nBob\x00\n"])
@pytest.mark.every_case
def test_a_list_that_makes_no_sense_writes_nothing(director, data):
    assert compared(director, data).status_code == 422
    assert director.one.entries.count() == 2


def test_ratings_of_a_file_that_are_none_are_listed_and_left_out(director):
    page = compared(director, b"Name,Rating\nBob,strong\nDora,1650.5\nEmil,9999\nFay,1500\n")
    assert [one.line.unread for one in page.context["found"]] == ["strong", "1650.5", "9999", ""]
    assert page.content.decode().count("cannot be read and is skipped.") == 3
    confirmed(director, page)
    assert dict(director.one.entries.filter(rating__in=(0, 1500)).values_list("name", "rating")) == {
        "Bob": 0,
        "Dora": 0,
        "Emil": 0,
        "Fay": 1500,
    }


@pytest.mark.parametrize("rows", ["", "{", "{}", "[]", "[[]]", "[[1]]", json.dumps([["a\x00"]])])
@pytest.mark.every_case
def test_rows_that_were_tampered_with_are_refused(director, rows):
    address = f"/desk/sections/{director.one.pk}/entries/list/"
    assert director.post(address, {"rows": rows, "column-name": "0"}).status_code == 422


PASTED = "Kiss, Dora;17O0;North club\nNovak;1650;South club"


def test_a_paste_that_is_not_clear_is_asked_about_and_previewed(director):
    address = f"/desk/sections/{director.one.pk}/entries/"
    asked = director.post(address, {"players": PASTED})
    text = asked.content.decode()
    assert asked.status_code == 422
    assert "Unclear: 17O0 (line 1). No players were added." in text
    assert f'formaction="{address}list/"' in text
    page = director.post(f"{address}list/", {"players": PASTED})
    assert [one.line for one in page.context["found"]] == [
        EntryLine("Kiss, Dora", 0, "North club"),
        EntryLine("Novak", 1650, "South club"),
    ]
    assert "The rating “17O0” cannot be read and is skipped." in page.content.decode()
    assert director.one.entries.count() == 2
    confirmed(director, page)
    assert director.one.entries.get(name="Kiss, Dora").rating == 0
    assert director.one.entries.get(name="Novak").rating == 1650


def test_a_column_of_a_paste_is_mapped_by_hand(director):
    rows = json.dumps([["Novak", "1650", "South club"]])
    told = {"rows": rows, "column-name": "0", "column-rating": "1"}
    page = director.post(f"/desk/sections/{director.one.pk}/entries/list/", told)
    assert [one.line for one in page.context["found"]] == [EntryLine("Novak", 1650)]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Kiss\t1700\tHUN\tNorth", {"name": 0, "rating": 1, "federation": 2, "club_name": 3}),
        ("Kiss;North;HUN;1700\nNovak;;CZE;", {"name": 0, "club_name": 1, "federation": 2, "rating": 3}),
        ("Kiss;17O0", {"name": 0}),
        ("Kiss;17O0\nNovak;1650\nPolak;-5\nRuzek;1650.5\nSipos", {"name": 0, "rating": 1}),
        ("Kiss;1650\nNovak;North", {"name": 0}),
        ("Kiss", {"name": 0}),
    ],
)
def test_columns_of_a_paste_are_known_by_their_cells(text, columns):
    assert guess_columns_by_cells([cells for _number, cells in rows_of_paste(text)]) == columns


def test_a_name_that_is_too_long_is_refused_and_not_cut():
    with pytest.raises(LineNotUnderstood):
        lines_of([["Name"], [230 * "B"]], {"name": 0})


def test_a_paste_without_a_player_is_refused(director):
    page = director.post(f"/desk/sections/{director.one.pk}/entries/list/", {"players": " \n"})
    assert page.status_code == 422
