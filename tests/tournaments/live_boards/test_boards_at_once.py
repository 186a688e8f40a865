"""Several people at one board in the same moment: no deadlock, no lost move. PostgreSQL alone locks rows."""

import pytest
from concurrency import at_once, on_postgresql
from incidents import Hall

from club.models import LiveEvent
from games.laws.in_play import EnteredMove
from tournaments.live_boards.errors import BoardChanged, GameFinished
from tournaments.live_boards.services.alerts import dismiss_alert, open_case_of_alert
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.live_boards.services.standing import let_move_stand
from tournaments.models import LiveAlert, LiveBoard, LiveState

pytestmark = on_postgresql
OPENING = ("11-15", "23-19", "8-11", "22-17", "11-16", "24-20")


def boards_of(hall):
    set_broadcast(event_id=hall.event.pk, actor=hall.director)
    return open_live_boards(round_id=hall.row.pk, actor=hall.director)


def play(board, hall, *texts, **more):
    entry = MovesEntry(moves=[EnteredMove(text) for text in texts], **more)
    return enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)


def numbers_of(channel):
    rows = LiveEvent.objects.filter(channel__name=channel).order_by("number")
    return list(rows.values_list("number", flat=True))


def test_two_operators_at_one_board():
    hall = Hall()
    board = boards_of(hall)[0]
    done = at_once(
        lambda: play(board, hall, "11-15", sequence=0), lambda: play(board, hall, "10-15", sequence=0)
    )
    board.refresh_from_db()
    assert sorted(type(one) for one in done if isinstance(one, BoardChanged)) == [BoardChanged]
    assert (len(board.moves), board.sequence) == (1, 1)


def test_moves_at_many_boards_and_corrections_of_others():
    hall = Hall()
    boards = boards_of(hall)
    for board in boards:
        play(board, hall, *OPENING[:3])
    done = at_once(
        lambda: play(boards[0], hall, "22-18", keep=3),
        lambda: play(boards[1], hall, "22-17"),
        lambda: play(boards[2], hall, "24-20", keep=1),
        lambda: open_live_boards(round_id=hall.row.pk, actor=hall.director),
        lambda: set_broadcast(event_id=hall.event.pk, actor=hall.director, players_enter=True),
    )
    assert [one for one in done if isinstance(one, Exception)] == []
    for channel in (f"boards:{hall.event.pk}", f"alerts:{hall.event.pk}"):
        numbers = numbers_of(channel)
        assert numbers == list(range(1, len(numbers) + 1))


def test_an_operator_and_a_result():
    hall = Hall()
    board = boards_of(hall)[0]
    play(board, hall, *OPENING)
    done = at_once(
        lambda: play(board, hall, "15x24"),
        lambda: finish_board(board_id=board.pk, outcome="draw", actor=hall.arbiter),
    )
    board.refresh_from_db()
    assert board.state == LiveState.FINISHED
    assert [one for one in done if isinstance(one, Exception) and not isinstance(one, GameFinished)] == []
    refused = isinstance(done[0], GameFinished)
    assert len(board.moves) == 7 - refused
    assert board.pairing.games.get().game.ply_count == len(board.moves)


@pytest.mark.parametrize("ruling", ["case", "dismiss", "stand"])
def test_an_alert_is_ruled_on_beside_a_correction(ruling):
    hall = Hall()
    boards = boards_of(hall)
    play(boards[0], hall, *OPENING, "9-14")
    play(boards[1], hall, *OPENING)
    alert = LiveAlert.objects.get(board=boards[0])
    act = {"case": open_case_of_alert, "dismiss": dismiss_alert, "stand": let_move_stand}[ruling]
    done = at_once(
        lambda: act(alert_id=alert.pk, actor=hall.arbiter),
        lambda: play(boards[0], hall, "22-18", keep=3),
        lambda: play(boards[1], hall, "22-18", keep=3),
        lambda: play(boards[2 % len(boards)], hall, "11-15"),
    )
    unexpected = [one for one in done[1:] if isinstance(one, Exception)]
    assert unexpected == []
    assert [one["text"] for one in LiveBoard.objects.get(pk=boards[1].pk).moves][3:] == ["22-18"]
