"""Draw clocks: counts of plies while a condition is met, from the positions alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.laws.law_book import DrawClock, Event, ForcedCapture, Material
from games.rules import Position, Side, Variant, legal_moves, must_capture, play


class Run(NamedTuple):
    """A clock that reached its limit: the first ply counted, the ply that reached it, the last.

    An ending drawn as soon as it arises counts none: both are the ply after which it arose.
    """

    since_ply: int
    reached_ply: int
    until_ply: int


class Count(NamedTuple):
    """Pieces of both sides at one moment."""

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int

    @property
    def pieces(self) -> int:
        """All pieces together."""
        return sum(self)


def count(position: Position) -> Count:
    """Count the pieces on the squares."""
    white_men, white_kings, black_men, black_kings, _ = position
    return Count(
        white_men.bit_count(), white_kings.bit_count(), black_men.bit_count(), black_kings.bit_count()
    )


def events_between(before: Position, after: Position) -> frozenset[Event]:
    """Return the events of one ply, seen from the pieces alone."""
    own, enemy = (2, 0) if _mover(before, after) else (0, 2)
    found = set()
    if before[own] != after[own]:
        found.add(Event.MAN_MOVE)
        if before[own].bit_count() > after[own].bit_count():
            found.add(Event.PROMOTION)
    if before[enemy : enemy + 2] != after[enemy : enemy + 2]:
        found.add(Event.CAPTURE)
    return frozenset(found)


def _mover(before: Position, after: Position) -> Side:
    """Return the side that moved: the side to move, unless a piece of the other one went elsewhere.

    The exception needs that nothing was taken. It is a move out of turn, or one with the opponent's piece,
    that was let stand.
    """
    own, enemy = (2, 0) if before.side else (0, 2)
    theirs = before[enemy : enemy + 2], after[enemy : enemy + 2]
    if before[own : own + 2] != after[own : own + 2] or theirs[0] == theirs[1]:
        return before.side
    was, now = count(before).pieces, count(after).pieces
    return before.side.opponent if was == now else before.side


@lru_cache(maxsize=32)
def main_road(variant: Variant) -> frozenset[int]:
    """Return the bits of the long diagonal that starts in a playing corner."""
    geometry = variant.geometry
    least = min(geometry.width, geometry.height)
    falls = geometry.is_mirrored
    squares = (
        geometry.square_at(step, step if falls else geometry.width - 1 - step) for step in range(least)
    )
    return frozenset(geometry.bits[square] for square in squares if square is not None)


def stronger_side(condition: Material, position: Position, variant: Variant) -> Side | None:
    """Return the side that has the stronger pattern of a condition, None where the condition is not met."""
    counted = count(position)
    white = (counted.white_kings, counted.white_men)
    black = (counted.black_kings, counted.black_men)
    for side, stronger, weaker, lone_king in (
        (Side.WHITE, white, black, position.black_kings),
        (Side.BLACK, black, white, position.white_kings),
    ):
        if stronger in condition.stronger and weaker in condition.weaker:
            on_road = lone_king in main_road(variant)
            if on_road or not condition.weaker_holds_main_road:
                return side
    return None


def is_fulfilled(condition: Material | None, position: Position, variant: Variant) -> bool:
    """Return True if the condition of a clock is met in a position."""
    if condition is None:
        return True
    counted = count(position)
    if counted.pieces < condition.least or (condition.most and counted.pieces > condition.most):
        return False
    if condition.both_have_kings and not (counted.white_kings and counted.black_kings):
        return False
    return not condition.stronger or stronger_side(condition, position, variant) is not None


def is_capture_forced(position: Position, variant: Variant) -> bool:
    """Return True if a piece is taken at once, or cannot escape being taken by the next move."""
    if must_capture(position, variant):
        return True
    moves = legal_moves(position, variant)
    return bool(moves) and all(must_capture(play(position, move, variant), variant) for move in moves)


def runs(clock: DrawClock, positions: Sequence[Position], variant: Variant) -> list[Run]:
    """List every time the clock reached its limit, in order of play."""
    if not clock.limit:
        return _immediate_draws(clock, positions, variant)
    found: list[Run] = []
    counted = since = reached = 0
    needed = _counted_moves(clock)
    stands = is_fulfilled(clock.condition, positions[0], variant)
    for ply in range(1, len(positions)):
        stood, stands = stands, is_fulfilled(clock.condition, positions[ply], variant)
        events = events_between(positions[ply - 1], positions[ply])
        if not (stood and stands) or events & clock.reset:
            if reached:
                found.append(Run(since, reached, ply - 1))
            counted = reached = 0
            continue
        if clock.by_stronger and not _is_by_stronger(clock, positions[ply - 1], positions[ply], variant):
            continue
        counted += 1
        if counted == 1:
            since = ply
        if counted == needed:
            reached = ply
    if reached:
        found.append(Run(since, reached, len(positions) - 1))
    return found


def _counted_moves(clock: DrawClock) -> int:
    """Return how many of the moves that count bring the limit."""
    return clock.limit // 2 if clock.by_stronger else clock.limit


def _is_by_stronger(clock: DrawClock, before: Position, after: Position, variant: Variant) -> bool:
    """Return True if the stronger side of the ending moved."""
    condition = clock.condition
    return condition is not None and stronger_side(condition, before, variant) is _mover(before, after)


def _immediate_draws(clock: DrawClock, positions: Sequence[Position], variant: Variant) -> list[Run]:
    """List every time an ending arose that is drawn at once."""
    found: list[Run] = []
    since: int | None = None
    for ply, position in enumerate(positions):
        stands = is_fulfilled(clock.condition, position, variant)
        if since is None:
            is_held_up = clock.forced_capture is ForcedCapture.HOLDS_UP
            if stands and not (is_held_up and is_capture_forced(position, variant)):
                since = ply
        elif not stands:
            found.append(Run(since, since, ply - 1))
            since = None
    if since is not None:
        found.append(Run(since, since, len(positions) - 1))
    return found


def counted_at_end(clock: DrawClock, positions: Sequence[Position], variant: Variant) -> int:
    """Return how many plies the clock has run at the end, whether it has reached its limit or not."""
    ply = last = len(positions) - 1
    stands = is_fulfilled(clock.condition, positions[ply], variant)
    while ply and stands:
        stands = is_fulfilled(clock.condition, positions[ply - 1], variant)
        if not stands or events_between(positions[ply - 1], positions[ply]) & clock.reset:
            break
        ply -= 1
    return last - ply


@lru_cache(maxsize=64)
def _widest(clock: DrawClock) -> tuple[int, int]:
    """Return the most pieces altogether, and of the weaker side, with which the clock can run."""
    condition = clock.condition
    if condition is None:
        return 1000, 1000
    if not condition.stronger:
        return condition.most, condition.most
    weaker = max(sum(pattern) for pattern in condition.weaker)
    return max(sum(pattern) for pattern in condition.stronger) + weaker, weaker


def may_run(clock: DrawClock, plies: int, last: Position) -> bool:
    """Rule a clock out quickly: pieces only ever leave, so the last position has the fewest."""
    if plies + clock.by_stronger < clock.limit:
        return False
    if clock.condition is None:
        return True
    white_men, white_kings, black_men, black_kings, _ = last
    white = (white_men | white_kings).bit_count()
    black = (black_men | black_kings).bit_count()
    most, weaker = _widest(clock)
    return white + black <= most and min(white, black) <= weaker
