"""What spectators get beside the moves: frames for other sites, the number of viewers, proved endings."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from test_live_board_api import signed_in

from club.live.published import PAGE_CACHE
from club.live.watchers import count_watchers_by
from club.models import LiveEvent
from games.judging.selectors.endings import proved_winners
from games.laws.in_play import EnteredMove
from games.rules.variants import ENGLISH
from tournaments.events.services.events import show_event
from tournaments.live_boards.channels import boards_channel
from tournaments.live_boards.services.boards import set_broadcast
from tournaments.live_boards.services.moves import MovesEntry, enter_moves, set_clocks
from tournaments.live_boards.services.publication import release_moves
from tournaments.models import LiveBoard

pytestmark = pytest.mark.django_db
WON = "B:W10,K32:BK1,15"
MOMENT = re.compile(r'data-now="[^"]*"')


@pytest.fixture(autouse=True)
def empty_cache():
    PAGE_CACHE.clear()


@pytest.fixture
def board(boards):
    return boards[0]


def set_up(board, fen):
    LiveBoard.objects.filter(pk=board.pk).update(start_fen=fen, moves=[], shown=0)


def play(board, hall, *texts):
    entry = MovesEntry(moves=[EnteredMove(text) for text in texts])
    return enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)


def json_at(name, board, *, client=None):
    args = [board.pairing.round.section.event.slug, board.pk][: 1 if name == "live_watching" else 2]
    PAGE_CACHE.clear()
    return (client or Client()).get(reverse(f"tournaments:{name}", args=args)).json()


# -- frames ------------------------------------------------------------------------------------------


def test_the_grid_and_a_board_may_stand_in_a_frame(hall, board):
    play(board, hall, "11-15")
    grid, one = f"/e/{hall.event.slug}/live/embed/", f"/e/{hall.event.slug}/live/{board.pk}/embed/"
    for address in (grid, one, f"{grid}dark/", f"{one}light/", grid):
        answer = Client().get(address)
        assert answer.status_code == 200, address
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer.headers
        assert "Abbott" in answer.content.decode()
        assert "<form" not in answer.content.decode()
    assert 'class="embed embed--dark"' in Client().get(f"{grid}dark/").content.decode()
    assert Client().get(f"{grid}pink/").status_code == 404
    whole = Client().get(f"/e/{hall.event.slug}/live/")
    assert "frame-ancestors 'none'" in whole.headers["Content-Security-Policy"]


def test_a_hidden_event_is_in_no_frame(hall, board):
    show_event(event_id=hall.event.pk, is_public=False, actor=hall.director)
    for name, args in (("live_embed", []), ("live_board_embed", [board.pk])):
        address = reverse(f"tournaments:{name}", args=[hall.event.slug, *args])
        assert signed_in(hall.director).get(address).status_code == 404


def test_the_desk_has_the_code_of_both_frames(hall, board):
    page = signed_in(hall.director).get(f"/desk/events/{hall.event.pk}/live/").content.decode()
    for name, args in (("live_embed", []), ("live_board_embed", [board.pk])):
        address = reverse(f"tournaments:{name}", args=[hall.event.slug, *args])
        assert f"&lt;iframe src=&quot;http://testserver{address}&quot;" in page


# -- viewers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("viewers", "told"), [(0, ""), (1, ""), (2, "2 watching"), (23, "23 watching")])
def test_the_number_of_viewers_is_told_from_two_on(hall, board, viewers, told):
    count_watchers_by(lambda channel: viewers if channel == f"boards:{hall.event.pk}" else 0)
    try:
        found = json_at("live_watching", board)
    finally:
        count_watchers_by(None)
    assert found == {"watching": viewers if told else 0, "text": told}


# -- proved endings ----------------------------------------------------------------------------------


def test_positions_with_few_pieces_are_proved_and_no_others():
    start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    told = proved_winners([start, "W:WK32,K28:BK1", "B:WK32,K28:BK1", "W:WK32:BK1", "W:W5,32:B1"], ENGLISH)
    assert told == {1: "white", 2: "white", 3: "draw", 4: "white"}


def test_a_man_left_uncrowned_on_the_last_row_is_not_guessed():
    assert 0 in proved_winners(["W:WK1,K9:BK32"], ENGLISH)
    assert proved_winners(["W:W1,K9:BK32"], ENGLISH) == {}


def test_spectators_see_proved_endings_only_where_the_event_shows_them(hall, board):
    set_up(board, WON)
    assert json_at("live_proofs", board) == {"plies": 0, "proofs": {}}
    set_broadcast(event_id=hall.event.pk, actor=hall.director, shows_proofs=True)
    proved = json_at("live_proofs", board)["proofs"]
    assert set(proved) == {"0"}
    assert Client().get(f"/api/v1/live-boards/{board.pk}/").json()["proved"] == proved["0"]
    set_broadcast(event_id=hall.event.pk, actor=hall.director)
    assert json_at("live_proofs", board)["proofs"] == {}
    assert Client().get(f"/api/v1/live-boards/{board.pk}/").json()["proved"] == ""


def test_a_proof_waits_for_the_delay_of_its_move(hall, board):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, shows_proofs=True, delay_minutes=5)
    set_up(board, WON)
    play(board, hall, "15-19")
    held = json_at("live_proofs", board, client=signed_in(hall.deputy))
    assert (held["plies"], set(held["proofs"])) == (0, {"0"})
    row = LiveBoard.objects.get(pk=board.pk)
    entered = row.moves[0]["at"]
    row.moves[0]["at"] = entered.replace(entered[:4], "2001")
    row.save()
    release_moves(board_id=board.pk)
    shown = json_at("live_proofs", board)
    assert (shown["plies"], set(shown["proofs"])) == (1, {"0", "1"})


# -- what is not theirs ------------------------------------------------------------------------------


def public_facts(hall, board):
    """Everything that a program without an account reads of a board."""
    PAGE_CACHE.clear()
    slug = hall.event.slug
    pages = [
        reverse("tournaments:live", args=[slug]),
        reverse("tournaments:live_board", args=[slug, board.pk]),
    ]
    pages += [reverse("tournaments:live_pdn", args=[slug, hall.section.slug, hall.row.number])]
    pages += [f"/api/v1/live-boards/{board.pk}/", f"/api/v1/events/{hall.event.pk}/live-boards"]
    told = [Client().get(one).content.decode() for one in pages]
    events = LiveEvent.objects.filter(channel__name=boards_channel(hall.event.pk)).order_by("pk")
    return [MOMENT.sub("", one) for one in told], list(events.values_list("kind", "data"))


def test_clocks_set_by_hand_wait_for_the_moves_that_the_delay_holds_back(hall, board):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, delay_minutes=5)
    play(board, hall, "11-15")
    before = public_facts(hall, board)
    set_clocks(board_id=board.pk, actor=hall.deputy, white=61, black=62, running="white")
    assert public_facts(hall, board) == before


def test_nobody_sees_that_a_move_was_entered_which_is_not_legal(hall, board):
    play(board, hall, "11-15")
    before = public_facts(hall, board)
    play(board, hall, "23-14")
    held = LiveBoard.objects.get(pk=board.pk)
    assert (held.held, held.sequence) == (["23-14"], 2)
    assert public_facts(hall, board) == before
    play(board, hall, "23-19")
    assert "23-14" not in str(public_facts(hall, board))


def test_only_the_desk_counts_the_changes_of_a_board(hall, board):
    play(board, hall, "11-15")
    path = f"/api/v1/live-boards/{board.pk}/"
    assert Client().get(path).json()["sequence"] is None
    assert signed_in(hall.deputy).get(path).json()["sequence"] == 1


def test_the_large_board_has_an_arrow_along_the_last_move(hall, board):
    play(board, hall, "11-15", "23-19")
    page = Client().get(f"/e/{hall.event.slug}/live/{board.pk}/").content.decode()
    assert 'arrows="23-19"' in page
    assert 'last-move="23 19"' in page


# -- the round's page at the desk --------------------------------------------------------------------


def test_the_page_of_the_round_links_to_live_boards_and_open_alerts(hall, board):
    play(board, hall, "11-15", "9-14")
    address = reverse("tournaments:desk_round", args=[hall.row.pk])
    page = signed_in(hall.director).get(address).content.decode()
    assert reverse("tournaments:desk_live", args=[hall.event.pk]) in page
    assert "1 open alert" in page
