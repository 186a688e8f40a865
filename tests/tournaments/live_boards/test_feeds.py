"""PDN of other sites: games find their boards, corrections rewrite, faults are shown, nothing is lost."""

import pytest
from django.utils import timezone

from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.models import AuditEntry, Job
from games.laws.in_play import EnteredMove
from tournaments.live_boards.errors import FeedAddressRefused, FeedUnreadable, TooManyFeeds
from tournaments.live_boards.selectors.boards import find_board, views_of
from tournaments.live_boards.selectors.feeds import faults_of, offers_of
from tournaments.live_boards.services import feed_reading
from tournaments.live_boards.services.alerts import dismiss_alert
from tournaments.live_boards.services.feed_reading import read_feed, read_pdn
from tournaments.live_boards.services.feeds import FEED_TASK, add_feed, remove_feed, resume_feeds, set_feed
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import LiveAlert, LiveBoard, LiveFeed, LiveState

pytestmark = pytest.mark.django_db
OPENING = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16"


def pdn(board, moves, result="*", **tags):
    """The game of a board as another site writes it."""
    view = views_of([find_board(board.pk)], is_desk=True)[0]
    told = {
        "Event": "A cup",
        "Round": f"1.{view.pairing.board_number}",
        "White": view.white,
        "Black": view.black,
        "Result": result,
        "GameType": "21",
    }
    lines = [f'[{name} "{value}"]' for name, value in (told | tags).items() if value]
    return "\n".join([*lines, "", f"{moves} {result}", ""])


def moves_of(board):
    board.refresh_from_db()
    return [one["text"] for one in board.moves]


@pytest.fixture
def feed(hall, boards, other_site):
    return add_feed(round_id=hall.row.pk, url=other_site.url, actor=hall.director)


@pytest.fixture
def sends(feed, other_site):
    """Let the other site send games, and read them."""

    def send(*games):
        other_site.text = "\n".join(games)
        read_feed(feed_id=feed.pk)
        feed.refresh_from_db()
        return feed

    return send


def faults(feed, boards):
    views = views_of([find_board(one.pk) for one in boards], is_desk=True)
    return [one.text.what for one in faults_of([feed], views)]


def test_games_find_their_boards_by_names_in_any_order_and_spelling(boards, sends):
    first, second, third = boards
    sends(
        pdn(second, "1. 9-14", Round="", Black="drummond"),
        pdn(first, OPENING, White="?", Black=""),
        pdn(third, "1. 12-16", Round="7"),
    )
    view = views_of([find_board(second.pk)])[0]
    assert moves_of(second) == (["9-14"] if view.black == "Drummond" else [])
    assert moves_of(first) == ["11-15", "23-19", "8-11", "22-17", "11-16"]
    assert moves_of(third) == []


def test_clocks_come_with_the_moves(boards, sends):
    board = boards[0]
    sends(pdn(board, "1. 11-15 {[%clk 0:14:20]} 23-19 {[%clk 0:14:00]} 2. 8-11 {[%clock W0:13:50 b0:14:01]}"))
    moves_of(board)
    assert [(one["white"], one["black"]) for one in board.moves][1:] == [(840, 860), (830, 841)]
    assert (board.white_seconds, board.black_seconds, board.running) == (830, 841, "white")


def test_the_same_again_changes_nothing_and_is_not_sent_again(boards, sends, other_site):
    board = boards[0]
    sends(pdn(board, OPENING))
    board.refresh_from_db()
    sends(pdn(board, OPENING))
    assert other_site.asked[-1]["If-None-Match"] == other_site.etag
    sends(pdn(board, OPENING), " ")
    assert LiveBoard.objects.get(pk=board.pk).sequence == board.sequence


def test_a_correction_rewrites_the_tail_and_what_is_taken_back_goes(boards, sends):
    board = boards[0]
    sends(pdn(board, OPENING))
    sends(pdn(board, "1. 11-15 23-19 2. 8-11 22-18 3. 15x22"))
    assert moves_of(board)[3:] == ["22-18", "15x22"]
    sends(pdn(board, "1. 11-15 23-19"))
    assert moves_of(board) == ["11-15", "23-19"]


def test_a_feed_behind_the_operator_takes_nothing_back(hall, boards, sends):
    board = boards[0]
    sends(pdn(board, "1. 11-15"))
    entry = MovesEntry(moves=[EnteredMove("23-19"), EnteredMove("8-11")])
    enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)
    sends(pdn(board, "1. 11-15 23-19"))
    assert moves_of(board) == ["11-15", "23-19", "8-11"]


def test_what_was_corrected_by_hand_is_not_overwritten(hall, boards, sends):
    board = boards[0]
    sends(pdn(board, "1. 11-15 23-19"))
    entry = MovesEntry(moves=[EnteredMove("22-18")], keep=1)
    enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)
    feed = sends(pdn(board, "1. 11-15 23-19 2. 8-11"))
    assert moves_of(board) == ["11-15", "22-18"]
    assert "corrected by hand" in faults(feed, boards)[0]
    feed = sends(pdn(board, "1. 11-15 22-18 2. 15x22"))
    assert moves_of(board) == ["11-15", "22-18", "15x22"]
    assert faults(feed, boards) == []


def test_a_feed_that_plays_on_after_an_illegal_move_keeps_it_held(hall, boards, sends):
    board = boards[0]
    sends(pdn(board, OPENING + " 24-20 4. 9-14"))
    sends(pdn(board, OPENING + " 24-20 4. 9-14 20x11"))
    board.refresh_from_db()
    assert (board.held, len(board.moves)) == (["9-14", "20x11"], 6)
    alert = LiveAlert.objects.get(board=board)
    sends(pdn(board, OPENING + " 24-20 4. 15x24 28x19"))
    assert moves_of(board)[6:] == ["15x24", "28x19"]
    assert board.moves[6]["recalled"] == ["9-14"]
    dismiss_alert(alert_id=alert.pk, actor=hall.arbiter)


def test_half_a_move_waits_for_the_rest(boards, sends):
    board = boards[0]
    feed = sends(pdn(board, "1. 11-15 23-19 2. 8-"))
    assert moves_of(board) == ["11-15", "23-19"]
    sends(pdn(board, "1. 11-15 23-19 2. 8-11"))
    assert moves_of(board) == ["11-15", "23-19", "8-11"]
    assert faults(feed, boards) == []


def test_results_are_offered_and_entered_by_a_person(hall, boards, sends):
    board = boards[0]
    sends(pdn(board, OPENING, "1/2-1/2"))
    view = views_of([find_board(board.pk)], is_desk=True)[0]
    assert [one.outcome for one in offers_of([view])] == ["draw"]
    assert board.pairing.games.get().outcome == "pending"
    finish_board(board_id=board.pk, outcome="draw", actor=hall.deputy)
    assert offers_of(views_of([find_board(board.pk)], is_desk=True)) == []
    sends(pdn(board, OPENING + " 24-20", "1/2-1/2"))
    assert len(moves_of(board)) == 5


def test_a_feed_enters_results_where_the_director_lets_it(hall, boards, feed, sends):
    set_feed(feed_id=feed.pk, enters_results=True, actor=hall.director)
    sends(pdn(boards[0], OPENING, "0-1"), pdn(boards[1], "1. 11-15"))
    boards[0].refresh_from_db()
    outcome = boards[0].pairing.games.get().outcome
    assert (boards[0].state, outcome) == (LiveState.FINISHED, "white")
    assert boards[1].pairing.games.get().outcome == "pending"


@pytest.mark.parametrize(
    ("status", "text", "code"),
    [
        (404, "", "feed_answers_status"),
        (200, "<html><p>nothing here</p></html>", "feed_unreadable"),
        (200, '[White "Somebody"]\n[Black "Else"]\n\n1. 11-15 *', "feed_fits_no_board"),
        (200, "", "feed_unreadable"),
    ],
)
def test_faults_are_told_and_the_feed_is_read_on(boards, feed, other_site, status, text, code):
    other_site.status, other_site.text = status, text
    began = timezone.now()
    read_feed(feed_id=feed.pk)
    feed.refresh_from_db()
    assert (feed.fault, len(faults(feed, boards))) == (code, 1)
    assert Job.objects.filter(task=FEED_TASK, due_at__gt=began).exists()
    other_site.status, other_site.text = 200, pdn(boards[0], "1. 11-15")
    read_feed(feed_id=feed.pk)
    feed.refresh_from_db()
    assert (feed.fault, moves_of(boards[0])) == ("", ["11-15"])


def test_a_site_that_is_away(boards, feed, other_site):
    LiveFeed.objects.filter(pk=feed.pk).update(url="http://127.0.0.1:9/none.pdn")
    read_feed(feed_id=feed.pk)
    feed.refresh_from_db()
    assert feed.fault == "feed_unreachable"


def test_nothing_is_read_when_no_board_is_open(hall, boards, feed, other_site):
    for board in boards:
        finish_board(board_id=board.pk, outcome="draw", actor=hall.deputy)
    Job.objects.all().delete()
    read_feed(feed_id=feed.pk)
    resume_feeds()
    assert (other_site.asked, Job.objects.filter(task=FEED_TASK).count()) == ([], 0)


def test_hours_of_reading_leave_few_rows(feed):
    """Each reading deletes the row of the one before it, once that is done."""
    Job.objects.all().delete()
    for number in range(5):
        key = f"feed:{feed.pk}:{number}"
        after = f"feed:{feed.pk}:{number - 1}"
        Job.objects.create(key=key, task=FEED_TASK)
        read_feed(feed_id=feed.pk, key=key, after=after)
        Job.objects.filter(key=key).update(state="done")
    done = Job.objects.filter(task=FEED_TASK, state="done")
    assert [job.key for job in done] == [f"feed:{feed.pk}:4"]
    waiting = Job.objects.filter(task=FEED_TASK, state="waiting").latest("pk")
    assert waiting.arguments["after"].startswith(f"feed:{feed.pk}:")


def test_a_lost_reading_is_resumed_once(feed):
    Job.objects.all().delete()
    resume_feeds()
    resume_feeds()
    assert Job.objects.filter(task=FEED_TASK).count() in {1, 2}
    Job.objects.all().delete()
    LiveFeed.objects.update(read_at=timezone.now())
    resume_feeds()
    assert Job.objects.filter(task=FEED_TASK).count() == 0


def test_a_paused_feed_is_not_read(hall, feed, other_site):
    set_feed(feed_id=feed.pk, is_on=False, actor=hall.director)
    read_feed(feed_id=feed.pk)
    assert other_site.asked == []
    remove_feed(feed_id=feed.pk, actor=hall.director)
    read_feed(feed_id=feed.pk)
    told = AuditEntry.objects.filter(action__startswith="tournaments.live_feed").order_by("pk")
    actions = [one.action.rpartition(".")[2] for one in told]
    assert actions == ["added", "changed", "removed"]


def test_a_feed_that_is_removed_while_it_is_read_enters_nothing(hall, boards, feed, other_site, monkeypatch):
    other_site.text = pdn(boards[0], OPENING)
    original = feed_reading.views_of

    def remove(*arguments, **named):
        remove_feed(feed_id=feed.pk, actor=hall.director)
        return original(*arguments, **named)

    monkeypatch.setattr(feed_reading, "views_of", remove)
    read_feed(feed_id=feed.pk)
    assert moves_of(boards[0]) == []
    assert boards[0].feed_id is None


def test_only_public_addresses_become_feeds(hall, boards, settings):
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = True
    for url in ("http://127.0.0.1/x.pdn", "file:///etc/passwd", "https://me:secret@site.example/x", "x"):
        with pytest.raises(FeedAddressRefused):
            add_feed(round_id=hall.row.pk, url=url, actor=hall.director)
    for number in range(5):
        add_feed(round_id=hall.row.pk, url=f"https://games.example/{number}.pdn", actor=hall.director)
    with pytest.raises(TooManyFeeds):
        add_feed(round_id=hall.row.pk, url="https://games.example/6.pdn", actor=hall.director)
    with pytest.raises(NotAllowed):
        add_feed(round_id=hall.row.pk, url="https://games.example/7.pdn", actor=hall.deputy)


def test_a_file_goes_before_what_was_entered_by_hand(hall, boards):
    board = boards[0]
    entry = MovesEntry(moves=[EnteredMove("11-15"), EnteredMove("22-18")])
    enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)
    report = read_pdn(round_id=hall.row.pk, content=pdn(board, OPENING).encode(), actor=hall.deputy)
    assert (report.boards, report.changed, report.faults) == (1, 1, ())
    assert moves_of(board)[1] == "23-19"
    with pytest.raises(FeedUnreadable):
        read_pdn(round_id=hall.row.pk, content="<p>no</p>", actor=hall.deputy)


def test_a_game_from_a_position_that_was_set_up(boards, sends):
    board = boards[0]
    sends(pdn(board, "1. 1-6 32-27", SetUp="1", FEN="B:WK32:BK1"))
    assert (moves_of(board), board.start_fen) == (["1-6", "32-27"], "B:WK32:BK1")
    feed = sends(pdn(board, "1. 11-15"))
    assert "another position" in faults(feed, boards)[0]


def test_the_program_acts_for_a_feed(boards, sends):
    sends(pdn(boards[0], "1. 11-15"))
    sends(pdn(boards[0], "1. 10-15"))
    entry = AuditEntry.objects.get(action="tournaments.live_board.corrected")
    assert entry.actor_label == SYSTEM.label


@pytest.mark.every_case
@pytest.mark.parametrize(
    "game",
    [
        '[White "No\0body"]\n[Black "Else\0"]\n[Round "9"]\n\n1. 11-15 *\n',
        "\0{moves}",
        "{moves} 1\0-2 ",
        "{moves} \0\0\0 ",
        "{moves} {{a\0b}} zz\0zz ",
    ],
)
def test_a_feed_with_nul_characters_is_read_on(boards, sends, game):
    """No database stores one, and the problem of a feed is stored with what the feed says."""
    text = game if game.startswith("[") else pdn(boards[0], game.format(moves=OPENING))
    feed = sends(text)
    assert feed.read_at is not None
    told = [feed.fault_facts, *LiveBoard.objects.values_list("fed", flat=True)]
    assert "\0" not in str(told)
    assert "\\x00" not in str(told)
