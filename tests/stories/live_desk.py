"""Games in play in the life of an event: boards that go live, moves legal or not, alerts, ends."""

from test_more_events import Meddler
from test_whole_events import ENDINGS, one_of

from club.core.actor import SYSTEM
from games.laws.in_play import EnteredMove
from tournaments.live_boards.scores import entered_moves, judged
from tournaments.live_boards.services.alerts import dismiss_alert, open_case_of_alert
from tournaments.live_boards.services.boards import open_live_boards, remove_live_board, set_broadcast
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.live_boards.services.standing import let_move_stand
from tournaments.models import AlertState, GameResult, LiveAlert, LiveBoard, LiveState, Outcome, RoundState
from tournaments.records.selectors.game_tags import ENDS

LIVE_ACTS = ("go_live", "go_live", "broadcast", "move", "move", "move", "finish", "alert", "unlive")
ILLEGAL = "1-50"
OPEN = (LiveState.WAITING, LiveState.PLAYING)


class LiveDesk(Meddler):
    """Whoever opens boards, notes moves, and answers the alerts of the judge."""

    def live(self, number, **facts):
        boards = LiveBoard.objects.filter(pairing__round__section=self.section, **facts)
        return one_of(boards.order_by("pk"), number)

    def broadcast(self, first, second, third):
        facts = {"players_enter": bool(first % 2), "follows_rounds": bool(second % 2)}
        delay = 0 if third % 3 else 5
        set_broadcast(event_id=self.section.event_id, delay_minutes=delay, actor=SYSTEM, **facts)

    def go_live(self, first, *_numbers):
        if row := self.row():
            set_broadcast(event_id=self.section.event_id, follows_rounds=bool(first % 2), actor=SYSTEM)
            open_live_boards(round_id=row.pk, actor=SYSTEM)

    def move(self, first, second, third):
        """Note a move, or correct the last ones."""
        if board := self.live(first, state__in=OPEN) or self.live(first):
            game = judged(board, entered_moves(board))
            legal = [one.text for one in game.legal_moves()]
            text = one_of([*legal, ILLEGAL] if third % 4 else [ILLEGAL], second) or ILLEGAL
            keep = None if third % 5 else max(0, game.plies - second % 3)
            enter_moves(
                board_id=board.pk, entry=MovesEntry(moves=[EnteredMove(text)], keep=keep), actor=SYSTEM
            )

    def finish(self, first, second, _third):
        if board := self.live(first, state__in=OPEN) or self.live(first):
            finish_board(board_id=board.pk, outcome=one_of(ENDINGS, second), actor=SYSTEM)

    def alert(self, first, second, _third):
        alerts = LiveAlert.objects.filter(board__pairing__round__section=self.section)
        if found := one_of(alerts.filter(state=AlertState.OPEN).order_by("pk"), first):
            act = one_of([dismiss_alert, open_case_of_alert, let_move_stand], second)
            act(alert_id=found.pk, actor=SYSTEM)

    def unlive(self, first, *_numbers):
        if board := self.live(first):
            remove_live_board(board_id=board.pk, actor=SYSTEM)


def assert_live_boards_agree(section):
    """Each board follows a game of a published round and is over as its result is; its score is judged."""
    boards = LiveBoard.objects.filter(pairing__round__section=section).select_related("pairing__round")
    if not boards:
        return
    results = {
        (pairing, number): outcome
        for pairing, number, outcome in GameResult.objects.filter(
            pairing__round__section=section
        ).values_list("pairing", "number", "outcome")
    }
    for board in boards:
        where = f"round {board.pairing.round.number}, board {board.pairing.board_number}, game {board.game}"
        assert board.pairing.round.state != RoundState.DRAFT, f"a live board of a draft: {where}"
        outcome = results.get((board.pairing_id, board.game))
        assert outcome is not None, f"a live board without a game: {where}"
        is_over = Outcome(outcome) in ENDS and outcome != Outcome.ADJOURNED
        assert (board.state == LiveState.FINISHED) == is_over, f"{where} is {board.state}, its game {outcome}"
        board.pairing.round.section = section
        game = judged(board, entered_moves(board))
        assert [one["fen"] for one in board.moves] == [one.fen for one in game.moves], f"positions of {where}"
        assert board.shown <= len(board.moves), f"more moves of {where} are shown than played"
