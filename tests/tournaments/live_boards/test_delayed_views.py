"""What spectators see of a delayed game: its clocks and its end are those of the delayed moment."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from test_live_board_api import signed_in
from test_spectators import play, public_facts

from club.live.published import PAGE_CACHE
from club.models import AuditEntry, Job
from tournaments.entries.services.entries import change_entry
from tournaments.live_boards.errors import UnknownLiveBoard
from tournaments.live_boards.services.boards import set_broadcast
from tournaments.live_boards.services.finishing import finish_board, record_finished_board
from tournaments.live_boards.services.moves import set_clocks
from tournaments.live_boards.services.publication import release_moves
from tournaments.models import GameResult, LiveBoard, Round
from tournaments.results.services.results import record_result
from tournaments.rounds.services.pairings import dissolve_board, swap_players, turn_colours
from tournaments.rounds.services.rounds import delete_round, propose_round, unpublish_round

pytestmark = pytest.mark.django_db
DELAY = timedelta(minutes=10)


@pytest.fixture(autouse=True)
def empty_cache():
    PAGE_CACHE.clear()


@pytest.fixture
def board(boards):
    return boards[0]


@pytest.fixture
def delayed(hall, board):
    """A board with a clock whose first two moves are shown; later ones wait for ten minutes."""
    type(hall.section).objects.filter(pk=hall.section.pk).update(clock="15+5")
    set_broadcast(event_id=hall.event.pk, actor=hall.director, delay_minutes=10)
    play(board, hall, "11-15", "23-19")
    pass_minutes(board, 20)
    release_moves(board_id=board.pk)
    board.refresh_from_db()
    assert board.shown == 2
    return board


def pass_minutes(board, minutes):
    """Move everything that happened at a board into the past."""
    row, gone = LiveBoard.objects.get(pk=board.pk), timedelta(minutes=minutes)
    for move in row.moves:
        move["at"] = (datetime.fromisoformat(move["at"]) - gone).isoformat()
    for name in ("started_at", "finished_at", "clock_at"):
        if getattr(row, name) is not None:
            setattr(row, name, getattr(row, name) - gone)
    row.save()


def public(board):
    return Client().get(f"/api/v1/live-boards/{board.pk}/").json()


def page(hall, *args, name="live_board"):
    return Client().get(reverse(f"tournaments:{name}", args=[hall.event.slug, *args])).content.decode()


# -- clocks ------------------------------------------------------------------------------------------


def test_a_move_that_waits_changes_nothing_that_spectators_can_ask_for(hall, delayed):
    before = public_facts(hall, delayed)
    assert public(delayed)["running"] == "black"
    play(delayed, hall, "8-11")
    assert public_facts(hall, delayed) == before
    set_clocks(board_id=delayed.pk, actor=hall.deputy, white=61, black=62, running="white")
    assert public_facts(hall, delayed) == before


def test_clocks_set_by_hand_in_a_delayed_game_are_not_told_before_the_next_move(hall, delayed):
    before = public_facts(hall, delayed)
    set_clocks(board_id=delayed.pk, actor=hall.deputy, white=61, black=62, running="white")
    assert public_facts(hall, delayed) == before
    assert signed_in(hall.deputy).get(f"/api/v1/live-boards/{delayed.pk}/").json()["running"] == "white"


def test_the_clock_of_a_delayed_game_starts_when_its_move_is_shown(delayed):
    shown = public(delayed)
    assert shown["running"] == "black"
    assert (
        datetime.fromisoformat(shown["clock_at"]) == datetime.fromisoformat(shown["moves"][-1]["at"]) + DELAY
    )


def test_no_clock_of_a_delayed_game_runs_before_its_first_move(hall, board):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, delay_minutes=10)
    set_clocks(board_id=board.pk, actor=hall.deputy, white=61, black=62, running="white")
    assert (public(board)["running"], public(board)["white_seconds"]) == ("", None)


def test_the_event_of_a_move_has_the_time_of_its_clock(hall, delayed):
    play(delayed, hall, "8-11")
    pass_minutes(delayed, 10)
    release_moves(board_id=delayed.pk)
    _pages, events = public_facts(hall, delayed)
    kind, told = events[-1]
    assert (kind, told["text"], told["is_over"]) == ("board.moved", "8-11", False)
    assert datetime.fromisoformat(told["clock_at"]) == datetime.fromisoformat(told["at"]) + DELAY


def test_an_illegal_move_stops_no_clock_in_public(hall, board):
    play(board, hall, "11-15", "23-14")
    assert LiveBoard.objects.get(pk=board.pk).held == ["23-14"]
    assert public(board)["running"] == "white"


# -- the end -----------------------------------------------------------------------------------------


def test_the_end_of_a_delayed_game_waits_although_all_moves_are_shown(hall, delayed):
    before = public_facts(hall, delayed)
    Job.objects.all().delete()
    finish_board(board_id=delayed.pk, outcome="draw", actor=hall.deputy)
    assert public_facts(hall, delayed) == before
    told = public(delayed)
    assert (told["state"], told["result"], told["running"]) == ("playing", "", "black")
    assert Job.objects.filter(key__startswith=f"release:{delayed.pk}:").count() == 1
    record_finished_board(board_id=delayed.pk)
    assert public_facts(hall, delayed) == before
    assert GameResult.objects.get(pairing=delayed.pairing).game is None
    pass_minutes(delayed, 10)
    record_finished_board(board_id=delayed.pk)
    assert public_facts(hall, delayed)[1][-1] == ("board.finished", {"board": delayed.pk, "outcome": "draw"})
    assert public(delayed)["state"] == "finished"
    assert GameResult.objects.get(pairing=delayed.pairing).game is not None


def test_the_desk_sees_the_end_of_a_delayed_game_at_once(hall, delayed):
    finish_board(board_id=delayed.pk, outcome="draw", actor=hall.deputy)
    path = f"/api/v1/live-boards/{delayed.pk}/"
    assert signed_in(hall.deputy).get(path).json()["state"] == "finished"


def test_a_last_move_that_is_shown_later_does_not_tell_the_end(hall, delayed):
    play(delayed, hall, "8-11")
    pass_minutes(delayed, 10)
    finish_board(board_id=delayed.pk, outcome="white", actor=hall.deputy)
    release_moves(board_id=delayed.pk)
    _pages, events = public_facts(hall, delayed)
    assert (events[-1][1]["text"], events[-1][1]["is_over"]) == ("8-11", False)
    assert public(delayed)["state"] == "playing"


def test_an_end_that_nobody_saw_is_taken_back_without_a_word(hall, delayed):
    before = public_facts(hall, delayed)
    finish_board(board_id=delayed.pk, outcome="draw", actor=hall.deputy)
    record_result(
        pairing_id=delayed.pairing_id, game=1, outcome="pending", actor=hall.director, reason="Wrong board"
    )
    assert LiveBoard.objects.get(pk=delayed.pk).state == "playing"
    assert public_facts(hall, delayed) == before


# -- cached pages ------------------------------------------------------------------------------------


def test_the_cached_pages_of_a_round_that_is_a_draft_again_are_gone(hall, board):
    play(board, hall, "11-15")
    assert "Abbott" in page(hall, name="live")
    assert "Abbott" in page(hall, board.pk)
    unpublish_round(round_id=hall.row.pk, actor=hall.director, reason="Paired anew")
    stale_after_a_second()
    assert "Abbott" not in page(hall, name="live")
    assert "Abbott" not in page(hall, board.pk)


def test_a_cached_page_has_the_name_of_a_player_as_it_is_now(hall, board):
    assert "Abbott" in page(hall, board.pk)
    entry = board.pairing.white
    change_entry(entry_id=entry.pk, name="Somebody Else", actor=hall.director)
    stale_after_a_second()
    assert "Abbott" not in page(hall, board.pk)


def stale_after_a_second():
    for one in PAGE_CACHE.pages.values():
        one.fresh_until = 0.0


# -- drafts ------------------------------------------------------------------------------------------


def test_a_delay_that_ends_in_a_draft_tells_no_move(hall, delayed):
    play(delayed, hall, "8-11")
    unpublish_round(round_id=hall.row.pk, actor=hall.director, reason="Paired anew")
    before = public_facts(hall, delayed)[1]
    pass_minutes(delayed, 10)
    release_moves(board_id=delayed.pk)
    assert public_facts(hall, delayed)[1] == before
    assert LiveBoard.objects.get(pk=delayed.pk).shown == 3


def test_moves_of_a_draft_are_not_told_and_its_pad_is_not_found(hall, board):
    unpublish_round(round_id=hall.row.pk, actor=hall.director, reason="Paired anew")
    before = public_facts(hall, board)[1]
    with pytest.raises(UnknownLiveBoard):
        play(board, hall, "11-15")
    with pytest.raises(UnknownLiveBoard):
        set_clocks(board_id=board.pk, actor=hall.deputy, white=61, black=62)
    assert public_facts(hall, board)[1] == before
    address = reverse("tournaments:live_enter", args=[board.pk])
    assert signed_in(hall.director).get(address).status_code == 404


@pytest.mark.parametrize("change", ["turn", "swap", "dissolve", "pair_again", "delete"])
def test_moves_of_a_board_whose_players_or_colours_change_are_logged_and_go_with_it(hall, board, change):
    play(board, hall, "11-15")
    row, pairing = unpublish_round(round_id=hall.row.pk, actor=hall.director), board.pairing
    version = Round.objects.get(pk=row.pk).version
    at = {"round_id": row.pk, "actor": hall.director}
    other = row.pairings.filter(black__isnull=False).exclude(pk=pairing.pk).first()
    {
        "turn": lambda: turn_colours(**at, version=version, pairing_id=pairing.pk),
        "swap": lambda: swap_players(
            **at, version=version, first_id=pairing.white_id, second_id=other.white_id
        ),
        "dissolve": lambda: dissolve_board(**at, version=version, pairing_id=pairing.pk),
        "pair_again": lambda: propose_round(section_id=row.section_id, actor=hall.director),
        "delete": lambda: delete_round(**at),
    }[change]()
    assert not LiveBoard.objects.filter(pk=board.pk).exists()
    assert "11-15" in AuditEntry.objects.order_by("-pk").first().before["moves"]
    with pytest.raises(UnknownLiveBoard):
        play(board, hall, "22-18")
