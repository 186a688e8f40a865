"""Random work at a board: the game stays legal, spectators have what is shown, nothing comes early."""

from contextlib import suppress
from datetime import timedelta

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from test_moves_in_play import opened

from club.core.errors import ClubError
from club.models import LiveEvent
from games.house_rules.selectors import variant_named
from games.laws.in_play import EnteredMove
from games.rules import Position, legal_moves, move_text, play
from tournaments.live_boards.selectors.boards import live_pdn
from tournaments.live_boards.services.alerts import dismiss_alert
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.live_boards.services.publication import release_moves
from tournaments.live_boards.services.standing import let_move_stand
from tournaments.models import AlertState, LiveAlert, LiveBoard

pytestmark = pytest.mark.django_db
ILLEGAL = ("1-10", "9-14", "22-18", "32-5")
ACTS = st.lists(
    st.tuples(
        st.sampled_from(("move", "move", "move", "two", "illegal", "take_back", "again", "dismiss", "stand")),
        st.integers(0, 11),
    ),
    min_size=3,
    max_size=10,
)


def position_of(board):
    variant = variant_named(board.pairing.round.section.variant)
    if board.moves:
        return Position.from_fen(board.moves[-1]["fen"], variant), variant
    return Position.start(variant), variant


def legal_text(board, at):
    position, variant = position_of(board)
    legal = list(legal_moves(position, variant))
    return move_text(legal[at % len(legal)], variant, legal) if legal else ""


class Work:
    """Somebody at a board, with an arbiter."""

    def __init__(self, hall, board):
        self.hall, self.board, self.sent = hall, board, []

    def send(self, *texts, **more):
        entry = MovesEntry(moves=[EnteredMove(one) for one in texts], key=f"k{len(self.sent)}", **more)
        self.sent.append(entry)
        enter_moves(board_id=self.board.pk, entry=entry, actor=self.hall.deputy)

    def do(self, act, at):
        self.board.refresh_from_db()
        open_alert = LiveAlert.objects.filter(board=self.board, state=AlertState.OPEN).first()
        if act in {"move", "two"}:
            self.send(*filter(None, [legal_text(self.board, at)]))
            if act == "two":
                self.do("move", at + 1)
        elif act == "illegal":
            self.send(ILLEGAL[at % len(ILLEGAL)])
        elif act == "take_back":
            self.send(keep=at % (len(self.board.moves) + 1))
        elif act == "again" and self.sent:
            before = self.board.sequence
            enter_moves(board_id=self.board.pk, entry=self.sent[-1], actor=self.hall.deputy)
            assert LiveBoard.objects.get(pk=self.board.pk).sequence == before
        elif act == "dismiss" and open_alert:
            dismiss_alert(alert_id=open_alert.pk, actor=self.hall.arbiter)
        elif act == "stand" and open_alert:
            let_move_stand(alert_id=open_alert.pk, actor=self.hall.arbiter)


def seen_by_a_spectator(hall, board):
    """Apply the events of the channel in order, as a page does."""
    seen = []
    for event in LiveEvent.objects.filter(channel__name=f"boards:{hall.event.pk}").order_by("number"):
        if event.data.get("board") != board.pk:
            continue
        if event.kind == "board.rewritten":
            del seen[event.data["plies"] :]
        elif event.kind == "board.moved":
            assert event.data["ply"] == len(seen) + 1
            seen.append(event.data["text"])
    return seen


def require_legal_game(board):
    """Play the score over: each move is legal, or the arbiter let it stand."""
    variant = variant_named(board.pairing.round.section.variant)
    position = Position.start(variant)
    for one in board.moves:
        legal = list(legal_moves(position, variant))
        texts = {move_text(move, variant, legal): move for move in legal}
        assert one.get("stood") or one["text"] in texts
        after = Position.from_fen(one["fen"], variant)
        assert one.get("stood") or play(position, texts[one["text"]], variant) == after
        position = after


@pytest.mark.parametrize("delay", [0, 10])
def test_work_at_a_board_keeps_its_promises(hall, delay):
    board = opened(hall, delay_minutes=delay)

    @tries(5, 150)
    @given(ACTS)
    def check(acts):
        LiveEvent.objects.all().delete()
        LiveAlert.objects.all().delete()
        fresh = {"moves": [], "held": [], "shown": 0, "sequence": 0, "sent_keys": [], "state": "waiting"}
        LiveBoard.objects.filter(pk=board.pk).update(**fresh)
        work = Work(hall, LiveBoard.objects.get(pk=board.pk))
        for act, at in acts:
            with suppress(ClubError):
                work.do(act, at)
            row = LiveBoard.objects.select_related("pairing__round__section").get(pk=board.pk)
            require_legal_game(row)
            assert row.shown <= len(row.moves)
            assert seen_by_a_spectator(hall, row) == [one["text"] for one in row.moves[: row.shown]]
            assert delay == 0 or row.shown == 0
            assert delay or row.shown == len(row.moves)
            assert row.sequence >= len({entry.key for entry in work.sent if entry.key in dict(row.sent_keys)})
        if delay:
            assert "1. " not in live_pdn(hall.row)
            aged = [one | {"at": "2020-01-01T10:00:00+00:00"} for one in row.moves]
            LiveBoard.objects.filter(pk=board.pk).update(moves=aged)
            release_moves(board_id=board.pk)
            row.refresh_from_db()
            assert seen_by_a_spectator(hall, row) == [one["text"] for one in row.moves]

    check()


def test_the_delay_is_counted_from_the_entry_of_each_move(hall):
    board = opened(hall, delay_minutes=10)
    enter_moves(
        board_id=board.pk,
        entry=MovesEntry(moves=[EnteredMove("11-15"), EnteredMove("23-19")]),
        actor=hall.deputy,
    )
    row = LiveBoard.objects.get(pk=board.pk)
    first = (row.started_at - timedelta(minutes=11)).isoformat()
    row.moves[0]["at"] = first
    row.save(update_fields=["moves"])
    release_moves(board_id=board.pk)
    assert LiveBoard.objects.get(pk=board.pk).shown == 1
