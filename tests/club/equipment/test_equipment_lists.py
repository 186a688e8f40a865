"""A list of equipment is looked at before it is kept, fills nothing twice, and goes back by the trail."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from people import account, browser_of, club
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import Actor
from club.core.errors import CannotUndo, NotAllowed
from club.equipment.equipment_lists import EQUIPMENT_COLUMNS, read_equipment_lines
from club.equipment.selectors import digest_of_equipment, equipment_differences
from club.equipment.services.equipment_imports import import_equipment
from club.equipment.services.equipment_loans import lend_equipment
from club.lists.errors import ListChangedMeanwhile
from club.lists.tables import list_of
from club.models import AuditEntry, EquipmentItem, Person, Role
from club.paper.sheets import write_sheet

pytestmark = pytest.mark.django_db
PAGE = "/desk/club/equipment/import/"
MESSY = """Omschrijving;Soort;Serienummer;Aantal;Prijs;Staat;Gekocht op
DGT 2010;klok;K-1;;49,95;goed;3-4-2020
DGT 2010;klok;K-1;;49,95;goed;
Borden van hout;bord;;12;1.234,50;versleten;
Stukken;stukken;;0;;;
Ding;raket;;;;;
;;;;;;
Kar;kar;;1;;;
"""


@world
def user():
    return account("sam", role=Role.SECRETARY)


@world
def sam(user):
    return Actor.of_user(user)


def lines_of(text):
    rows = [line.split(";") for line in text.splitlines()]
    return read_equipment_lines(list_of(rows, EQUIPMENT_COLUMNS), kind="other", currency="EUR")


def bring_in(text, actor):
    lines = lines_of(text)
    digest = digest_of_equipment(equipment_differences(organisation_id=club().pk, lines=lines))
    place = {"organisation_id": club().pk, "currency": "EUR", "actor": actor}
    return import_equipment(lines=lines, digest=digest, **place)


def test_a_messy_list_is_read_by_its_headings(sam):
    rows = bring_in(MESSY, sam)
    assert [(row.kind, row.name, row.serial, row.count, row.price, row.condition) for row in rows] == [
        ("clock", "DGT 2010", "K-1", 1, 4995, "good"),
        ("board", "Borden van hout", "", 12, 123450, "worn"),
        ("trolley", "Kar", "", 1, None, "good"),
    ]
    found = equipment_differences(organisation_id=club().pk, lines=lines_of(MESSY))
    told = {(one.line.number, one.state, one.line.fault) for one in found}
    assert {(3, "faulty", "twice"), (5, "faulty", "no_count"), (6, "faulty", "unknown_kind")} <= told
    assert not any(one.state == "new" for one in found)  # the same list again brings nothing


def test_what_changed_meanwhile_is_looked_at_again(sam):
    lines = lines_of(MESSY)
    with pytest.raises(ListChangedMeanwhile):
        import_equipment(organisation_id=club().pk, lines=lines, currency="EUR", digest="x", actor=sam)
    assert not EquipmentItem.objects.exists()


def test_only_who_keeps_equipment_brings_a_list_in(sam):
    with pytest.raises(NotAllowed):
        bring_in(MESSY, Actor.of_user(account("tess", role=Role.TREASURER)))


def test_a_list_goes_back_unless_a_thing_of_it_was_lent(sam):
    owner = Actor.of_user(account("olga", role=Role.OWNER))
    rows = bring_in(MESSY, sam)
    entry = AuditEntry.objects.get(action="club.equipment.imported")
    ann = Person.objects.create(name="Ann", organisation=club())
    lend_equipment(item_id=rows[0].pk, person_id=ann.pk, actor=sam)
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=entry.pk, actor=owner)
    assert EquipmentItem.objects.count() == 3
    EquipmentItem.objects.get(pk=rows[0].pk).loans.all().delete()
    undo_entry(entry_id=entry.pk, actor=owner)
    assert not EquipmentItem.objects.exists()


def test_the_page_shows_the_list_before_it_is_kept(user):
    browser = browser_of(user)
    table = [line.split(";") for line in MESSY.splitlines()]
    file = SimpleUploadedFile("list.xlsx", write_sheet(table))
    shown = browser.post(PAGE, {"club": "north", "kind": "other", "file": file})
    assert shown.status_code == 200
    assert "New (3)" in " ".join(shown.content.decode().split())
    assert not EquipmentItem.objects.exists()
    kept = {"club": "north", "kind": "other", "mapped": "1", "heading": "1", "confirm": "1"}
    kept |= {"table": shown.context["table"], "digest": shown.context["digest"]}
    kept |= {f"column_{at}": field for at, _example, field in shown.context["columns"]}
    assert browser.post(PAGE, kept).status_code == 302
    assert browser.post(PAGE, kept).status_code == 409  # a second press: the comparison is another by now
    assert EquipmentItem.objects.count() == 3
    assert browser.post(PAGE, {"club": "north", "kind": "other", "table": "\0"}).status_code == 422


def test_the_file_that_is_taken_out_comes_in_again(user, sam):
    bring_in(MESSY, sam)
    browser = browser_of(user)
    text = browser.get("/desk/club/equipment/export/").content.decode()
    assert ",1234.50,EUR," in text
    rows = [line.split(",") for line in text.splitlines()]
    lines = read_equipment_lines(list_of(rows, EQUIPMENT_COLUMNS), kind="other", currency="EUR")
    found = equipment_differences(organisation_id=club().pk, lines=lines)
    assert [one.state for one in found] == ["known"] * 3
