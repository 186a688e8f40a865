"""Cases over the interface: filed, taken, ruled on, superseded; what everybody may know of them."""

import pytest
from django.test import Client
from django.urls import reverse
from incidents import Hall

from tournaments.cases.api.case_shapes import ProposedOut
from tournaments.conduct import regulations_from
from tournaments.events.services.regulations import set_regulations
from tournaments.models import Case, Outcome

pytestmark = pytest.mark.django_db


def desk(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def address(name, *args):
    return reverse(f"tournaments-api:{name}", args=args)


def send(method, where, **told):
    return method(where, told, content_type="application/json")


def about(hall):
    board = hall.row.pairings.order_by("board_number").first()
    return {"pairing": board.pk, "entry": board.white_id}


def test_a_deputy_files_and_an_arbiter_rules_and_rules_anew(hall):
    deputy, arbiter = desk(hall.deputy), desk(hall.arbiter)
    filed = send(
        deputy.post,
        address("cases", hall.event.pk),
        incident="touched_not_moved",
        private_text="He is upset.",
        key="k1",
        **about(hall),
    )
    assert filed.status_code == 201
    case = filed.json()
    assert (case["number"], case["state"], case["side"]) == (1, "open", "white")
    proposal = deputy.get(address("case-proposal", case["id"])).json()
    assert (proposal["consequence"], proposal["article"]) == ("game_lost", "SL-T4")
    assert (proposal["instruction"], proposal["sentence"]) == ("game_ends", "The game is lost.")
    where = address("case-rulings", case["id"])
    assert send(deputy.post, where, consequence="game_lost").status_code == 403
    light = send(arbiter.post, where, consequence="caution", version=case["version"])
    assert (light.status_code, light.json()["code"]) == (422, "deviation_needs_reason")
    ruled = send(arbiter.post, where, consequence="game_lost", version=case["version"])
    assert ruled.status_code == 201
    assert ruled.json()["outcome"] == Outcome.BLACK
    again = send(arbiter.post, where, consequence="none", version=case["version"])
    assert (again.status_code, again.json()["code"]) == (409, "case_changed")
    anew = {"consequence": "none", "supersedes": True, "reason": "It was adjusted."}
    lost = send(arbiter.post, where, outcome=Outcome.BLACK, **anew)
    assert (lost.status_code, lost.json()["code"]) == (422, "loss_kept")
    newer = send(arbiter.post, where, **anew)
    assert newer.json()["outcome"] == ""
    assert newer.json()["supersedes"] == 1
    first, second = arbiter.get(address("case", case["id"])).json()["rulings"]
    assert (first["superseded_by"], second["superseded_by"]) == (2, None)


def test_a_tool_reads_minutes_points_and_forfeits_that_the_regulations_name(hall):
    """Every step of every ladder: what the phone fills in is what a tool gets."""
    arbiter = desk(hall.arbiter)
    ladders = {
        "distracting": {"rungs": [["time_penalty", 3]]},
        "left_the_hall": {"rungs": [["points_deducted", 2]]},
    }
    stored = {"preset": "club-2026", "changes": ladders}
    set_regulations(event_id=hall.event.pk, stored=stored, actor=hall.director)
    case = send(arbiter.post, address("cases", hall.event.pk), incident="analysing", **about(hall)).json()
    for code, rule in regulations_from(stored).rules.items():
        if code == "refused_rules":  # SL-I4 goes first
            continue
        told = arbiter.get(address("case-proposal", case["id"]), {"incident": code}).json()
        assert (told["consequence"], told["amount"]) == rule.rungs[0], code
        assert told["is_forfeit"] == (code == "default_time")
    ruled = send(
        arbiter.post, address("case-rulings", case["id"]), incident="distracting", consequence="time_penalty"
    ).json()
    assert (ruled["seconds_black"], ruled["proposed"]["amount"]) == (180, 3)
    told = ruled["proposed"]
    del told["amount"], told["is_forfeit"]  # as rulings from before the regulations have it
    assert (ProposedOut(told).data["amount"], ProposedOut(told).data["is_forfeit"]) == (0, False)


def test_the_same_form_sent_twice_is_one_case(hall):
    arbiter = desk(hall.arbiter)
    told = {"incident": "must_capture", "consequence": "caution", "key": "phone-1", **about(hall)}
    first, second = (send(arbiter.post, address("incidents", hall.event.pk), **told) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] == second.json()["id"]
    assert len(second.json()["rulings"]) == 1


@pytest.mark.parametrize("place", [{"pairing": 1_000_000}, {"entry": 1_000_000}])
def test_a_place_that_is_not_in_the_event_is_refused(hall, place):
    arbiter = desk(hall.arbiter)
    told = {"incident": "must_capture", "consequence": "caution"}
    case = send(arbiter.post, address("cases", hall.event.pk), incident="must_capture", **about(hall)).json()
    answers = [
        send(arbiter.post, address("cases", hall.event.pk), incident="must_capture", **place),
        send(arbiter.post, address("incidents", hall.event.pk), **told, **place),
        send(arbiter.patch, address("case", case["id"]), place={"pairing": None, "entry": None} | place),
    ]
    assert {(one.status_code, one.json()["code"]) for one in answers} == {(422, "not_in_event")}


def test_a_case_goes_from_hand_to_hand_and_is_closed_and_opened_again(hall):
    deputy = desk(hall.deputy)
    case = send(deputy.post, address("cases", hall.event.pk), **about(hall)).json()
    assert (case["state"], case["taken_by"]) == ("called", "")
    taken = address("case-taken", case["id"])
    assert deputy.put(taken).json()["taken_by"] == str(hall.deputy.user)
    assert deputy.delete(taken).json()["taken_by"] == ""
    told = send(deputy.patch, address("case", case["id"]), incident="must_capture", witnesses="Mrs Kear")
    assert (told.json()["state"], told.json()["witnesses"]) == ("open", "Mrs Kear")
    dropped = address("case-dropped", case["id"])
    stale = send(deputy.put, dropped, version=case["version"])
    assert (stale.status_code, stale.json()["code"]) == (409, "case_changed")
    assert send(deputy.put, dropped, reason="They agreed.").json()["state"] == "dropped"
    assert deputy.delete(dropped).json()["state"] == "open"
    assert [one["id"] for one in deputy.get(address("cases", hall.event.pk), {"state": "open"}).json()] == [
        case["id"]
    ]


def test_everybody_knows_rulings_in_force_and_nothing_else(hall):
    arbiter, visitor = desk(hall.arbiter), Client()
    told = {"public_text": "A jump was overlooked.", "private_text": "He swore.", "witnesses": "Mrs Kear"}
    incident = {"incident": "must_capture", "consequence": "caution", **about(hall)}
    send(arbiter.post, address("incidents", hall.event.pk), told=told, **incident)
    send(arbiter.post, address("cases", hall.event.pk), incident="distracting", **about(hall))
    (shown,) = visitor.get(address("rulings", hall.event.pk)).json()
    assert shown["account"] == "A jump was overlooked."
    assert shown["player"]
    assert "He swore." not in str(shown)
    assert "Kear" not in str(shown)
    Case.objects.filter(number=1).update(names_withheld=True)
    (shown,) = visitor.get(address("rulings", hall.event.pk)).json()
    assert shown["player"] == ""
    assert visitor.get(address("cases", hall.event.pk)).status_code == 401
    assert desk(hall.director).get(address("cases", hall.event.pk)).status_code == 200


def test_the_opponent_chooses_over_the_interface():
    hall = Hall(variant="international", law_book="fmjd-annex-1")
    arbiter = desk(hall.arbiter)
    told = {"incident": "must_capture", "consequence": "opponent_chooses", **about(hall)}
    case = send(arbiter.post, address("incidents", hall.event.pk), **told).json()
    chosen = send(arbiter.put, address("case-choice", case["id"]), choice="let_stand")
    assert (chosen.status_code, chosen.json()["choice"]) == (200, "let_stand")
    again = send(arbiter.put, address("case-choice", case["id"]), choice="rectified")
    assert (again.status_code, again.json()["code"]) == (409, "no_choice")
