"""Published standings, progress, prizes, lists and openings over the interface."""

import pytest
from club_evening import draft_of, played_of, published_of, section_of
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from worlds import world

from club.core.actor import SYSTEM
from club.models import User
from tournaments.events.services.setup_lists import set_prizes
from tournaments.models import Round
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.snapshots import snapshots_of

pytestmark = pytest.mark.django_db


@world
def director():
    client = Client()
    client.force_login(User.objects.create_superuser("td@club.example", "x"))
    return client


@world
def section():
    section = section_of(6)
    row = played_of(section)
    close_round(round_id=row.pk, actor=SYSTEM)
    return section


def ask(client, method, address, data=None, status=200, **more):
    sent = {} if method == "get" else {"content_type": "application/json"} | more
    answer = getattr(client, method)(f"/api/v1{address}", data, **sent)
    assert answer.status_code == status, answer.content.decode()
    return answer.json() if answer.content else None


def test_published_standings_are_listed_and_read(section, client):
    board = section.round_rows.get().pairings.filter(black__isnull=False).first()
    there = board.games.get().outcome
    other = "black" if there != "black" else "white"
    facts = {"game": 1, "outcome": other, "actor": SYSTEM, "reason": "slip"}
    record_result(pairing_id=board.pk, **facts)
    base = f"/sections/{section.pk}/standings"
    lines = ask(client, "get", f"{base}/published/")
    assert [(line["cause"], line["is_in_force"]) for line in lines] == [("closed", False), ("result", True)]
    read = ask(client, "get", f"{base}/published/{lines[1]['id']}/")
    assert read["reason"] == "slip"
    assert len(read["rows"]) == 6
    assert read["changes"]
    assert read["rows"][0]["values"][0]["parts"]
    first = ask(client, "get", f"{base}/published/{lines[0]['id']}/")
    assert first["changes"] == []
    assert ask(client, "get", base)["is_provisional"] is False
    published_of(section)
    assert ask(client, "get", base)["is_provisional"] is True
    assert ask(client, "get", f"{base}?after=1")["is_provisional"] is False
    ask(client, "get", f"{base}/published/{2**40}/", status=404)


def test_progress_is_read(section, client):
    lines = ask(client, "get", f"/sections/{section.pk}/progress")
    assert len(lines) == 6
    assert {line["steps"][0]["colour"] for line in lines} == {"white", "black"}
    assert all(line["steps"][0]["score"] == line["steps"][0]["points"] for line in lines)


def test_prizes_are_handed_out_and_taken_back(section, client, director):
    base = f"/sections/{section.pk}/prizes/handout"
    ask(client, "get", base, status=404)
    rows = [{"place": 1, "amount": 100}]
    ask(director, "put", base, {}, 409)
    set_prizes(section_id=section.pk, rows=rows, currency="EUR", sharing="equal", actor=SYSTEM)
    seen = ask(director, "get", base)
    assert (seen["is_public"], seen["snapshot"]) == (False, snapshots_of(section)[-1].pk)
    ask(client, "get", base, status=404)
    ask(client, "put", base, {}, 401)
    ask(director, "put", base, {"snapshot": seen["snapshot"] + 1}, 409)
    made = ask(director, "put", base, {"snapshot": seen["snapshot"]})
    assert sum(prize["amount"] for prize in made["prizes"]) == 100
    assert ask(client, "get", base)["is_up_to_date"] is True
    assert all(prize["why"] for prize in made["prizes"])
    ask(director, "delete", base, {"reason": "too soon"}, 204)
    ask(client, "get", base, status=404)


def test_a_list_is_read_compared_and_entered(section, director):
    base = f"/sections/{section.pk}/entries/list"
    data = b"Name;Rating\nPlayer 01;2222\nNew Player;1500\nPlayer 02;1998\n"
    file = SimpleUploadedFile("a.csv", data)
    answer = director.post(f"/api/v1{base}/read", {"list": file})
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert told["columns"] == {"name": 0, "rating": 1}
    found = ask(director, "post", f"{base}/compare", told)
    states = {line["name"]: line["state"] for line in found["lines"]}
    assert states == {"Player 01": "changed", "New Player": "new", "Player 02": "same"}
    assert section.entries.count() == 6
    ask(director, "post", base, told | {"digest": "x"}, 409)
    done = ask(director, "post", base, told | {"digest": found["digest"]})
    assert done == {"entered": 1, "changed": 1}
    assert section.entries.get(name="Player 01").rating == 2222
    ask(director, "post", f"{base}/compare", told | {"columns": {}}, 422)
    ask(director, "post", f"{base}/compare", {"rows": [], "columns": {}}, 400)
    bad = director.post(f"/api/v1{base}/read", {"list": SimpleUploadedFile("a.xlsx", b"PK\x03\x04")})
    assert bad.status_code == 422


def test_title_and_class_are_entered(section, director):
    sent = {"entries": [{"name": "Zed", "title": "GM", "category": "Youth"}]}
    made = ask(director, "post", f"/sections/{section.pk}/entries/", sent, 201)
    assert (made[0]["title"], made[0]["category"]) == ("GM", "Youth")


def test_an_opening_is_drawn_again(director):
    section = section_of(4, preset="acf")
    row = Round.objects.get(pk=draft_of(section).pk)
    board = row.pairings.filter(black__isnull=False).first()
    address = f"/pairings/{board.pk}/redraw"
    ask(director, "post", address, {"version": row.version}, 422)
    ask(director, "post", address, {"version": row.version + 1, "reason": "x"}, 409)
    made = ask(director, "post", address, {"version": row.version, "reason": "played last week"})
    assert made["redraws"] == 1
    assert made["ballot"] != board.ballot
