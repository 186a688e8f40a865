"""Lookup of a position: the value, the plies to the end, and the moves that preserve them.

Values missing from the marks are worked out by playing the moves: captures until none is left, and of
a won position the answers that lose.
"""

from functools import cache

from games.compiled import in_use
from games.endings import core
from games.endings.marks import DRAWN_MARK, LOST_MARK, WON_MARK, Marks, answerable, complete_up_to
from games.endings.pieces import Pieces
from games.endings.values import DRAWN, LOST_NOW, Probe, Value, best_code, probe_of
from games.rules import Move, Position, Variant, legal_moves, play
from games.rules.kernel import can_capture, list_captures, list_steps
from games.rules.moves import seen
from games.rules.tables import Tables

CACHE_SIZE = 20_000  # codes worked out and cached


class EndingTable:
    """Proved values of every position of a variant with few pieces."""

    def __init__(self, variant: Variant, marks: Marks) -> None:
        self.variant = variant
        self.most_pieces = complete_up_to(marks.slices)
        self._beyond = frozenset(one for one in answerable(marks.slices) if one.total > self.most_pieces)
        self.largest = max((one.total for one in self._beyond), default=self.most_pieces)
        self._marks = marks
        self._remembered: dict[View, int] = {}

    def covers(self, position: Position) -> bool:
        """Return True if the table has an answer: few enough pieces, or a slice beyond them that is there.

        With ``largest`` pieces or fewer it may have one, with more it never has.
        """
        total = sum(mask.bit_count() for mask in position[:4])
        if total <= self.most_pieces:
            return True
        return total <= self.largest and _pieces_of(*seen(position)) in self._beyond

    def probe(self, position: Position) -> Probe | None:
        """Return the value and the plies to the end, or None when there are too many pieces."""
        if not self.covers(position):
            return None
        return probe_of(self._code(*seen(position)))

    def value(self, position: Position) -> Value | None:
        """Return the value alone, which is cheaper; None when there are too many pieces."""
        if not self.covers(position):
            return None
        return Value(self._value(*seen(position)))

    def valued_moves(self, position: Position) -> list[tuple[Move, Probe]]:
        """Return every move with what it comes to for the side that makes it, the best first.

        Its distance counts from the position, with the move itself. Empty when there are too many
        pieces, or no move.
        """
        if not self.covers(position):
            return []
        moves = [
            (move, probe_of(best_code([self._code(*seen(play(position, move, self.variant)))])))
            for move in legal_moves(position, self.variant)
        ]
        return sorted(moves, key=lambda valued: (-valued[1].value, valued[1].value * valued[1].distance))

    def _code(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        key = (side, men, kings, enemy_men, enemy_kings)
        code = self._remembered.get(key)
        if code is None:
            code = self._compute_code(*key)
            if len(self._remembered) >= CACHE_SIZE:
                self._remembered.clear()
            self._remembered[key] = code
        return code

    def _compute_code(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        view = (side, men, kings, enemy_men, enemy_kings)
        if self._is_derived(*view):
            return best_code([self._code(*after) for after in successors(self.variant.tables, *view)])
        mark = self._mark(*view)
        if mark == DRAWN_MARK:
            return DRAWN
        if mark != WON_MARK:
            return 2 * (mark - LOST_MARK) + LOST_NOW
        lost = [after for after in successors(self.variant.tables, *view) if self._value(*after) < 0]
        return best_code([self._code(*after) for after in lost])

    def _value(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        """Return one for a win of the side to move, nought for a draw, minus one for a loss."""
        view = (side, men, kings, enemy_men, enemy_kings)
        code = self._remembered.get(view)
        if code is not None:
            return int(probe_of(code).value)
        if self._is_derived(*view):
            return max((-self._value(*after) for after in successors(self.variant.tables, *view)), default=-1)
        mark = self._mark(*view)
        return mark if mark < LOST_MARK else -1

    def _is_derived(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> bool:
        """Return True if no mark is stored: a side has no piece left, or there is a capture."""
        if not men | kings or not enemy_men | enemy_kings:
            return True
        return can_capture(self.variant.tables, side, men, kings, enemy_men, enemy_kings)

    def _mark(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        pieces = _pieces_of(side, men, kings, enemy_men, enemy_kings)
        number = slice_index(self.variant, pieces).number(side, men, kings, enemy_men, enemy_kings)
        return self._marks.mark(pieces, number)


def _pieces_of(_side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> Pieces:
    return Pieces(men.bit_count(), kings.bit_count(), enemy_men.bit_count(), enemy_kings.bit_count())


@cache
def slice_index(variant: Variant, pieces: Pieces) -> core.SliceIndex:
    """Return the numbering of a slice for looking up, made once."""
    return in_use(core.SliceIndex)(variant, pieces)


View = tuple[int, int, int, int, int]  # side to move, its men and kings, the enemy's men and kings


def successors(
    tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> list[View]:
    """Return the positions after each move, seen from the side then to move; captures only if any."""
    found: list[View] = []
    captures = list_captures(tables, side, men, kings, enemy_men, enemy_kings)
    for origin, destination, taken, _, _, is_king in captures:
        own_men, own_kings = men & ~origin, kings & ~origin
        if is_king:
            own_kings |= destination
        else:
            own_men |= destination
        found.append((1 - side, enemy_men & ~taken, enemy_kings & ~taken, own_men, own_kings))
    if captures:
        return found
    crown = tables.sides[side].crown
    for origin, destination in list_steps(tables, side, men, kings, enemy_men, enemy_kings):
        if origin & men and not destination & crown:
            found.append((1 - side, enemy_men, enemy_kings, men ^ origin ^ destination, kings))
        else:
            own_kings = (kings & ~origin) | destination
            found.append((1 - side, enemy_men, enemy_kings, men & ~origin, own_kings))
    return found
