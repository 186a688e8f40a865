"""Results by the quick field, the question before a result is replaced, and the undo of the last one."""

import pytest
from club_evening import director, published_of, section_of
from django.urls import reverse
from event_rows import somebody
from worlds import world

from club.core.actor import SYSTEM
from club.models import Role
from tournaments.models import Outcome
from tournaments.results.errors import (
    NothingToUndo,
    OverwriteUnconfirmed,
    PublishedResult,
    QuickBoardUnknown,
    QuickTooManyKeys,
    QuickUnreadable,
)
from tournaments.results.services.quick_results import enter_line, outcome_of, read_quick, undo_last_result
from tournaments.results.services.results import Entered, enter_result, game_of, record_result

pytestmark = pytest.mark.django_db
WHITE, DRAW, BLACK, PENDING = Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.PENDING


@world
def row():
    return published_of(section_of(8, preset="acf"))


@world
def desk():
    return director()


@pytest.fixture
def page(client, desk):
    client.force_login(desk)
    return client


def board(row, number=1):
    return row.pairings.get(board_number=number)


def results(pairing):
    return [game.outcome for game in pairing.games.order_by("number")]


def enter(row, text, *, is_confirmed=False, actor=SYSTEM):
    return enter_line(row=row, text=text, is_confirmed=is_confirmed, actor=actor)


@pytest.mark.parametrize(
    ("text", "number", "keys"),
    [
        pytest.param("14 1", 14, "1", id="board and key"),
        pytest.param(" 14 = ", 14, "2", id="the sign of a draw"),
        pytest.param("14 2", 14, "2", id="the key of a draw"),
        pytest.param("3 1 3", 3, "13", id="both games"),
        pytest.param("3 1=", 3, "12", id="both games at once"),
        pytest.param("3:0", 3, "0", id="cleared"),
    ],
)
def test_a_line_names_a_board_and_keys(text, number, keys):
    line = read_quick(text)
    assert (line.board, "".join(line.keys)) == (number, keys)


@pytest.mark.parametrize("text", ["", "14", "14 4", "x 1", "1-1-", "14 1 x", "14141 1", "१ 1 x"])
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(QuickUnreadable) as refused:
        read_quick(text)
    assert "14 1" in str(refused.value.sentences()[1])


def test_keys_speak_of_the_first_player_whatever_the_colour():
    assert [outcome_of(key, first_is_white=True) for key in "1230"] == [WHITE, DRAW, BLACK, PENDING]
    assert [outcome_of(key, first_is_white=False) for key in "1230"] == [BLACK, DRAW, WHITE, PENDING]


def test_one_key_is_for_the_first_open_game_and_several_for_all(row):
    enter(row, "1 1")
    assert results(board(row)) == [WHITE, PENDING]
    enter(row, "1 1")
    assert results(board(row)) == [WHITE, BLACK]  # the first player has Black in game 2
    enter(row, "2 = 3")
    assert results(board(row, 2)) == [DRAW, WHITE]


def test_what_the_round_does_not_have_is_refused(row):
    with pytest.raises(QuickBoardUnknown) as refused:
        enter(row, "9 1")
    assert refused.value.facts["boards"] == "1\N{EN DASH}4"
    with pytest.raises(QuickTooManyKeys):
        enter(row, "1 1 1 1")


def test_a_stored_result_is_replaced_after_a_yes_and_then_all_of_it_or_nothing(row):
    enter(row, "1 = =")
    with pytest.raises(OverwriteUnconfirmed):
        enter(row, "1 1 =")
    enter(row, "3 =")
    with pytest.raises(OverwriteUnconfirmed):
        enter(row, "3 1 1")
    assert results(board(row, 3)) == [DRAW, PENDING]  # the second game was not entered either
    enter(row, "1 1 =", is_confirmed=True)
    assert results(board(row)) == [WHITE, DRAW]


def test_the_same_result_again_is_no_question(row):
    enter(row, "1 = =")
    enter(row, "1 = =")
    assert results(board(row)) == [DRAW, DRAW]


def test_who_may_not_correct_is_told_and_not_asked(row):
    record_result(pairing_id=board(row).pk, game=1, outcome=DRAW, actor=SYSTEM)
    unasked = Entered(outcome=WHITE, may_overwrite=False)
    with pytest.raises(PublishedResult):
        enter_result(game_of(board(row), 1), unasked, somebody(Role.PLAYER))


def test_naming_the_stored_result_is_a_yes(row):
    facts = {"pairing_id": board(row).pk, "game": 1, "actor": SYSTEM, "may_overwrite": False}
    record_result(outcome=DRAW, **facts)
    record_result(outcome=WHITE, was=DRAW, **facts)
    assert results(board(row))[0] == WHITE


def test_the_last_result_is_undone_and_then_the_one_before(row, page):
    address = reverse("tournaments:desk_quick", args=[row.pk])
    for text in ("1 1", "2 =", "1 3"):
        assert page.post(address, {"quick": text}).status_code == 302
    assert results(board(row)) == [WHITE, WHITE]
    undo = reverse("tournaments:desk_undo_result", args=[row.pk])
    page.post(undo)
    assert results(board(row)) == [WHITE, PENDING]
    page.post(undo)
    assert results(board(row, 2)) == [PENDING, PENDING]
    page.post(undo)
    assert results(board(row)) == [PENDING, PENDING]
    answer = page.post(undo, follow=True)
    assert "no result in this round that can be undone" in answer.content.decode()


def test_nobody_undoes_what_another_account_entered(row):
    enter(row, "1 1")
    with pytest.raises(NothingToUndo):
        undo_last_result(row=row, actor=somebody(Role.DIRECTOR))


def test_a_device_undoes_the_game_that_it_names_once(row, page):
    pressed = [f"{board(row).pk}.1.white", f"{board(row, 2).pk}.1.draw"]
    for value in pressed:
        page.post(reverse("tournaments:desk_results"), {"r": value})
    named = {"undo": f"{board(row).pk}.1", "was": "white", "to": "pending"}
    headers = {"accept": "application/json", "idempotency-key": "a" * 36}
    address = reverse("tournaments:desk_undo_result", args=[row.pk])
    for _copy in range(2):
        answer = page.post(address, named, headers=headers)
        assert answer.status_code == 200
        assert "no result" in answer.json()["said"]
    assert (results(board(row)), results(board(row, 2))) == ([PENDING, PENDING], [DRAW, PENDING])


def test_a_device_undoes_nothing_that_another_desk_has_entered(row, page):
    address = reverse("tournaments:desk_undo_result", args=[row.pk])
    headers = {"accept": "application/json"}
    page.post(reverse("tournaments:desk_results"), {"r": f"{board(row).pk}.1.white"})
    record_result(pairing_id=board(row).pk, game=1, outcome=DRAW, actor=SYSTEM)
    named = {"undo": f"{board(row).pk}.1", "was": "white", "to": "pending"}
    answer = page.post(address, named, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "result_differs")
    assert answer.json()["conflict"]["was"] == "draw"
    answer = page.post(address, named | {"was": "draw"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_undo")
    assert results(board(row)) == [DRAW, PENDING]
    elsewhere = {"undo": "999999.1", "was": "draw", "to": "pending"}
    assert page.post(address, elsewhere, headers=headers).status_code == 404


def test_by_htmx_the_field_says_what_it_did_and_brings_the_board(row, page):
    address, headers = reverse("tournaments:desk_quick", args=[row.pk]), {"hx-request": "true"}
    told = page.post(address, {"quick": "2 1"}, headers=headers).content.decode()
    assert f"Board 2: {board(row, 2).white.name} won; no result." in told
    assert f'id="board-{board(row, 2).pk}"' in told
    asked = page.post(address, {"quick": "2 3 3"}, headers=headers).content.decode()
    assert "Replace result" in asked
    assert 'value="2 3 3"' in asked
    told = page.post(address, {"quick": "2 3 3", "confirm": "1"}, headers=headers).content.decode()
    assert board(row, 2).black.name in told
    assert results(board(row, 2)) == [BLACK, WHITE]


def test_without_scripts_a_page_asks_with_409(row, page):
    enter(row, "1 = =")
    answer = page.post(reverse("tournaments:desk_quick", args=[row.pk]), {"quick": "1 1"})
    assert (answer.status_code, results(board(row))) == (409, [DRAW, DRAW])
    assert "Replace result" in answer.content.decode()
    pressed = {"r": f"{board(row).pk}.1.white"}
    answer = page.post(reverse("tournaments:desk_results"), pressed)
    assert (answer.status_code, results(board(row))) == (409, [DRAW, DRAW])
    assert "Replace the result?" in answer.content.decode()
    again = {"outcome": "white", "was": "draw", "confirm": "1"}
    page.post(reverse("tournaments:desk_result", args=[board(row).pk, 1]), again)
    assert results(board(row)) == [WHITE, DRAW]


def test_a_key_of_the_table_enters_its_game(row, page):
    address = reverse("tournaments:desk_results")
    assert page.post(address, {"r": f"{board(row).pk}.2.draw"}).status_code == 302
    assert results(board(row)) == [PENDING, DRAW]
    kept = page.post(address, {"r": f"{board(row).pk}.2.white"}, headers={"accept": "application/json"})
    assert kept.status_code == 409
    assert "already has a result" in kept.json()["refusal"]
    page.post(address, {"replace": f"{board(row).pk}.2.white", "page": "hall"})
    assert results(board(row)) == [PENDING, WHITE]
    assert page.post(address, {"r": "999999999.1.draw"}).status_code == 404
    assert page.post(address, {"r": "nonsense"}).status_code == 404
    assert page.post(address).status_code == 302


def test_the_interface_replaces_only_with_the_old_result_or_a_yes(row, page):
    address = reverse("tournaments-api:result", args=[board(row).pk, 1])

    def put(**sent):
        return page.put(address, sent, content_type="application/json")

    assert put(outcome="draw").status_code == 200
    refused = put(outcome="white")
    assert (refused.status_code, refused.json()["code"]) == (409, "overwrite_unconfirmed")
    assert put(outcome="white", was="draw").status_code == 200
    assert put(outcome="black", confirm=True).status_code == 200
    assert results(board(row))[0] == BLACK


def test_only_missing_hides_the_boards_that_are_done(row, page):
    enter(row, "1 1 1")
    text = page.get(reverse("tournaments:desk_round", args=[row.pk]) + "?missing=1").content.decode()
    assert "only-missing" in text
    assert text.count("board-row is-open") == 3
    assert "Show all boards" in text
