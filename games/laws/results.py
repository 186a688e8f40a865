"""The result: what is written in tag and terminator, who that makes the winner, what the pieces say.

In American files 1-0 is Black's win under one convention (the first figure is the side that moves
first) and White's under the other. The option of an import decides, then a GameType, then the
position at the end; failing all of them the first figure is the side that moved first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.laws.clocks import count
from games.laws.replay import Replay
from games.laws.verdict import ResultCheck, Verdict
from games.pdn import GameRecord, parse_game_type, parse_result
from games.rules import Goal, Side, no_move_left, winner_on_the_board

DECIDED: Final = frozenset({"first", "second", "draw", "both_lost"})
SETTLED_BY: Final = 3  # decided ends an import needs before it answers for itself
SETTLED_SHARE: Final = 0.75
CLEARLY_MORE: Final = 2  # pieces


@lru_cache(maxsize=512)
def outcome_of(text: str) -> str:
    """Read a result text: first, second, draw, both_lost, open or unknown."""
    return parse_result(text).outcome if text else "open"


def winner_on_the_squares(replay: Replay) -> Side | None:
    """Say who has won by the last position and the variant's goal: against a side without a move (SL-O2)."""
    last, variant = replay.positions[-1], replay.variant
    winner = winner_on_the_board(last, variant)
    if winner is None and variant.king_moves_in_a_row:
        # without a legal move is also the side whose only movable king has to wait
        return None if replay.legal_after(len(replay.positions) - 1) else last.side.opponent
    return winner


def ended_by(replay: Replay) -> str:
    """Say which goal was reached on the squares: a side without a move, all lost, or the first king."""
    last, variant = replay.positions[-1], replay.variant
    if variant.goal is Goal.FIRST_KING and no_move_left(last, variant) and not last[1] | last[3]:
        return Goal.BLOCK.value
    return variant.goal.value


def written_outcome(record: GameRecord) -> str:
    """Give the outcome the record claims, from the Result tag first, else from the terminator."""
    tagged = outcome_of(record.tag("Result"))
    return tagged if tagged in DECIDED else outcome_of(record.terminator or "")


def first_figure(
    record: GameRecord, replay: Replay, wanted: Side | None, outcome: str, board: Side | None
) -> tuple[Side, str]:
    """Say whose figure stands first in the result, and by what that was decided."""
    starts = replay.variant.first_to_move
    if starts is Side.WHITE:
        return Side.WHITE, "variant"
    if wanted is not None:
        return wanted, "option"
    game_type = parse_game_type(record.tag("GameType")) if record.tag("GameType") else None
    if game_type is not None:
        return (Side.BLACK if game_type.first_to_move == "B" else Side.WHITE), "gametype"
    if board is not None and outcome in {"first", "second"}:
        return (board if outcome == "first" else board.opponent), "evidence"
    return starts, "custom"


def check_result(record: GameRecord, replay: Replay, wanted: Side | None = None) -> ResultCheck:
    """Compare what is written with what stands on the squares."""
    board = winner_on_the_squares(replay)
    outcome = written_outcome(record)
    winner, decided_by = "none", "variant"
    if outcome == "draw":
        winner = "draw"
    elif outcome in {"first", "second"}:
        first, decided_by = first_figure(record, replay, wanted, outcome, board)
        winner = first.key if outcome == "first" else first.opponent.key
    return ResultCheck(
        tag=record.tag("Result"),
        terminator=record.terminator or "",
        winner=winner,
        board="open" if board is None else board.key,
        decided_by=decided_by,
    )


def tags_differ(check: ResultCheck) -> bool:
    """Say whether tag and terminator both decide the game, and differently."""
    if check.tag == check.terminator:
        return False
    tagged, ended = outcome_of(check.tag), outcome_of(check.terminator)
    return tagged in DECIDED and ended in DECIDED and tagged != ended


def is_against_board(check: ResultCheck) -> bool:
    """Say whether the written result denies a win that stands on the squares."""
    return check.board != "open" and check.winner in {"white", "black", "draw"} - {check.board}


@dataclass(slots=True)
class ResultEvidence:
    """What the games of one import say about "1-0": Black's win, or White's.

    A game counts when the side that moved first was Black, no GameType says more, and the last
    position decides it; positions with clearly more pieces are kept as weaker evidence.
    """

    black_ends: int = 0
    white_ends: int = 0
    black_material: int = 0
    white_material: int = 0
    in_question: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count one game of the import."""
        outcome = written_outcome(verdict.record)
        if verdict.result.decided_by not in {"custom", "evidence", "option"}:
            return
        if outcome not in {"first", "second"}:
            return
        self.in_question += 1
        if verdict.result.board != "open":
            is_black = (verdict.result.board == "black") == (outcome == "first")
            self.black_ends += is_black
            self.white_ends += not is_black
            return
        counted = count(verdict.replay.positions[-1])
        black_more = counted.black_men + counted.black_kings - counted.white_men - counted.white_kings
        if abs(black_more) >= CLEARLY_MORE:
            is_black = (black_more > 0) == (outcome == "first")
            self.black_material += is_black
            self.white_material += not is_black

    @property
    def first_result_is(self) -> Side | None:
        """Give the side whose figure stands first, once the games settle it."""
        for black, white in (
            (self.black_ends, self.white_ends),
            (self.black_ends + self.black_material, self.white_ends + self.white_material),
        ):
            total = black + white
            if total >= SETTLED_BY and max(black, white) >= SETTLED_SHARE * total:
                return Side.BLACK if black > white else Side.WHITE
        return None

    @property
    def must_ask(self) -> bool:
        """Say whether the secretary has to be asked, once for the import."""
        return self.in_question > 0 and self.first_result_is is None
