"""Moves of games in play: entered, judged at once, corrected; what spectators and the arbiter get."""

from datetime import timedelta

import pytest
from incidents import Hall

from club.core.errors import NotAllowed
from club.models import Job, LiveEvent
from games.laws import DEFAULT_BOOK
from games.laws.in_play import EnteredMove, judge_in_play
from games.rules.variants import ENGLISH
from tournaments.live_boards.errors import (
    BoardChanged,
    GameFinished,
    MoveAmbiguous,
    MoveHeld,
    MoveNotLegal,
    MoveUnreadableLive,
)
from tournaments.live_boards.services.alerts import dismiss_alert, open_case_of_alert
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.finishing import finish_board, record_finished_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves, require_legal, set_clocks
from tournaments.live_boards.services.publication import release_moves
from tournaments.models import AlertState, LiveAlert, LiveBoard, LiveState

pytestmark = pytest.mark.django_db
OPENING = ("11-15", "23-19", "8-11", "22-17", "11-16")


def opened(hall: Hall, **settings) -> LiveBoard:
    """Open the first board of the hall, live."""
    set_broadcast(event_id=hall.event.pk, actor=hall.director, **settings)
    return open_live_boards(round_id=hall.row.pk, actor=hall.director, boards=[1])[0]


def play(board, hall, *texts, **more) -> LiveBoard:
    entry = MovesEntry(moves=[EnteredMove(text) for text in texts], **more)
    return enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)


def heard(channel: str) -> list[tuple[str, dict]]:
    rows = LiveEvent.objects.filter(channel__name=channel).order_by("number")
    return [(row.kind, row.data) for row in rows]


def spectators(hall: Hall) -> list[tuple[str, dict]]:
    return heard(f"boards:{hall.event.pk}")


def arbiter(hall: Hall) -> list[tuple[str, dict]]:
    return [one for one in heard(f"alerts:{hall.event.pk}") if one[0].startswith("alert")]


def test_moves_reach_spectators_with_their_positions(hall):
    board = play(opened(hall), hall, *OPENING)
    moved = [facts for kind, facts in spectators(hall) if kind == "board.moved"]
    assert [facts["text"] for facts in moved] == list(OPENING)
    assert moved[0]["fen"].startswith("W:W21,22")
    assert moved[0]["route"] == [11, 15]
    assert (board.state, board.shown, arbiter(hall)) == (LiveState.PLAYING, 5, [])


def test_an_illegal_move_is_told_to_the_arbiter_alone(hall):
    board = play(opened(hall), hall, *OPENING, "24-20", "9-14")
    alert = LiveAlert.objects.get(board=board)
    assert (alert.code, alert.article, alert.side, alert.ply) == ("must_capture", "SL-I1a", "black", 7)
    assert (alert.proposal["sanction"], board.held, len(board.moves)) == ("caution", ["9-14"], 6)
    assert [kind for kind, _facts in arbiter(hall)] == ["alert.made"]
    assert "9-14" not in str(spectators(hall))
    assert "must_capture" not in str(spectators(hall))


def test_a_second_offence_is_proposed_as_lost(hall):
    board = play(opened(hall), hall, *OPENING, "24-20", "9-14")
    play(board, hall, "15x24", "27-31")
    board = play(board, hall, "28x19", "1-9")
    last = LiveAlert.objects.filter(board=board, side="black").order_by("pk").last()
    assert (last.proposal["sanction"], last.proposal["article"], last.proposal["offences"]) == (
        "forfeit",
        "SL-I3",
        2,
    )
    assert board.moves[6]["recalled"] == ["9-14"]


def test_only_a_legal_move_replaces_one_that_is_held(hall):
    board = play(opened(hall), hall, *OPENING, "24-20", "9-14")
    with pytest.raises(MoveHeld):
        play(board, hall, "12-8")


def test_a_move_noted_without_network_is_refused_where_another_one_would_be_held(hall):
    board = play(opened(hall), hall, *OPENING, "24-20")
    with pytest.raises(MoveNotLegal) as refused:
        play(board, hall, "9-14", only_legal=True)
    assert refused.value.facts["text"] == "9-14"
    board.refresh_from_db()
    assert (board.held, len(board.moves), LiveAlert.objects.exists()) == ([], 6, False)
    board = play(board, hall, "15x24", only_legal=True)
    assert len(board.moves) == 7
    board = play(board, hall, "9-14")  # control: without it the arbiter is told
    assert (board.held, LiveAlert.objects.exists()) == (["9-14"], True)


def test_a_noted_capture_with_two_ways_is_refused(hall):
    tags = {"SetUp": "1", "FEN": "B:B2:W6,7,14,15"}
    game = judge_in_play([EnteredMove("2x18")], ENGLISH, DEFAULT_BOOK, tags=tags)
    board = opened(hall)
    with pytest.raises(MoveAmbiguous) as refused:
        require_legal(board, game, kept=0)
    assert refused.value.facts["text"] == "2x18"
    told = judge_in_play([EnteredMove("2x9x18")], ENGLISH, DEFAULT_BOOK, tags=tags)
    require_legal(board, told, kept=0)


def test_a_dismissed_alert_leaves_no_offence(hall):
    board = play(opened(hall), hall, *OPENING, "24-20", "9-14")
    alert = LiveAlert.objects.get(board=board)
    play(board, hall, "15x24")
    dismiss_alert(alert_id=alert.pk, actor=hall.arbiter)
    board.refresh_from_db()
    assert board.moves[6]["recalled"] == []
    assert LiveAlert.objects.get(pk=alert.pk).state == AlertState.DISMISSED


def test_a_draw_that_can_be_claimed_is_told_to_the_arbiter(hall):
    board = opened(hall)
    LiveBoard.objects.filter(pk=board.pk).update(start_fen="B:WK32:BK1")
    play(board, hall, *["1-6", "32-27", "6-1", "27-32"] * 2, "1-6", "32-27")
    assert arbiter(hall) == []
    play(board, hall, "6-1")
    alert = LiveAlert.objects.get(board=board)
    assert (alert.code, alert.article, alert.facts["move"]) == ("repetition", "SL-D2", "27-32")
    assert "repetition" not in str(spectators(hall))
    play(board, hall, "27-32")
    assert LiveAlert.objects.filter(board=board).count() == 1


def test_clocks_and_an_end_that_are_sent_twice_act_once(hall):
    board = play(opened(hall), hall, *OPENING)
    clocks = {"board_id": board.pk, "actor": hall.director, "key": "clocks"}
    first = set_clocks(white=600, black=500, **clocks)
    set_clocks(board_id=board.pk, actor=hall.director, white=300, black=200, key="later")
    late = set_clocks(white=600, black=500, **clocks)
    assert (late.white_seconds, late.sequence) == (300, first.sequence + 1)
    end = {"board_id": board.pk, "outcome": "white", "actor": hall.director, "sequence": late.sequence}
    done = finish_board(key="end", **end)
    again = finish_board(key="end", **end)
    assert (again.state, again.sequence) == (LiveState.FINISHED, done.sequence)
    with pytest.raises(BoardChanged):
        finish_board(key="another", **end)


def test_the_same_request_twice_is_one_change(hall):
    board = opened(hall)
    play(board, hall, "11-15", key="a", sequence=0)
    again = play(board, hall, "11-15", key="a", sequence=0)
    assert (again.sequence, len(again.moves)) == (1, 1)


def test_an_outdated_sequence_is_refused(hall):
    board = opened(hall)
    play(board, hall, "11-15", sequence=0)
    with pytest.raises(BoardChanged):
        play(board, hall, "10-15", sequence=0)


def test_a_correction_rewrites_the_tail_for_everybody(hall):
    board = play(opened(hall), hall, *OPENING)
    board = play(board, hall, "22-18", "15x22", keep=3)
    assert [one["text"] for one in board.moves] == [*OPENING[:3], "22-18", "15x22"]
    told = [(kind, facts.get("plies") or facts.get("text")) for kind, facts in spectators(hall)]
    assert told[-3:] == [("board.rewritten", 3), ("board.moved", "22-18"), ("board.moved", "15x22")]


def test_what_is_no_move_is_refused(hall):
    board = opened(hall)
    with pytest.raises(MoveUnreadableLive):
        play(board, hall, "11-15", "hello")
    board.refresh_from_db()
    assert board.moves == []


def test_a_player_enters_nothing(hall, player):
    board = opened(hall)
    with pytest.raises(NotAllowed):
        enter_moves(board_id=board.pk, entry=MovesEntry(moves=[EnteredMove("11-15")]), actor=player)


def test_a_delay_holds_moves_back_until_a_job_shows_them(hall):
    board = play(opened(hall, delay_minutes=10), hall, *OPENING[:2])
    assert board.shown == 0
    assert "board.moved" not in str(spectators(hall))
    assert Job.objects.filter(task="tournaments.release_moves").count() == 1
    moves = [one | {"at": "2020-01-01T10:00:00+00:00"} for one in board.moves[:1]] + board.moves[1:]
    LiveBoard.objects.filter(pk=board.pk).update(moves=moves)
    release_moves(board_id=board.pk)
    board.refresh_from_db()
    assert board.shown == 1
    assert [facts["text"] for kind, facts in spectators(hall) if kind == "board.moved"] == ["11-15"]


def test_a_finished_board_is_the_record_of_its_pairing(hall):
    board = play(opened(hall), hall, *OPENING)
    board = finish_board(board_id=board.pk, outcome="draw", actor=hall.deputy)
    result = board.pairing.games.get()
    assert (board.state, result.outcome) == (LiveState.FINISHED, "draw")
    assert (result.game.ply_count, result.game.winner, result.game.white) == (5, "draw", "Abbott")
    assert "[%clock" in result.game.pdn
    assert ("board.finished", "draw") in [(kind, facts.get("outcome")) for kind, facts in spectators(hall)]
    with pytest.raises(GameFinished):
        play(board, hall, "24-20")


def test_a_flag_is_told_to_the_arbiter(hall):
    board = play(opened(hall), hall, *OPENING)
    set_clocks(board_id=board.pk, white=0, black=60, actor=hall.deputy)
    assert LiveAlert.objects.get(board=board).code == "flag_fallen"


def test_an_alert_becomes_a_case_once(hall):
    board = play(opened(hall), hall, *OPENING, "24-20", "9-14")
    alert = LiveAlert.objects.get(board=board)
    case = open_case_of_alert(alert_id=alert.pk, actor=hall.arbiter)
    assert open_case_of_alert(alert_id=alert.pk, actor=hall.arbiter).pk == case.pk
    assert (case.incident, case.ply, case.pairing_id) == ("must_capture", 7, board.pairing_id)


def test_the_end_is_told_when_the_delay_of_the_last_move_is_over(hall):
    board = play(opened(hall, delay_minutes=10), hall, *OPENING[:2])
    finish_board(board_id=board.pk, outcome="draw", actor=hall.deputy)
    assert "board.finished" not in str(spectators(hall))
    board.refresh_from_db()
    moves = [one | {"at": "2020-01-01T10:00:00+00:00"} for one in board.moves]
    finished_at = board.finished_at - timedelta(minutes=10)
    LiveBoard.objects.filter(pk=board.pk).update(moves=moves, finished_at=finished_at)
    release_moves(board_id=board.pk)
    record_finished_board(board_id=board.pk)
    assert spectators(hall)[-1][0] == "board.finished"
    assert board.pairing.games.get().game is not None
