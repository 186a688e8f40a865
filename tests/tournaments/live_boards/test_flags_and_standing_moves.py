"""Flags that fall without a move, and illegal moves that the arbiter lets stand."""

from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone

from club.models import Job, LiveEvent
from games.laws.in_play import EnteredMove
from tournaments.live_boards.errors import AlertHandled, MoveCannotStand, NoHeldMove
from tournaments.live_boards.selectors.alerts import alert_line
from tournaments.live_boards.selectors.boards import live_pdn
from tournaments.live_boards.services.flags import FLAG_TASK, look_at_flag
from tournaments.live_boards.services.moves import MovesEntry, enter_moves, set_clocks
from tournaments.live_boards.services.standing import let_move_stand
from tournaments.models import AlertState, LiveAlert, LiveBoard

pytestmark = pytest.mark.django_db
OPENING = ("11-15", "23-19", "8-11", "22-17", "11-16", "24-20")


@pytest.fixture
def board(boards):
    return boards[0]


def play(board, hall, *texts, **more):
    entry = MovesEntry(moves=[EnteredMove(text) for text in texts], **more)
    return enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)


class Clock:
    """A clock that stands until a test moves it on."""

    def __init__(self):
        self.now = timezone.now()

    def __call__(self):
        return self.now

    def move_on(self, seconds):
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock():
    clock = Clock()
    with mock.patch("django.utils.timezone.now", clock):
        yield clock


def run_due(clock):
    """Run the looks that are due, as a worker does."""
    while job := Job.objects.filter(task=FLAG_TASK, state="waiting", due_at__lte=clock.now).first():
        Job.objects.filter(pk=job.pk).update(state="done")
        look_at_flag(board_id=job.arguments["board"])


def test_a_flag_falls_at_its_moment_and_not_before(hall, board, clock):
    set_clocks(board_id=board.pk, white=60, black=30, running="black", actor=hall.deputy)
    clock.move_on(29)
    run_due(clock)
    assert not LiveAlert.objects.exists()
    clock.move_on(1)
    run_due(clock)
    alert = LiveAlert.objects.get(board=board)
    assert (alert.code, alert.side, alert.ply) == ("flag_fallen", "black", 0)


def test_a_server_clock_that_is_set_back_gives_no_time(hall, board, clock):
    set_clocks(board_id=board.pk, white=60, black=30, running="black", actor=hall.deputy)
    clock.move_on(-3600)
    play(board, hall, *OPENING[:1])
    board.refresh_from_db()
    assert (board.white_seconds, board.black_seconds) == (60, 60), "the increment of 30 s alone"
    clock.move_on(5)
    play(board, hall, *OPENING[1:2])
    board.refresh_from_db()
    assert (board.white_seconds, board.black_seconds) == (85, 60)


@pytest.mark.parametrize("is_entered_first", [False, True])
def test_a_flag_of_a_sleep_says_that_moves_may_be_missing(hall, board, clock, is_entered_first):
    """Real time counts, as the clock at the board does not sleep; what was played meanwhile is not known."""
    set_clocks(board_id=board.pk, white=60, black=30, running="black", actor=hall.deputy)
    clock.move_on(8 * 3600)
    if is_entered_first:
        play(board, hall, *OPENING[:1])
    run_due(clock)
    alert = LiveAlert.objects.get(board=board)
    assert alert.side == "black"
    assert "This computer was asleep or off" in alert_line(alert).sentence


def test_a_flag_that_is_seen_in_time_says_nothing_of_a_sleep(hall, board, clock):
    set_clocks(board_id=board.pk, white=60, black=30, running="black", actor=hall.deputy)
    clock.move_on(40)
    run_due(clock)
    assert alert_line(LiveAlert.objects.get(board=board)).sentence == "The time of Black is over."


def test_a_move_in_time_moves_the_look(hall, board, clock):
    set_clocks(board_id=board.pk, white=60, black=30, running="black", actor=hall.deputy)
    clock.move_on(29)
    play(board, hall, "11-15")
    clock.move_on(30)
    run_due(clock)
    assert not LiveAlert.objects.exists()
    clock.move_on(30)
    run_due(clock)
    assert LiveAlert.objects.get(board=board).side == "white"
    clock.move_on(5)
    play(board, hall, "23-19")
    assert LiveAlert.objects.count() == 1


def test_many_moves_plan_few_looks(hall, board, clock):
    set_clocks(board_id=board.pk, white=900, black=900, running="black", actor=hall.deputy)
    for text in OPENING:
        clock.move_on(3)
        play(board, hall, text)
    assert Job.objects.filter(task=FLAG_TASK).count() == 1


def test_a_stopped_clock_does_not_fall(hall, board, clock):
    set_clocks(board_id=board.pk, white=60, black=30, running="black", actor=hall.deputy)
    set_clocks(board_id=board.pk, white=60, black=30, actor=hall.deputy)
    clock.move_on(100)
    run_due(clock)
    assert not LiveAlert.objects.exists()


def test_a_held_move_that_stands_is_part_of_the_score(hall, board):
    play(board, hall, *OPENING, "9-14", "20x11")
    alert = LiveAlert.objects.get(board=board)
    let_move_stand(alert_id=alert.pk, actor=hall.arbiter)
    board.refresh_from_db()
    alert.refresh_from_db()
    assert [one["text"] for one in board.moves[6:]] == ["9-14", "20x11"]
    assert (board.held, alert.state) == ([], AlertState.STANDS)
    moved = LiveEvent.objects.filter(channel__name=f"boards:{hall.event.pk}", kind="board.moved")
    assert [one.data["text"] for one in moved.order_by("number")][6:] == ["9-14", "20x11"]
    pdn = " ".join(live_pdn(hall.row).split())
    assert "{[%stood b]} 4. 9-14" in pdn
    assert '/FEN "W:' in pdn
    with pytest.raises(AlertHandled):
        let_move_stand(alert_id=alert.pk, actor=hall.arbiter)


def test_it_stays_an_offence_of_the_player(hall, board):
    play(board, hall, *OPENING, "9-14")
    let_move_stand(alert_id=LiveAlert.objects.get(board=board).pk, actor=hall.arbiter)
    play(board, hall, "20x11", "1-9")
    last = LiveAlert.objects.filter(board=board).latest("pk")
    assert (last.ply, last.proposal["sanction"], last.proposal["offences"]) == (9, "forfeit", 2)


def test_a_recalled_move_cannot_be_let_stand(hall, board):
    play(board, hall, *OPENING, "9-14")
    play(board, hall, "15x24")
    with pytest.raises(NoHeldMove):
        let_move_stand(alert_id=LiveAlert.objects.get(board=board).pk, actor=hall.arbiter)


@pytest.mark.parametrize("text", ["18-23", "10-32", "32-28", "32x28"])
def test_a_move_that_leaves_no_position_cannot_stand(hall, board, text):
    """From an empty square, and onto a piece: a square holds one, also of the side that is not to move."""
    play(board, hall, *OPENING, text)
    with pytest.raises(MoveCannotStand):
        let_move_stand(alert_id=LiveAlert.objects.get(board=board).pk, actor=hall.arbiter)
    assert LiveBoard.objects.get(pk=board.pk).held == [text]


def test_spectators_read_nothing_of_a_recalled_move(hall, board):
    play(board, hall, *OPENING, "9-14")
    play(board, hall, "15x24")
    assert "15x24" in live_pdn(hall.row)
    assert "9-14" not in live_pdn(hall.row)
    assert "recalled" not in live_pdn(hall.row)
