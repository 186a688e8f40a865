"""The hottest loop of reading and judging, one turn a half-move; compiled where make finds a compiler.

It stops at the first half-move that is not plain (illegal, ambiguous, written in parts, on squares the board
has not), from where walk.py goes on. Only the moving piece is looked at. A step is legal when its piece may
make it, its way is free and nothing has to be captured. A capture is legal when it is the only one between
its ends and its path, where one is written, is complete.
"""

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from games.laws.meanings import Meanings
from games.rules import Geometry, Move, Position, Side
from games.rules.kernel import RawCapture
from games.rules.moves import capture_move
from games.rules.tables import Tables

if TYPE_CHECKING:
    from games.compiled import cython
else:
    try:
        import cython
    except ModuleNotFoundError:
        from games.compiled import cython
if cython.compiled:
    from cython.cimports.games.compiled.bits import Mask
else:
    from games.compiled.bits import Mask

MAY_REPEAT_AFTER = 4  # half-moves in a row that can be taken back: each side there and back
EITHER_SIDE = 3  # of by_men: a step sideways, which a man can take back
MOST_CAPTURES = 20_000
WHITE, BLACK = Side.WHITE, Side.BLACK
_new = tuple.__new__  # a named tuple without the keyword handling of its constructor
_known: dict[tuple[Geometry, RawCapture], Move] = {}


def play_written(  # noqa: C901, PLR0912, PLR0915 - one loop with hardly a call
    tables: Tables, geometry: Geometry, start: Position, written: Iterable[Hashable], meaning_of: Meanings
) -> tuple[list[Position], list[Move], bool, bool]:
    """Positions, moves, whether the end was reached, and whether a position may have come back."""
    list_captures = tables.generator.list_captures
    none: list[RawCapture] = []
    board: Mask = tables.board
    takes_kings: cython.bint = tables.men_take_kings
    men: Mask = start[0]
    kings: Mask = start[1]
    enemy_men: Mask = start[2]
    enemy_kings: Mask = start[3]
    side: cython.int = start[4]
    if side:
        men, kings, enemy_men, enemy_kings = enemy_men, enemy_kings, men, kings
    origin: Mask
    destination: Mask
    between: Mask
    enemy: Mask
    empty: Mask
    prey: Mask
    jumpers: Mask
    taken: Mask
    by_men: cython.int
    shift: cython.int
    is_king: cython.bint
    returning: cython.int = 0
    is_whole: bool = False
    may_repeat: bool = False
    positions: list[Position] = [start]
    moves: list[Move] = []
    for word in written:
        meaning = meaning_of[word]
        if meaning is None:
            continue
        origin, destination, between, by_men, move, route = meaning
        own = tables.sides[side]
        enemy = enemy_men | enemy_kings
        empty = board ^ (men | kings | enemy)
        prey = enemy if takes_kings else enemy_men
        jumpers = 0
        for shift in own.jump_left:
            jumpers |= (prey & (empty >> shift)) >> shift
        for shift in own.jump_right:
            jumpers |= (prey & (empty << shift)) << shift
        captures = none
        if jumpers & men or kings:
            captures = list_captures(side, men, kings, enemy_men, enemy_kings)
        if captures:
            raw = _only_capture(captures, origin, destination)
            if raw is None:
                break
            move = _known.get((geometry, raw)) or _capture(geometry, raw)
            if route is not None and route != move[3]:
                break
            taken = raw[2]
            enemy_men &= ~taken
            enemy_kings &= ~taken
            is_king = raw[5]
            returning = 0
        elif move is None or (destination | between) & ~empty:
            break
        elif origin & men:
            if not by_men >> side & 1:
                break
            is_king = destination & own.crown != 0
            returning = returning + 1 if by_men == EITHER_SIDE else 0
        elif origin & kings:
            is_king = True
            returning += 1
        else:
            break
        if returning >= MAY_REPEAT_AFTER:
            may_repeat = True
        men &= ~origin
        kings &= ~origin
        if is_king:
            kings |= destination
        else:
            men |= destination
        men, kings, enemy_men, enemy_kings = enemy_men, enemy_kings, men, kings
        side = 1 - side
        if side:
            position = _new(Position, (enemy_men, enemy_kings, men, kings, BLACK))
        else:
            position = _new(Position, (men, kings, enemy_men, enemy_kings, WHITE))
        positions.append(position)
        moves.append(move)
    else:
        is_whole = True
    return positions, moves, is_whole, may_repeat


def _only_capture(captures: list[RawCapture], origin: Mask, destination: Mask) -> RawCapture | None:
    """Return the capture with these ends, when there is exactly one."""
    found = None
    for raw in captures:
        if raw[0] == origin and raw[1] == destination:
            if found is not None:
                return None
            found = raw
    return found


def _capture(geometry: Geometry, raw: RawCapture) -> Move:
    """Return the capture in squares; what has been asked for once is remembered."""
    if len(_known) >= MOST_CAPTURES:
        _known.clear()
    move = _known[geometry, raw] = capture_move(geometry, raw)
    return move
