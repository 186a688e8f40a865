"""Equipment: never more out than there is, lent and taken back, overdue, labels, going back."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pdf_pages import read_pages
from people import account, browser_of, club
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import Actor
from club.core.errors import CannotUndo, ClubError, NotAllowed, UnknownPerson
from club.core.messages import refusal_text
from club.equipment.errors import (
    BackAlready,
    EquipmentWasLent,
    FewerThanLent,
    LentToNobody,
    LoanDaysUnfit,
    NoEquipmentName,
    NotSoMany,
    SerialIsOfOne,
    SerialTaken,
)
from club.equipment.services.equipment import add_equipment, change_equipment, remove_equipment
from club.equipment.services.equipment_loans import lend_equipment, return_equipment, send_loan_reminders
from club.models import AuditEntry, EquipmentItem, EquipmentLoan, OutboxMessage, Person, Role

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate
WEEK = timedelta(days=7)


@world
def user():
    return account("sam", role=Role.SECRETARY)


@world
def sam(user):
    return Actor.of_user(user)


@world
def ann():
    return Person.objects.create(name="Ann Smith", organisation=club(), email="ann@example.org")


def thing(actor, **facts):
    told = {"kind": "clock", "name": "DGT 2010", "organisation_id": club().pk} | facts
    return add_equipment(actor=actor, **told)


def lend(item, actor, who=None, **facts):
    return lend_equipment(item_id=item.pk, person_id=who.pk if who else None, actor=actor, **facts)


def test_a_clock_is_lent_and_comes_back_worn(sam, ann):
    clock = thing(sam, serial="A1")
    loan = lend(clock, sam, ann, due_on=TODAY() + WEEK)
    clock.refresh_from_db()
    assert (clock.at_hand, clock.lent) == (0, 1)
    return_equipment(loan_id=loan.pk, condition="worn", note="a scratch", actor=sam)
    clock.refresh_from_db()
    assert (clock.at_hand, clock.condition) == (1, "worn")
    with pytest.raises(BackAlready):
        return_equipment(loan_id=loan.pk, actor=sam)
    assert "Ann" not in str(list(AuditEntry.objects.values_list("after", "target_label")))


def test_never_more_out_than_there_is(sam, ann):
    sets = thing(sam, kind="pieces", name="Sets", count=10)
    lend(sets, sam, ann, count=6)
    with pytest.raises(NotSoMany) as refusal:
        lend(sets, sam, purpose="Club night", count=5)
    assert refusal.value.facts["at_hand"] == 4
    lend(sets, sam, purpose="Club night", count=4)
    with pytest.raises(FewerThanLent):
        change_equipment(item_id=sets.pk, count=9, actor=sam)
    with pytest.raises(FewerThanLent):
        change_equipment(item_id=sets.pk, is_gone=True, actor=sam)
    with pytest.raises(IntegrityError), transaction.atomic():
        EquipmentItem.objects.filter(pk=sets.pk).update(lent=11)


@pytest.mark.parametrize(
    ("facts", "error"),
    [
        pytest.param({"name": " \0 "}, NoEquipmentName, id="no name"),
        pytest.param({"serial": "A1", "count": 2}, SerialIsOfOne, id="two with one number"),
        pytest.param({"serial": "B7"}, SerialTaken, id="a number there is"),
    ],
)
def test_what_is_no_thing_is_refused(sam, facts, error):
    thing(sam, serial="B7")
    with pytest.raises(error) as refusal:
        thing(sam, **facts)
    assert refusal_text(refusal.value).next_step
    thing(sam, kind="board", serial="B7")


def test_a_loan_says_to_whom_and_days_follow_each_other(sam):
    clock = thing(sam)
    with pytest.raises(LentToNobody):
        lend(clock, sam)
    with pytest.raises(LoanDaysUnfit):
        lend(clock, sam, purpose="x", due_on=TODAY() - WEEK)
    with pytest.raises(LoanDaysUnfit):
        lend(clock, sam, purpose="x", out_on=TODAY() + WEEK)
    stranger = Person.objects.create(name="Otto", organisation=club("south"))
    with pytest.raises(UnknownPerson):
        lend(clock, sam, stranger)
    lend(clock, sam, purpose="x")
    with pytest.raises(EquipmentWasLent):
        remove_equipment(item_id=clock.pk, actor=sam)


def test_who_keeps_something_too_long_is_written_to_every_fortnight(sam, ann):
    clock = thing(sam)
    loan = lend(clock, sam, ann, out_on=TODAY() - 3 * WEEK, due_on=TODAY() - WEEK)
    assert (send_loan_reminders(), send_loan_reminders()) == (1, 0)
    assert send_loan_reminders(today=TODAY() + 2 * WEEK) == 1
    mail = OutboxMessage.objects.first()
    assert mail.to == "ann@example.org"
    assert "DGT 2010" in mail.text
    return_equipment(loan_id=loan.pk, actor=sam)
    assert send_loan_reminders(today=TODAY() + 10 * WEEK) == 0


def test_everything_goes_back_by_the_trail(sam, ann):
    clock = thing(sam, serial="A1")
    change_equipment(item_id=clock.pk, place="cupboard", actor=sam)
    loan = lend(clock, sam, ann)
    return_equipment(loan_id=loan.pk, condition="broken", actor=sam)

    def undo(action):
        undo_entry(entry_id=AuditEntry.objects.filter(action=action).order_by("pk").last().pk, actor=sam)
        return EquipmentItem.objects.filter(pk=clock.pk).first()

    back = undo("club.equipment_loan.ended")
    assert (back.lent, back.condition) == (1, "good")
    assert undo("club.equipment_loan.reopened").condition == "broken"
    undo("club.equipment_loan.ended")
    assert undo("club.equipment_loan.begun").lent == 0
    assert EquipmentLoan.objects.count() == 0
    assert undo("club.equipment.changed").place == ""
    first = AuditEntry.objects.get(action="club.equipment.added")
    EquipmentItem.objects.filter(pk=clock.pk).update(place="hall")
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=first.pk, actor=sam)
    remove_equipment(item_id=clock.pk, actor=sam)
    undo("club.equipment.removed")
    assert EquipmentItem.objects.get().serial == "A1"


def test_only_who_keeps_equipment_does(sam, ann):
    clock = thing(sam)
    other = Actor.of_user(account("otto", role=Role.OWNER, at=club("south")))
    for attempt in (lambda: lend(clock, other, purpose="x"), lambda: thing(other)):
        with pytest.raises(NotAllowed):
            attempt()


def test_scanned_lent_and_back_in_two_taps(user, sam, ann):
    clock, browser = thing(sam, serial="A1"), browser_of(user)
    address = f"/desk/club/equipment/{clock.pk}/"
    assert "Ann Smith" in browser.get(address, {"q": "smith"}).content.decode()
    page = browser.post(f"{address}lend/", {"person": ann.pk, "count": 1}, follow=True).content.decode()
    assert "is on loan: Ann Smith" in page
    loan = EquipmentLoan.objects.get()
    page = browser.post(f"/desk/club/equipment/loans/{loan.pk}/back/", {"condition": "good"}, follow=True)
    assert "Return recorded." in page.content.decode()
    assert browser.post(f"{address}lend/", {"count": "9" * 40}).status_code == 302
    assert (
        browser.post(f"/desk/club/equipment/loans/{loan.pk}/back/", {"condition": "eaten"}).status_code == 302
    )
    assert browser.get(address, {"q": "\0"}).status_code == 200


def test_the_list_the_labels_and_the_file(user, sam, ann):
    clock, browser = thing(sam, serial="A1"), browser_of(user)
    lend(clock, sam, ann, out_on=TODAY() - 3 * WEEK, due_on=TODAY() - WEEK)
    assert "Overdue" in browser.get("/desk/club/equipment/?state=overdue").content.decode()
    assert list(browser.get("/desk/club/equipment/?state=gone").context["page"]) == []
    pdf = browser.get("/desk/club/equipment/labels/")
    assert "DGT 2010" in read_pages(pdf.content)[0].extract_text()
    assert "clock,DGT 2010,A1,1,1," in browser.get("/desk/club/equipment/export/").content.decode()
    new = {"club": "north", "kind": "board", "name": "Board", "count": "3", "condition": "good", "price": "x"}
    assert browser.post("/desk/club/equipment/new/", new).status_code == 422
    assert browser.post("/desk/club/equipment/new/", new | {"price": "12,50"}).status_code == 302
    assert EquipmentItem.objects.get(name="Board").price == 1250
    same = new | {"kind": "clock", "serial": "A1", "count": "1", "price": ""}
    assert browser.post("/desk/club/equipment/new/", same).status_code == 409


def test_programs_lend_and_take_back(user, sam, ann):
    browser = browser_of(user)
    told = {"club": "north", "kind": "pieces", "name": "Sets", "count": 4}
    made = browser.post("/api/v1/equipment/", told, content_type="application/json").json()
    address = f"/api/v1/equipment/{made['id']}/loans"
    lent = browser.post(address, {"person": ann.pk, "count": 3}, content_type="application/json").json()
    (row,) = browser.get("/api/v1/equipment/?club=north").json()["results"]
    assert (row["lent"], row["open_loans"][0]["person"]) == (3, ann.pk)
    again = browser.post(address, {"purpose": "x", "count": 2}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "not_so_many")
    back = browser.put(f"/api/v1/equipment-loans/{lent['id']}/", {}, content_type="application/json")
    assert back.json()["back_on"] == str(TODAY())


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer at a time in")
def test_of_two_who_lend_the_last_one_at_once_one_does():
    actors = [Actor.of_user(account(name, role=Role.SECRETARY)) for name in ("sam", "sue")]
    clock = thing(actors[0])

    def attempt(actor):
        try:
            return lend(clock, actor, purpose="x").count
        except ClubError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        assert sorted(map(str, both.map(attempt, actors))) == ["1", "not_so_many"]
