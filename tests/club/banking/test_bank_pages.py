"""Bank files on the pages, over the API and by command."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from money_rows import invoice, person
from people import account, browser_of, club
from test_bank_bookings import camt, table
from worlds import world

from club.core.actor import Actor
from club.models import BankFile, BankLayout, BankMovement, Payment, Role
from club.money.selectors.books import open_amount

pytestmark = pytest.mark.django_db
BANK = "/desk/money/bank/"


@world
def tess():
    return account("tess", role=Role.TREASURER)


@world
def asked(tess):
    return invoice(person("Ann Smith"), 6000, Actor.of_user(tess))


@world
def browser(tess):
    return browser_of(tess)


def send(browser, data, **more):
    file = SimpleUploadedFile("november.csv", data)
    return browser.post(BANK, {"club": "north", "file": file} | more, follow=True)


def test_a_file_is_sent_and_booked_in_two_presses(browser, asked):
    page = send(browser, table(("60,00", "Ann Smith", asked.reference), ("5,00", "<b>Bob</b>", "x")))
    text = page.content.decode()
    assert "2 new transactions." in text
    assert asked.code in text
    assert "<b>Bob" not in text
    row = BankMovement.objects.get(amount=6000)
    told = next(one.told for one in page.context["proposals"] if one.movement == row)
    done = browser.post(
        f"{BANK}book/", {"club": "north", "take": row.pk, f"told_{row.pk}": told}, follow=True
    )
    assert "1 transaction booked." in done.content.decode()
    assert open_amount(asked) == 0
    again = browser.post(f"{BANK}book/", {"club": "north", "take": row.pk, f"told_{row.pk}": told})
    assert again.status_code == 409
    assert Payment.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        pytest.param({}, 422, id="nothing ticked"),
        pytest.param({"take": "x"}, 422, id="no number"),
        pytest.param({"take": "9" * 40}, 422, id="too large a number"),
        pytest.param({"take": "999999"}, 404, id="no such movement"),
    ],
)
def test_a_press_without_sense_is_told(browser, fields, status):
    club()
    assert browser.post(f"{BANK}book/", {"club": "north"} | fields).status_code == status


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\0\0", id="NUL"),
        pytest.param(b"<x/>", id="other XML"),
        pytest.param(camt("x"), id="no amount"),
        pytest.param(b"PK\x03\x04 no zip", id="no zip"),
        pytest.param("Datum;Bedrag\n2026-01-01;\udcff1,0\n".encode("utf-8", "surrogatepass"), id="surrogate"),
    ],
)
def test_what_is_no_bank_file_is_told(browser, data):
    page = send(browser, data)
    assert page.status_code == 422
    assert BankFile.objects.count() == 0


def test_columns_are_named_once(browser):
    data = b"when;how much;who\n11/12/2025;1.234;Ann\n"
    page = send(browser, data)
    assert page.status_code == 422
    assert "Column contents" in page.content.decode()
    named = {"column_0": "booked_on", "column_1": "amount", "column_2": "name", "decimal_mark": ","}
    fields = {"club": "north", "mapped": "1", "heading_row": "0", "date_order": "mdy", "account": "ABC"}
    table_sent = {"table": page.context["table"], "name": "x.csv"}
    page = browser.post(BANK, fields | named | table_sent, follow=True)
    assert page.status_code == 200
    row = BankMovement.objects.get()
    assert (row.amount, str(row.booked_on), row.account) == (123_400, "2025-11-12", "ABC")
    assert BankLayout.objects.count() == 1
    assert send(browser, data.replace(b"1.234", b"1.235")).status_code == 200


def test_a_movement_is_booked_by_hand_set_aside_and_taken_up(browser, asked):
    send(browser, table(("70,00", "Somebody", "x")))
    row = BankMovement.objects.get()
    address = f"{BANK}{row.pk}/"
    page = browser.get(address, {"q": "smith"})
    assert [one.pk for one in page.context["invoices"]] == [asked.pk]
    assert browser.get(address, {"q": "\0'%_"}).status_code == 200
    browser.post(f"{address}aside/", {"reason": "not ours"})
    assert "not ours" in browser.get(address).content.decode()
    browser.post(f"{address}up/")
    browser.post(f"{address}book/", {"invoice": asked.pk})
    payment = Payment.objects.get()
    assert (payment.amount, open_amount(asked)) == (7000, 0)
    assert "Somebody" in browser.get(f"{BANK}settled/").content.decode()
    assert browser.post(f"{address}eat/").status_code == 404
    nobody = browser.post(f"{address}book/", follow=True)
    assert "has already processed this transaction:" in nobody.content.decode()


def test_a_file_is_taken_back_on_the_page(browser, asked):
    send(browser, table(("60,00", "Ann Smith", asked.reference)))
    file = BankFile.objects.get()
    browser.post(f"{BANK}files/{file.pk}/back/")
    assert BankFile.objects.count() == 0


def test_no_other_club_sees_a_movement(browser, asked):
    send(browser, table(("60,00", "Ann Smith", asked.reference)))
    other = browser_of(account("otto", role=Role.TREASURER, at=club("south")))
    row = BankMovement.objects.get()
    assert other.get(f"{BANK}{row.pk}/").status_code == 403
    assert other.get("/api/v1/bank-movements/?club=north").status_code == 403
    assert "Ann Smith" not in other.get(BANK).content.decode()
    assert browser_of(account("sam", role=Role.SECRETARY)).get(BANK).status_code == 403


def test_programs_send_files_and_book(browser, asked):
    data = table(("60,00", "Ann Smith", asked.reference), ("5,00", "Bob", "x"))
    sent = browser.post("/api/v1/bank-files/", {"club": "north", "file": SimpleUploadedFile("a.csv", data)})
    assert (sent.status_code, sent.json()["new"]) == (201, 2)
    rows = browser.get("/api/v1/bank-movements/?club=north").json()["results"]
    exact = next(one for one in rows if one["suggestion"]["is_exact"])
    assert exact["suggestion"]["parts"] == [{"invoice": asked.pk, "code": asked.code, "amount": 6000}]
    bookings = [
        {"movement": one["id"], "parts": [{"invoice": asked.pk, "amount": one["amount"]}]} for one in rows
    ]
    told = {"club": "north", "bookings": sorted(bookings, key=lambda one: one["movement"] != exact["id"])}
    answer = browser.post("/api/v1/bank-movements/", told, content_type="application/json").json()
    assert answer["booked"] == [exact["id"]]
    assert [one["code"] for one in answer["skipped"]] == ["more_than_open"]
    other = next(one for one in rows if one != exact)
    address = f"/api/v1/bank-movements/{other['id']}/"
    aside = {"is_waiting": False, "reason": "not ours"}
    assert browser.put(address, aside, content_type="application/json").status_code == 204
    assert browser.get("/api/v1/bank-movements/?club=north").json()["count"] == 0
    done = browser.get("/api/v1/bank-movements/?club=north&is_waiting=false").json()
    assert {one["state"] for one in done["results"]} == {"booked", "set_aside"}
    (file,) = browser.get("/api/v1/bank-files/?club=north").json()["results"]
    assert browser.delete(f"/api/v1/bank-files/{file['id']}/").status_code == 204
    assert open_amount(asked) == 6000
    assert browser.delete(f"/api/v1/bank-files/{file['id']}/").status_code == 404
    again = {"club": "north", "file": SimpleUploadedFile("a.csv", b"x")}
    assert browser.post("/api/v1/bank-files/", again).json()["code"] == "bank_file_refused"


def test_a_file_is_read_and_booked_by_command(asked, tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_bytes(table(("60,00", "Ann Smith", asked.reference), ("5,00", "Bob", "x")))
    call_command("bank", str(path), "--club", "north", "--book-exact")
    assert capsys.readouterr().out == "new=2 known=0 booked=1 waiting=1\n"
    with pytest.raises(CommandError, match="already known"):
        call_command("bank", str(path), "--club", "north")
    with pytest.raises(CommandError):
        call_command("bank", str(tmp_path / "none"), "--club", "north")
    with pytest.raises(CommandError):
        call_command("bank", str(path), "--club", "nowhere")
