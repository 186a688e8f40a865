"""Result: the texts of tag and terminator, the winner they name, and the winner by the pieces.

In American files 1-0 is Black's win under one convention (the first figure is the side that moves
first) and White's under the other. The option of an import decides, then a GameType, then the
position at the end; failing all of them the first figure is the side that moved first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.laws.clocks import count
from games.laws.replay_result import Replay
from games.laws.verdict import ResultCheck, Verdict
from games.pdn import GameRecord, parse_game_type, parse_result
from games.rules import (
    Goal,
    Position,
    Side,
    Variant,
    legal_moves,
    must_capture,
    no_move_left,
    play,
    winner_on_the_board,
)

DECIDED: Final = frozenset({"first", "second", "draw", "both_lost"})
SETTLED_BY: Final = 3  # decided ends an import needs before it answers for itself
SETTLED_SHARE: Final = 0.75
CLEARLY_MORE: Final = 2  # pieces
FAR_AHEAD: Final = 2  # men, of a player who has lost
FAR_AHEAD_OF_A_DRAW: Final = 3
SHORT_KING: Final = 1.5  # men
FLYING_KING: Final = 3
EXCHANGES_FOLLOWED: Final = 12
ENDED_IN_PLAY: Final = frozenset({"", "?", "-", "normal", "unterminated", "resignation", "agreement"})


@lru_cache(maxsize=512)
def outcome_of(text: str) -> str:
    """Read a result text: first, second, draw, both_lost, open or unknown."""
    return parse_result(text).outcome if text else "open"


def winner_on_the_squares(replay: Replay) -> Side | None:
    """Return the winner by the last position and the variant's goal: a side without a move loses (SL-O2)."""
    last, variant = replay.positions[-1], replay.variant
    winner = winner_on_the_board(last, variant)
    if winner is None and variant.king_moves_in_a_row:
        # without a legal move is also the side whose only movable king has to wait
        return None if replay.legal_after(len(replay.positions) - 1) else last.side.opponent
    return winner


def ended_by(replay: Replay) -> str:
    """Return the goal reached on the squares: a side without a move, all lost, or the first king."""
    last, variant = replay.positions[-1], replay.variant
    if variant.goal is Goal.FIRST_KING and no_move_left(last, variant) and not last[1] | last[3]:
        return Goal.BLOCK.value
    return variant.goal.value


def written_outcome(record: GameRecord) -> str:
    """Return the outcome the record claims, from the Result tag first, else from the terminator."""
    tagged = outcome_of(record.tag("Result"))
    return tagged if tagged in DECIDED else outcome_of(record.terminator or "")


def first_figure(
    record: GameRecord, replay: Replay, wanted: Side | None, outcome: str, board: Side | None
) -> tuple[Side, str]:
    """Return the side whose figure is first in the result, and the reason."""
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
    """Compare the written result with the position on the board."""
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
    """Return True if tag and terminator both decide the game, and differently."""
    if check.tag == check.terminator:
        return False
    tagged, ended = outcome_of(check.tag), outcome_of(check.terminator)
    return tagged in DECIDED and ended in DECIDED and tagged != ended


def is_against_board(check: ResultCheck) -> bool:
    """Return True if the written result denies a win on the board."""
    return check.board != "open" and check.winner in {"white", "black", "draw"} - {check.board}


def better_against_result(record: GameRecord, replay: Replay, check: ResultCheck) -> Side | None:
    """Return the side that is far ahead in pieces although the written result denies that it won.

    Ahead are two men against a win of the other side, three against a draw, in the last position and
    again after the captures that are due in it. A king counts one and a half men, a flying one three.
    A draw against a flying king is no evidence: one of them draws against many. None where the score is
    not whole, the game was decided otherwise (on time, by forfeit), or pieces are no gain.
    """
    variant, last = replay.variant, replay.positions[-1]
    if check.board != "open" or check.winner == "none" or variant.goal is not Goal.BLOCK:
        return None
    is_whole = replay.moves and not (replay.unplayed or replay.slips or replay.fen_error or replay.unread)
    if not is_whole or record.tag("Termination").casefold() not in ENDED_IN_PLAY:
        return None
    ahead = _men_ahead(last, variant)
    better = Side.WHITE if ahead > 0 else Side.BLACK
    enough = FAR_AHEAD_OF_A_DRAW if check.winner == "draw" else FAR_AHEAD
    if abs(ahead) < enough or check.winner == better.key:
        return None
    if check.winner == "draw" and variant.king_flies and last[1 if better is Side.BLACK else 3]:
        return None
    later = _men_ahead(_after_captures(last, variant), variant)
    return better if (later if better is Side.WHITE else -later) >= enough else None


def _men_ahead(position: Position, variant: Variant) -> float:
    """Return what White has more than Black, in men."""
    counted = count(position)
    king = FLYING_KING if variant.king_flies else SHORT_KING
    return counted.white_men - counted.black_men + king * (counted.white_kings - counted.black_kings)


def _after_captures(position: Position, variant: Variant) -> Position:
    """Play the captures that are due, the largest of each turn: many scores stop in mid exchange."""
    for _ in range(EXCHANGES_FOLLOWED):
        if not must_capture(position, variant):
            break
        largest = max(legal_moves(position, variant), key=lambda move: len(move.captured))
        position = play(position, largest, variant)
    return position


@dataclass(slots=True)
class ResultEvidence:
    """Evidence in the games of one import about "1-0": Black's win, or White's.

    A game counts when the side that moved first was Black, no GameType decides, and the last
    position decides it; positions with clearly more pieces count as weaker evidence.
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
        """Return the side whose figure is first, once the games settle it."""
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
        """Return True if the secretary must be asked, once for the import."""
        return self.in_question > 0 and self.first_result_is is None
