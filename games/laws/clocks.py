"""Draw clocks: counting plies while a condition stands, from the positions alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.laws.law_book import DrawClock, Event, Material
from games.rules import Position, Variant


class Run(NamedTuple):
    """A clock that reached its limit: the first ply counted, the ply that reached it, the last."""

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
    """Say what happened in one ply, seen from the pieces alone."""
    own, enemy = (2, 0) if before.side else (0, 2)
    found = set()
    if before[own] != after[own]:
        found.add(Event.MAN_MOVE)
        if before[own].bit_count() > after[own].bit_count():
            found.add(Event.PROMOTION)
    if before[enemy : enemy + 2] != after[enemy : enemy + 2]:
        found.add(Event.CAPTURE)
    return frozenset(found)


@lru_cache(maxsize=32)
def main_road(variant: Variant) -> frozenset[int]:
    """Give the bits of the long diagonal that starts in a playing corner."""
    geometry = variant.geometry
    least = min(geometry.width, geometry.height)
    falls = geometry.is_mirrored
    squares = (
        geometry.square_at(step, step if falls else geometry.width - 1 - step) for step in range(least)
    )
    return frozenset(geometry.bits[square] for square in squares if square is not None)


def is_fulfilled(condition: Material | None, position: Position, variant: Variant) -> bool:
    """Say whether the condition of a clock stands in a position."""
    if condition is None:
        return True
    counted = count(position)
    if counted.pieces < condition.least or (condition.most and counted.pieces > condition.most):
        return False
    if condition.both_have_kings and not (counted.white_kings and counted.black_kings):
        return False
    if not condition.stronger:
        return True
    white = (counted.white_kings, counted.white_men)
    black = (counted.black_kings, counted.black_men)
    for stronger, weaker, lone_king in (
        (white, black, position.black_kings),
        (black, white, position.white_kings),
    ):
        if stronger in condition.stronger and weaker in condition.weaker:
            on_road = lone_king in main_road(variant)
            if on_road or not condition.weaker_holds_main_road:
                return True
    return False


def runs(clock: DrawClock, positions: Sequence[Position], variant: Variant) -> list[Run]:
    """List every time the clock reached its limit, in order of play."""
    found: list[Run] = []
    counted = since = reached = 0
    stands = is_fulfilled(clock.condition, positions[0], variant)
    for ply in range(1, len(positions)):
        stood, stands = stands, is_fulfilled(clock.condition, positions[ply], variant)
        events = events_between(positions[ply - 1], positions[ply])
        if not (stood and stands) or events & clock.reset:
            if reached:
                found.append(Run(since, reached, ply - 1))
            counted = reached = 0
            continue
        counted += 1
        if counted == 1:
            since = ply
        if counted == clock.limit:
            reached = ply
    if reached:
        found.append(Run(since, reached, len(positions) - 1))
    return found


@lru_cache(maxsize=64)
def _widest(clock: DrawClock) -> tuple[int, int]:
    """Give the most pieces altogether, and of the weaker side, with which the clock can run."""
    condition = clock.condition
    if condition is None:
        return 1000, 1000
    if not condition.stronger:
        return condition.most, condition.most
    weaker = max(sum(pattern) for pattern in condition.weaker)
    return max(sum(pattern) for pattern in condition.stronger) + weaker, weaker


def may_run(clock: DrawClock, plies: int, last: Position) -> bool:
    """Rule a clock out quickly: pieces only ever leave, so the last position tells the least."""
    if plies < clock.limit:
        return False
    if clock.condition is None:
        return True
    white_men, white_kings, black_men, black_kings, _ = last
    white = (white_men | white_kings).bit_count()
    black = (black_men | black_kings).bit_count()
    most, weaker = _widest(clock)
    return white + black <= most and min(white, black) <= weaker
