"""A member list comes in whole: kinds of membership mapped to plans, bad cells left out and listed."""

import csv
import io
from datetime import date

import pytest
from django.core.management import call_command
from people import browser_of, club
from worlds import world

from club.core.names import family_first
from club.lists.tables import list_of
from club.members.list_messages import FAULTS
from club.members.member_columns import MEMBER_COLUMNS, guess_plan
from club.members.member_lists import read_lines
from club.members.pages.member_imports import value_name
from club.members.services.plans import add_plan
from club.models import Membership, MembershipPlan, Person

pytestmark = pytest.mark.django_db
ADDRESS = "/desk/club/members/import/"
HEADINGS = [
    *("Voornaam", "Tussenvoegsel", "Achternaam", "E-mail", "Geboortedatum", "Soort", "Lid sinds", "Tel"),
    *("Adres", "Titel", "Talen", "Gezin", "Bondsnummer"),
]
AT = {name: at for at, name in enumerate(HEADINGS)}
BAD = [
    ("E-mail", "geen", "email", "no_mail_address"),
    ("E-mail", "anna@", "email", "no_mail_address"),
    ("E-mail", "a@example.org en b@example.org", "email", "no_mail_address"),
    ("E-mail", f"{'x' * 300}@example.org", "email", "too_long"),
    ("Geboortedatum", "31-02-2001", "born_on", "no_day"),
    ("Geboortedatum", "onbekend", "born_on", "no_day"),
    ("Geboortedatum", "12-03-67", "born_on", "no_day"),
    ("Geboortedatum", "12-03-2067", "born_on", "born_later"),
    ("Lid sinds", "vorig jaar", "starts_on", "no_day"),
    ("Soort", "Donateur", "plan", "unknown_plan"),
    ("Soort", "P" * 81, "plan", "too_long"),
    ("Tel", "0" * 61, "phone", "too_long"),
    ("Adres", "A" * 301, "address", "too_long"),
    ("Titel", "T" * 21, "title", "too_long"),
    ("Talen", "t" * 121, "languages", "too_long"),
    ("Gezin", "G" * 121, "household", "too_long"),
    ("Bondsnummer", "12345", "federation_numbers", "no_federation_number"),
    ("Bondsnummer", "KNDB 7", "federation_numbers", "number_twice"),
]
ROWS = 200


@world
def adult(secretary):
    add_plan(organisation_id=club().pk, name="Jeugdleden", kind="youth", actor=secretary)
    return add_plan(organisation_id=club().pk, name="Leden", kind="adult", actor=secretary)


def row(number):
    """A member whose row has one cell that cannot be meant, each kind of fault in turn."""
    cells = [f"Lid{number}", "van der" if number % 3 else "", f"Bos{number}", *[""] * (len(HEADINGS) - 3)]
    cells[AT["Soort"]] = ["Senior", "jeugd", ""][number % 3]
    heading, cell, *_told = BAD[number % len(BAD)]
    cells[AT[heading]] = cell
    return cells


def table():
    first = ["Eerste", "", "Lid", *[""] * (len(HEADINGS) - 4), "KNDB 7"]
    totals = [["Totaal: 201", *[""] * 12], ["", "", "Aantal leden 201", *[""] * 10]]
    buffer = io.StringIO()
    rows = [HEADINGS, first, *map(row, range(ROWS)), *totals]
    csv.writer(buffer, delimiter=";", lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def sent(adult, **more):
    return {"club": "north", "plan": adult.pk, "starts_on": "2026-03-01", "table": table()} | more


def shown_form(shown, **more):
    columns = {f"column_{at}": field for at, _example, field in shown["columns"] if field}
    seen = {"mapped": "1", "heading": "1", "digest": shown["digest"], "table": shown["table"]}
    return columns | seen | more


def test_every_kind_of_bad_cell_is_in_the_list():
    assert {code for *_cell, code in BAD} | {"no_name", "twice", "total_row"} == set(FAULTS)
    too_long = {field for _heading, _cell, field, code in BAD if code == "too_long"}
    assert too_long | {"name", "first_name", "last_name", "prefix"} == {
        name for name, column in MEMBER_COLUMNS.items() if column.max_length
    }
    assert {field for _heading, _cell, field, _code in BAD} < set(MEMBER_COLUMNS)


def test_every_person_of_a_list_comes_in_and_every_bad_cell_is_listed(adult, secretary):
    browser = browser_of(secretary.user)
    shown = browser.post(ADDRESS, sent(adult)).context
    assert len(shown["shown"]["new"]) == ROWS + 1
    assert [one.line.fault for one, *_ in shown["shown"]["faulty"]] == ["total_row"] * 2
    left = {one.line.number: one.line.left for one, *_ in shown["shown"]["new"]}
    for number in range(ROWS):
        _heading, _cell, field, code = BAD[number % len(BAD)]
        assert [(cell.field, cell.code) for cell in left[number + 3]] == [(field, code)]
    assert len(shown["cells"]) == ROWS
    done = browser.post(ADDRESS, sent(adult) | shown_form(shown, confirm="1"))
    assert done.status_code == 302
    assert Person.objects.filter(organisation=club()).count() == ROWS + 1
    youth = sum(row(number)[AT["Soort"]] == "jeugd" for number in range(ROWS))
    assert Membership.objects.filter(plan__name="Jeugdleden").count() == youth
    assert Person.objects.get(name="Lid1 van der Bos1").sort_name == "Bos1, Lid1 van der"


def test_kinds_of_membership_are_mapped_once_for_all_rows(adult, secretary):
    browser = browser_of(secretary.user)
    rows = "Naam;Soort\nEva Bos;Donateur\nJan Smit;donateur\nPiet Mol;Gastlid\nAn Vos;Erelid\n"
    shown = browser.post(ADDRESS, sent(adult, table=rows)).context
    assert [(one.value, one.rows, one.is_known) for _name, one in shown["values"]] == [
        ("Donateur", 2, False),
        ("Erelid", 1, False),
        ("Gastlid", 1, False),
    ]
    youth = next(plan for plan in shown["plans"] if plan.name == "Jeugdleden")
    said = {value_name("DONATEUR"): "none", value_name("Gastlid"): str(youth.pk)}
    again = browser.post(ADDRESS, sent(adult) | shown_form(shown, **said)).context
    assert [one.is_known for _name, one in again["values"]] == [True, False, True]
    assert browser.post(ADDRESS, sent(adult) | shown_form(again, confirm="1", **said)).status_code == 302
    plans = dict(Membership.objects.values_list("person__name", "plan__name"))
    assert plans == {"Piet Mol": "Jeugdleden", "An Vos": "Leden"}
    assert Person.objects.filter(organisation=club()).count() == 4


def test_a_birth_date_in_the_future_is_asked_about(adult, secretary):
    browser = browser_of(secretary.user)
    rows = "Naam;Geboren\nEva Bos;12-03-2067\nJan Smit;12-03-2067\n"
    shown = browser.post(ADDRESS, sent(adult, table=rows)).context
    assert [(line.number, line.earlier) for line, _said in shown["asked"]] == [
        (2, date(1967, 3, 12)),
        (3, date(1967, 3, 12)),
    ]
    said = {"born_2": "1967-03-12", "born_3": "2067-03-12"}
    again = browser.post(ADDRESS, sent(adult) | shown_form(shown, **said)).context
    browser.post(ADDRESS, sent(adult) | shown_form(again, confirm="1", **said))
    born = dict(Person.objects.filter(organisation=club()).values_list("name", "born_on"))
    assert born == {"Eva Bos": date(1967, 3, 12), "Jan Smit": None}


def test_a_name_that_stands_twice_is_asked_about(adult, secretary):
    browser = browser_of(secretary.user)
    shown = browser.post(ADDRESS, sent(adult, table="Naam\nJan Bos\nJan Bos\n")).context
    ((twice, *_),) = shown["shown"]["near"]
    assert twice.line.fault == "twice"
    browser.post(ADDRESS, sent(adult) | shown_form(shown, confirm="1", line_3="new"))
    assert Person.objects.filter(name="Jan Bos").count() == 2


def test_what_is_left_out_is_downloaded_with_the_reason(adult, secretary):
    browser = browser_of(secretary.user)
    rows = "Naam;E-mail\nEva Bos;geen\nJan Smit;j@example.org\nTotaal 2;\nJan Smit;\n=1+1 Mol;x\n"
    shown = browser.post(ADDRESS, sent(adult, table=rows)).context
    answer = browser.post(ADDRESS, sent(adult) | shown_form(shown, leftovers="1"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="north-left-out.csv"'
    told = list(csv.reader(io.StringIO(answer.content.decode().removeprefix("\ufeff"))))
    assert [line[0] for line in told] == ["Naam", "Eva Bos", "Totaal 2", "Jan Smit", "'=1+1 Mol"]
    assert told[1][2] == "cell skipped: email “geen”: not a valid email address"
    assert told[2][2] == "row skipped: a total, not a person"
    assert told[3][2] == "row skipped: appears twice in the list"
    assert Person.objects.filter(organisation=club()).count() == 0


def test_the_command_maps_as_the_page_does(adult, tmp_path, capsys):
    path, left_out = tmp_path / "leden.csv", tmp_path / "left.csv"
    path.write_text(
        "Naam;Soort;Geboren;E-mail\nEva Bos;Donateur;12-03-2067;geen\nJan Smit;Gast;;\nJan Smit;;;\n"
    )
    mapped = ["--map", "donateur=", "--map", "GAST=jeugdleden", "--born-earlier", "--twice-as-new", "--apply"]
    call_command(
        "import_members", str(path), "--club=north", "--plan=Leden", *mapped, "--left-out", str(left_out)
    )
    assert "email:no_mail_address:geen" in capsys.readouterr().out
    assert "Eva Bos" in left_out.read_text()
    assert sorted(Membership.objects.values_list("person__name", "plan__name")) == [
        ("Jan Smit", "Jeugdleden"),
        ("Jan Smit", "Leden"),
    ]
    assert Person.objects.get(name="Eva Bos").born_on == date(1967, 3, 12)


def test_the_interface_for_programs_maps_as_the_page_does(adult, secretary):
    asked = {
        "table": "Naam;Soort;Geboren\nAn Vos;Donateur;1-1-2090\n",
        "plan": adult.pk,
        "starts_on": "2026-03-01",
        "plans": [{"value": "Donateur", "plan": None}],
    }
    browser, address = browser_of(secretary.user), "/api/v1/clubs/north/member-list"
    told = browser.post(f"{address}/comparison", asked, content_type="application/json").json()
    assert told["plans"] == [{"value": "Donateur", "rows": 1, "plan": None, "is_known": True}]
    (line,) = told["lines"]
    assert (line["born_earlier"], [cell["code"] for cell in line["left"]]) == ("1990-01-01", ["born_later"])
    said = asked | {"births": [{"line": 2, "born_on": "1990-01-01"}]}
    told = browser.post(f"{address}/comparison", said, content_type="application/json").json()
    kept = browser.post(address, said | {"digest": told["digest"]}, content_type="application/json")
    assert kept.json() == {"added": 1, "joined": 0}
    assert Person.objects.get(name="An Vos").born_on == date(1990, 1, 1)
    wrong = asked | {"plans": [{"value": "Donateur", "plan": 10**6}]}
    refused = browser.post(f"{address}/comparison", wrong, content_type="application/json")
    assert refused.json()["code"] == "unknown_plan"


# -- names and totals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "prefix", "last", "name"),
    [
        ("Piet", "", "de Vries", "Piet de Vries"),
        ("Piet", "de", "Vries", "Piet de Vries"),
        ("Zoë", "van der", "Berg", "Zoë van der Berg"),
        ("Jan", "", "Bos", "Jan Bos"),
        ("Ludwig", "", "von der Au", "Ludwig von der Au"),
    ],
)
def test_prefixes_are_filed_as_those_of_typed_names(first, prefix, last, name):
    columns = {0: "first_name", 1: "prefix", 2: "last_name"}
    (line,) = read_lines(list_of([[first, prefix, last]], MEMBER_COLUMNS, columns, has_heading=False))
    assert (line.name, line.sort_name) == (name, family_first(name))
    (comma,) = read_lines(
        list_of([[f"{prefix} {last}, {first}".strip()]], MEMBER_COLUMNS, {0: "name"}, has_heading=False)
    )
    assert (comma.name, comma.sort_name) == (name, family_first(name))


def test_a_family_name_of_several_words_stays_whole():
    columns = {0: "first_name", 1: "last_name"}
    (line,) = read_lines(list_of([["Gabriel", "García Márquez"]], MEMBER_COLUMNS, columns, has_heading=False))
    assert (line.name, line.sort_name) == ("Gabriel García Márquez", "García Márquez, Gabriel")


@pytest.mark.parametrize(
    ("cell", "is_total"),
    [
        *(
            (text, True)
            for text in ("Totaal", "Total: 200", "TOTAL 12", "Итого: 3", "Aantal leden 160", "Sum")
        ),
        *((text, False) for text in ("Jean Total", "Total, Jean", "Sum Li", "Somme Jan", "Soma Jan 2e")),
    ],
)
def test_a_total_is_no_person(cell, is_total):
    (line,) = read_lines(list_of([[cell, ""]], MEMBER_COLUMNS, {0: "name", 1: "email"}, has_heading=False))
    assert (line.fault == "total_row") is is_total


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (["Totaal", "200", ""], "total_row"),
        (["", "200", ""], "no_name"),
        (["201", "12", "geen"], "no_name"),
        (["201", "Ann 2", ""], ""),
    ],
)
def test_a_figure_below_the_names_is_no_person(row, fault):
    (line,) = read_lines(list_of([row], MEMBER_COLUMNS, {1: "name", 2: "email"}, has_heading=False))
    assert line.fault == fault


@pytest.mark.parametrize("heading", ["Soort lid", "Lidsoort", "Membership type", "Catégorie", "Категория"])
def test_a_column_of_membership_kinds_is_known_by_its_heading(heading):
    assert MEMBER_COLUMNS.guess([["Naam", heading], ["Jan Bos", "Jeugdlid"]]) == {0: "name", 1: "plan"}


def test_somebody_with_a_mail_address_is_no_total():
    (line,) = read_lines(
        list_of([["Sum", "sum@example.org"]], MEMBER_COLUMNS, {0: "name", 1: "email"}, has_heading=False)
    )
    assert (line.name, line.fault) == ("Sum", "")


@pytest.mark.parametrize(
    ("value", "name"),
    [("JEUGDLEDEN", "Jeugdleden"), ("Junior", "Jeugdleden"), ("Senior", "Leden"), ("Erelid", ""), ("?", "")],
)
@pytest.mark.usefixtures("adult")
def test_a_kind_is_guessed_only_where_one_plan_can_be_meant(value, name):
    plan = guess_plan(value, MembershipPlan.objects.filter(organisation=club()))
    assert (plan.name if plan else "") == name
