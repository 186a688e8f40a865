"""How many queries a move costs: written down, so that one more is a decision."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.laws.in_play import EnteredMove
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.live_boards.services.publication import release_moves

pytestmark = pytest.mark.django_db
MOVE, TWO_MOVES = 8, 11


def queries_of(call):
    with CaptureQueriesContext(
        connection,
    ) as seen:
        call()
    return [one["sql"] for one in seen.captured_queries if "SAVEPOINT" not in one["sql"]]


def test_a_move_and_two(hall, boards):
    board = boards[0]

    def play(*texts):
        entry = MovesEntry(moves=[EnteredMove(text) for text in texts])
        return lambda: enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)

    play("11-15")()
    seen = queries_of(play("23-19"))
    assert len(seen) <= MOVE, "\n".join(one[:120] for one in seen)
    seen = queries_of(play("8-11", "22-17"))
    assert len(seen) <= TWO_MOVES, "\n".join(one[:120] for one in seen)
    assert len(queries_of(lambda: release_moves(board_id=board.pk))) <= 2
