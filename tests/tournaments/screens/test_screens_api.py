"""Screens and recorded games over the interface: what their pages do, with the same permissions."""

import pytest
from club_evening import director, published_of, section_of
from django.urls import reverse
from worlds import world

from club.core.actor import VISITOR
from club.models import User
from tournaments.models import Screen, ScreenFamily
from tournaments.screens.services.screens import open_screen

pytestmark = pytest.mark.django_db
RECORD = '[GameType "21"]\n[Result "1/2-1/2"]\n\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n'


@world
def section():
    return section_of(4, preset="acf")


@pytest.fixture
def desk(client):
    client.force_login(director())
    return client


def address(name, *args):
    return reverse(f"tournaments-api:{name}", args=args)


def send(method, where, **told):
    return method(where, told, content_type="application/json")


def test_a_family_is_made_changed_steered_and_removed(desk, section):
    families = address("screen-families", section.event_id)
    made = send(desk.post, families, name="Hall", contents=["standings", "pairings"])
    assert made.status_code == 201
    family = made.json()
    assert family["contents"] == ["pairings", "standings"]
    one = address("screen-family", family["id"])
    told = {"name": "Door", "contents": ["names"], "version": family["version"]}
    assert send(desk.put, one, **told).json()["name"] == "Door"
    assert send(desk.put, one, **told).status_code == 409
    page = address("screen-page", family["id"])
    held = send(desk.post, page, is_held=True).json()
    assert held["is_held"]
    assert send(desk.post, page, by=2).json()["page"] == held["page"] + 2
    assert [each["id"] for each in desk.get(families).json()] == [family["id"]]
    assert send(desk.post, families, name="None", contents=["nothing"]).status_code == 400
    assert desk.delete(one).status_code == 204
    assert not ScreenFamily.objects.exists()


def test_a_screen_is_taken_by_its_code_and_assigned_from_afar(desk, section):
    families = address("screen-families", section.event_id)
    keys = [send(desk.post, families, name=n, contents=["names"]).json()["id"] for n in ("A", "B")]
    waiting = open_screen(actor=VISITOR)
    screens = address("screens", section.event_id)
    taken = send(desk.post, screens, code=waiting.code, family=keys[0], label="Door")
    assert taken.status_code == 201
    assert taken.json()["token"] == waiting.token
    assert send(desk.post, screens, code=waiting.code).status_code == 422
    made = send(desk.post, screens, label="Stage").json()
    one = address("screen", waiting.pk)
    changed = send(desk.put, one, family=keys[1]).json()
    assert (changed["family"], changed["label"]) == (keys[1], "Door")
    assert [each["id"] for each in desk.get(screens).json()] == [waiting.pk, made["id"]]
    assert desk.delete(one).status_code == 204
    assert desk.delete(one).status_code == 404
    assert [each["id"] for each in desk.get(screens).json()] == [made["id"]]
    assert Screen.objects.get(pk=waiting.pk).revoked_at


def test_the_line_over_all_screens_and_their_clock(desk, section):
    hall = address("hall", section.event_id)
    assert desk.get(hall).json()["alert"] == ""
    assert send(desk.patch, hall, alert="Lunch at one").json()["alert"] == "Lunch at one"
    assert send(desk.patch, hall, clock_ends_at="2001-01-01T10:00:00Z").status_code == 422
    assert desk.get(hall).json() == {
        "event": section.event_id,
        "alert": "Lunch at one",
        "clock_ends_at": None,
        "clock_label": "",
    }


def test_records_are_listed_put_and_taken_away(desk, client, section):
    pairing = published_of(section).pairings.get(board_number=1)
    record = address("record", pairing.pk, 1)
    put = send(desk.put, record, pdn=RECORD)
    assert put.status_code == 200
    number = put.json()["record"]["id"]
    assert send(desk.put, address("record", pairing.pk, 2), record=number).status_code == 409
    assert send(desk.put, record, pdn="nothing").status_code == 422
    client.logout()
    listed = client.get(address("records", pairing.pk)).json()
    assert [one["record"] and one["record"]["id"] for one in listed] == [number, None]
    assert client.delete(record).status_code == 401
    client.force_login(User.objects.get(is_superuser=True))
    assert client.delete(record).status_code == 204
    assert pairing.games.get(number=1).game is None
