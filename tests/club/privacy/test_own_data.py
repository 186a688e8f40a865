"""All my data: as a page and as a file, for oneself, a guardian and the secretary; asking to be erased."""

import csv
import io
import json
import zipfile
from html import unescape

import pytest
from people import account, agreed, browser_of, club
from worlds import world

from club.backups.zip_streams import zip_stream
from club.core.actor import SYSTEM, Actor
from club.members.errors import NotYoursToSign
from club.members.services.guardians import add_guardian
from club.members.services.person_details import add_contact
from club.members.services.persons import add_person
from club.models import AuditEntry, ErasureRequest, Person, Role
from club.privacy.errors import ErasureAskedAlready, NobodyKeepsPerson, NoErasureRequest
from club.privacy.personal_data_sets import DATA_SETS, OnErasure, register_data_set
from club.privacy.services.erasure import (
    erase_person,
    refuse_erasure,
    request_erasure,
    withdraw_erasure_request,
)

pytestmark = pytest.mark.django_db


@world
def piet():
    """A player with an account, whom the club keeps."""
    user = agreed(account("piet", role=Role.PLAYER))
    Person.objects.filter(user=user).update(organisation=club(), name="Piet de Vries")
    return Person.objects.get(user=user)


@world
def child(piet):
    """Piet signs for Tim."""
    row = add_person(organisation_id=club().pk, name="Tim", actor=SYSTEM)
    add_guardian(ward_id=row.pk, guardian_id=piet.pk, actor=SYSTEM)
    return row


def file_of(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, answer
    assert answer.streaming
    return zipfile.ZipFile(io.BytesIO(answer.getvalue()))


# -- the page and the file -----------------------------------------------------------------------------


def test_the_page_tells_every_kind_with_its_fate(piet):
    add_contact(person_id=piet.pk, kind="phone", value="06 <123>", actor=SYSTEM)
    text = browser_of(piet.user).get(f"/desk/me/{piet.pk}/everything/").content.decode()
    for data_set in DATA_SETS.values():
        assert str(data_set.label) in unescape(text)
    assert "06 &lt;123&gt;" in text
    assert "Deleted at erasure." in text


def test_every_kind_is_in_the_file_and_that_it_went_out_is_on_the_trail(piet):
    add_contact(person_id=piet.pk, kind="phone", value="=1+1", actor=SYSTEM)
    held = file_of(browser_of(piet.user), "/desk/me/export.zip")
    names = set(held.namelist())
    assert names == {"index.html", "data.json", *(f"{key}.csv" for key in DATA_SETS)}
    told = json.loads(held.read("data.json"))
    assert told.keys() == DATA_SETS.keys()
    assert told["club.contacts"]["rows"][0]["value"] == "=1+1"
    (row,) = csv.DictReader(io.StringIO(held.read("club.contacts.csv").decode()))
    assert row["value"] == "'=1+1"  # no spreadsheet reckons with it
    assert "Piet de Vries" in held.read("index.html").decode()
    assert AuditEntry.objects.get(action="club.person.handed_out").actor_label == "Piet"


def test_what_another_part_registers_is_in_the_file(piet):
    register_data_set(
        "test.trophies",
        label="trophies",
        fate=OnErasure.RETAIN,
        why="x",
        rows=lambda _: [{"cup": "Silver"}],
        files=lambda _: [("cups/1.txt", [b"a", b"b"]), ("cups/1.txt", [b"again"])],
    )
    try:
        held = file_of(browser_of(piet.user), "/desk/me/export.zip")
    finally:
        del DATA_SETS["test.trophies"]
    assert held.read("cups/1.txt") == b"ab"
    assert held.namelist().count("cups/1.txt") == 1
    assert b"Silver" in held.read("test.trophies.csv")


def test_a_guardian_and_the_secretary_take_it_and_nobody_else(piet, child, secretary):
    client = browser_of(piet.user)
    assert file_of(client, f"/desk/me/{child.pk}/export.zip")
    assert file_of(browser_of(secretary.user), f"/desk/club/members/{child.pk}/export.zip")
    assert client.get(f"/desk/club/members/{child.pk}/export.zip").status_code == 403
    other = browser_of(account("eve", role=Role.OWNER, at=club("south")))
    assert other.get(f"/desk/club/members/{piet.pk}/export.zip").status_code == 403
    for address in ("everything/", "export.zip"):
        assert other.get(f"/desk/me/{piet.pk}/{address}").status_code == 404
    assert AuditEntry.objects.filter(action="club.person.handed_out").count() == 2


def test_a_file_is_made_piece_by_piece():
    def pieces():
        for _ in range(3):
            yield b"x" * 1000

    parts = list(zip_stream([("a.txt", pieces()), ("b.txt", [])]))
    assert len(parts) > 3
    assert zipfile.ZipFile(io.BytesIO(b"".join(parts))).read("a.txt") == b"x" * 3000


# -- asking ----------------------------------------------------------------------------------------------


def test_a_member_asks_once_and_takes_it_back(piet):
    actor = Actor.of_user(piet.user)
    row = request_erasure(person_id=piet.pk, message=" I moved. ", actor=actor)
    assert (row.message, row.asked_by, row.state) == ("I moved.", "Piet", "asked")
    with pytest.raises(ErasureAskedAlready):
        request_erasure(person_id=piet.pk, actor=actor)
    withdraw_erasure_request(person_id=piet.pk, actor=actor)
    with pytest.raises(NoErasureRequest):
        withdraw_erasure_request(person_id=piet.pk, actor=actor)
    assert request_erasure(person_id=piet.pk, actor=actor)


def test_a_guardian_asks_for_a_ward_and_nobody_asks_for_others(piet, child, secretary):
    assert request_erasure(person_id=child.pk, actor=Actor.of_user(piet.user)).person == child
    with pytest.raises(NotYoursToSign):
        request_erasure(person_id=piet.pk, actor=secretary)


def test_whom_no_club_keeps_is_told_so(piet):
    Person.objects.filter(pk=piet.pk).update(organisation=None)
    with pytest.raises(NobodyKeepsPerson):
        request_erasure(person_id=piet.pk, actor=Actor.of_user(piet.user))


def test_the_secretary_finds_the_request_on_the_desk_and_answers(piet, secretary):
    client, own = browser_of(secretary.user), browser_of(piet.user)
    own.post(f"/desk/me/{piet.pk}/erasure/", {"message": "Please."})
    other = browser_of(account("eve", role=Role.OWNER, at=club("south")))
    assert "asks for erasure" in client.get("/desk/").content.decode()
    assert "asks for erasure" not in other.get("/desk/").content.decode()
    row = ErasureRequest.objects.get()
    assert other.post(f"/desk/club/erasures/{row.pk}/refuse/", {"answer": "No"}).status_code == 403
    page = client.get(f"/desk/club/members/{piet.pk}/erase/").content.decode()
    assert "Please." in page
    client.post(f"/desk/club/erasures/{row.pk}/refuse/", {"answer": "You owe a fee."})
    assert "You owe a fee." in own.get(f"/desk/me/{piet.pk}/everything/").content.decode()
    with pytest.raises(NoErasureRequest):
        refuse_erasure(request_id=row.pk, answer="x", actor=secretary)
    with pytest.raises(NoErasureRequest):
        refuse_erasure(request_id=10**9, answer="x", actor=secretary)


@pytest.mark.parametrize("message", ["x" * 1001])
def test_a_message_that_cannot_be_kept_is_refused(piet, message):
    answer = browser_of(piet.user).post(f"/desk/me/{piet.pk}/erasure/", {"message": message}, follow=True)
    assert "The request was not sent: the message is too long or cannot be read." in answer.content.decode()
    assert not ErasureRequest.objects.exists()


def test_an_erasure_answers_the_request_and_forgets_its_words(piet, secretary):
    request_erasure(person_id=piet.pk, message="Piet de Vries here", actor=Actor.of_user(piet.user))
    erase_person(person_id=piet.pk, typed_name="Piet de Vries", actor=secretary)
    row = ErasureRequest.objects.get()
    assert (row.state, row.message, row.asked_by, row.answered_by) == (
        "done",
        "",
        f"Former member {piet.pk}",
        "Sam",
    )


# -- the page of the erasure -----------------------------------------------------------------------------


def test_one_press_with_the_name_erases(piet, secretary):
    client = browser_of(secretary.user)
    address = f"/desk/club/members/{piet.pk}/erase/"
    page = client.get(address).content.decode()
    assert f"Former member {piet.pk}" in page
    assert "Earlier backups contain the data until the schedule deletes them" in page
    answer = client.post(address, {"typed_name": "Somebody"}, follow=True)
    assert "Nothing was erased: the name you typed is not" in answer.content.decode()
    answer = client.post(address, {"typed_name": "Piet de Vries"}, follow=True)
    assert "Erased; now shown as" in answer.content.decode()
    assert Person.objects.get(pk=piet.pk).name == f"Former member {piet.pk}"
    assert "Erased on" in client.get(address).content.decode()
    assert client.post(address, {"typed_name": "\x00"}).status_code == 422


def test_an_account_that_was_erased_is_signed_out(piet, secretary):
    own = browser_of(piet.user)
    assert own.get("/desk/me/").status_code == 200
    erase_person(person_id=piet.pk, typed_name="Piet de Vries", actor=secretary)
    assert own.get("/desk/me/").status_code == 302
