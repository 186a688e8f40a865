"""Appeals and precedents over the interface: no vote before all are in, nobody by name."""

import pytest
from django.test import Client
from django.urls import reverse
from incidents import Hall
from worlds import world

from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link
from tournaments.appeals.services.committees import set_appeals
from tournaments.models import AppealSeat

pytestmark = pytest.mark.django_db
NAMES = ("Ada Long", "Ben Short", "Cas Wide")


@world
def hall():
    hall = Hall()
    rows = [{"name": name, "is_chair": name == NAMES[0]} for name in NAMES]
    set_appeals(event_id=hall.event.pk, rules={"minutes": 30}, members=rows, actor=hall.director)
    hall.white = hall.row.pairings.order_by("board_number").first().white
    hall.ruling = hall.rule(hall.white.name, "touched_not_moved", "game_lost")
    return hall


def desk(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def address(name, *args):
    return reverse(f"tournaments-api:{name}", args=args)


def send(method, where, **told):
    return method(where, told, content_type="application/json")


def filed(hall):
    where = address("case-appeal", hall.ruling.case_id)
    return send(desk(hall.deputy).post, where, appellant=hall.white.pk, grounds="I said so.")


def votes(hall, appeal, *given):
    for seat, vote in zip(AppealSeat.objects.filter(appeal=appeal["id"]).order_by("pk"), given, strict=False):
        token = make_seat_link(seat_id=seat.pk, actor=hall.arbiter)
        give_vote(token=token, vote=vote, words="So it is.", actor=hall.arbiter)


def test_no_vote_is_told_before_all_are_in_and_the_committee_rules(hall):
    made = filed(hall)
    assert made.status_code == 201
    appeal, where = made.json(), address("appeal", made.json()["id"])
    assert [seat["member"] for seat in appeal["seats"]] == list(NAMES)
    votes(hall, appeal, "change", "change")
    arbiter = desk(hall.arbiter)
    told = arbiter.get(where).json()
    assert {seat["vote"] for seat in told["seats"]} == {""}
    assert (told["tally"]["waiting"], told["tally"]["change"]) == (1, 0)
    decision = address("appeal-decision", appeal["id"])
    assert send(arbiter.put, decision).json()["code"] == "votes_missing"
    AppealSeat.objects.filter(vote="").update(vote="stands")
    assert [seat["vote"] for seat in arbiter.get(where).json()["seats"]] == ["change", "change", "stands"]
    decided = {"consequence": "none", "reason": "It was adjusted."}
    assert send(desk(hall.deputy).put, decision, decided=decided).status_code == 403
    done = send(arbiter.put, decision, words="It was adjusted.", decided=decided)
    assert (done.status_code, done.json()["state"]) == (200, "changed")
    case = arbiter.get(address("case", hall.ruling.case_id)).json()
    assert (case["state"], [one["origin"] for one in case["rulings"]]) == (
        "decided",
        ["arbiter", "committee"],
    )


def test_an_appeal_is_taken_back_and_its_deposit_noted(hall):
    appeal = filed(hall).json()
    deputy = desk(hall.deputy)
    noted = send(deputy.put, address("appeal-deposit", appeal["id"]), taken=True, returned=False)
    assert noted.json()["deposit_taken"]
    assert deputy.delete(address("appeal", appeal["id"])).json()["state"] == "withdrawn"
    assert [one["id"] for one in deputy.get(address("appeals", hall.event.pk)).json()] == [appeal["id"]]
    assert filed(hall).json()["code"] == "appealed_already"


def test_precedents_are_found_by_article_and_name_nobody(hall):
    arbiter = desk(hall.arbiter)
    where = address("precedents")
    (found,) = arbiter.get(where, {"article": "SL-T4"}).json()
    assert (found["consequence"], found["is_of_older_edition"]) == ("game_lost", False)
    assert hall.white.name not in str(found)
    assert arbiter.get(where, {"article": "SL-D2"}).json() == []
    assert Client().get(where).status_code == 401
