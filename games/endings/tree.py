"""Positions of one search: their successors, and the winners known from a table or the rules.

Everything here is true of the position itself, for any moves before it; what depends on the way to
a position is never stored.
"""

from typing import Final, Protocol

from games.endings.values import Probe, Value
from games.rules import Goal, Position, Side, Variant
from games.rules.kernel import list_captures, list_steps

NOBODY: Final = 2
"""The winner of a position that is drawn; the others are the two sides."""


class Table(Protocol):
    """Methods of an endgame table that the search uses."""

    largest: int  # with more pieces it never has an answer

    def value(self, position: Position) -> Value | None:
        """Return the value of a position, None where the table does not reach."""

    def probe(self, position: Position) -> Probe | None:
        """Return the same with the plies to the end, which costs more."""


class TreeFull(Exception):
    """The search may look at no more positions."""


def successors(position: Position, variant: Variant) -> tuple[Position, ...]:
    """Return every position that one legal move leads to, once; none when the side to move has lost."""
    white_men, white_kings, black_men, black_kings, side = position
    if side:
        men, kings, enemy_men, enemy_kings = black_men, black_kings, white_men, white_kings
    else:
        men, kings, enemy_men, enemy_kings = white_men, white_kings, black_men, black_kings
    tables = variant.tables
    found = []
    captures = list_captures(tables, side, men, kings, enemy_men, enemy_kings)
    if captures:
        for origin, destination, taken, _, _, is_king in captures:
            left_men, left_kings = men & ~origin, kings & ~origin
            if is_king:
                left_kings |= destination
            else:
                left_men |= destination
            found.append((left_men, left_kings, enemy_men & ~taken, enemy_kings & ~taken))
        found = list(dict.fromkeys(found))
    else:
        crown = tables.sides[side].crown
        for origin, destination in list_steps(tables, side, men, kings, enemy_men, enemy_kings):
            if origin & men and not destination & crown:
                found.append((men ^ origin ^ destination, kings, enemy_men, enemy_kings))
            else:
                found.append((men & ~origin, (kings & ~origin) | destination, enemy_men, enemy_kings))
    if side:
        return tuple([Position(ours, theirs, a, b, Side.WHITE) for a, b, ours, theirs in found])
    return tuple([Position(a, b, ours, theirs, Side.BLACK) for a, b, ours, theirs in found])


class Tree:
    """Positions looked at, bounded in number; both questions of a search share one."""

    def __init__(self, variant: Variant, table: Table | None, *, most_positions: int) -> None:
        self.variant = variant
        self.table = table
        self.reach = table.largest if table is not None else 0
        self.most_positions = most_positions
        self._loser_wins = variant.goal is Goal.LOSE_ALL
        self._is_race = variant.goal is Goal.FIRST_KING
        self._next: dict[Position, tuple[Position, ...]] = {}
        self._winners: dict[Position, int] = {}
        self._distances: dict[Position, int] = {}

    def __len__(self) -> int:
        return len(self._next)

    def next_of(self, position: Position) -> tuple[Position, ...]:
        """Return the successors of a position; record the winners known from the table or the rules."""
        known = self._next.get(position)
        if known is not None:
            return known
        if len(self._next) >= self.most_positions:
            raise TreeFull
        found = successors(position, self.variant)
        self._next[position] = found
        if not found:
            self._winners[position] = self._winner_without_a_move(position.side)
        for one in found:
            self.look_up(one)
        return found

    def winner(self, position: Position) -> int | None:
        """Return the winner by the table or the rules, NOBODY for a draw, None where neither decides."""
        return self._winners.get(position)

    def look_up(self, position: Position) -> None:
        """Record the value that the table gives a position, or that a side has no piece left."""
        white_men, white_kings, black_men, black_kings, side = position
        own, enemy = (
            (black_men | black_kings, white_men | white_kings)
            if side
            else (white_men | white_kings, black_men | black_kings)
        )
        if not own:
            self._winners[position] = self._winner_without_a_move(side)
            return
        if self._is_race and white_kings != black_kings:
            self._winners[position] = Side.WHITE if white_kings else Side.BLACK
            return
        if self.table is None or position in self._winners:
            return
        if (own | enemy).bit_count() > self.reach:
            return
        value = self.table.value(position)
        if value is not None:
            self._winners[position] = (
                NOBODY if value is Value.DRAW else side if value is Value.WIN else 1 - side
            )

    def _winner_without_a_move(self, side: int) -> int:
        return side if self._loser_wins else 1 - side

    def distance(self, position: Position) -> int:
        """Return the plies to the end of a position whose winner is known."""
        found = self._distances.get(position)
        if found is None:
            reached = sum(mask.bit_count() for mask in position[:4]) <= self.reach
            probe = self.table.probe(position) if self.table is not None and reached else None
            found = self._distances[position] = probe.distance if probe is not None else 0
        return found
