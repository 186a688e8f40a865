"""The rules once more, on rows and columns: slow, short, and without anything of ``games.rules``.

Every rule set is stated again, from the rule texts and not from the facts of the program, and moves are
found by walking the board cell by cell. What both say in a random position was written down twice.
A cell is (row, column), row 0 at the top with White at the bottom. A move is
(origin, destination, captured cells).
"""

from dataclasses import dataclass, replace
from itertools import takewhile

WHITE, BLACK = 0, 1
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
OVER_LIGHT = ((-2, 0), (0, -2), (0, 2), (2, 0))  # along rows and columns of a board of one colour


@dataclass(frozen=True)
class Rules:
    """One rule set. Each default is the commonest rule."""

    rows: int = 8
    columns: int = 8
    steps: tuple = DIAGONAL
    jumps: tuple = DIAGONAL
    king_flies: bool = True
    men_jump_backward: bool = False
    men_take_kings: bool = True
    on_the_last_row: str = "stops"  # "stops", "passes" as a man, "crowned" and goes on as a king
    lands: str = "anywhere"  # "behind" the captured piece, "behind a king" at the end of the move
    lifted_at_once: bool = False
    turns_round: bool = True
    first: tuple = ()  # names of what decides among captures
    captures_are_optional: bool = False  # only in faults of other programs, as is the next
    kings_step_over_pieces: bool = False


ENGLISH = Rules(king_flies=False)
ITALIAN = replace(ENGLISH, men_take_kings=False, first=("number", "with a king", "kings", "king early"))
SPANISH = Rules(first=("number", "kings"))
POOL = Rules(men_jump_backward=True, on_the_last_row="passes")
BRAZILIAN = replace(POOL, first=("number",))
RUSSIAN = replace(POOL, on_the_last_row="crowned")
INTERNATIONAL = replace(BRAZILIAN, rows=10, columns=10)
FRISIAN = replace(INTERNATIONAL, jumps=DIAGONAL + OVER_LIGHT, first=("value", "with a king"))
RULES = {
    "english": ENGLISH,
    "italian": ITALIAN,
    "spanish": SPANISH,
    "portuguese": SPANISH,
    "czech": Rules(first=("with a king",)),
    "thai": Rules(lands="behind", lifted_at_once=True),
    "pool": POOL,
    "jamaican_pool": POOL,
    "unified_pool": POOL,
    "brazilian": BRAZILIAN,
    "russian": RUSSIAN,
    "spantsiretti": replace(RUSSIAN, columns=10),
    "international": INTERNATIONAL,
    "breakthrough": INTERNATIONAL,
    "antidraughts": INTERNATIONAL,
    "killer": replace(INTERNATIONAL, lands="behind a king"),
    "canadian": replace(INTERNATIONAL, rows=12, columns=12),
    "frisian": FRISIAN,
    "frysk": FRISIAN,
    "turkish": Rules(
        steps=STRAIGHT,
        jumps=STRAIGHT,
        on_the_last_row="passes",
        lifted_at_once=True,
        turns_round=False,
        first=("number",),
    ),
}


def forward(direction, side):
    return direction[0] < 0 if side == WHITE else direction[0] > 0


def may_step(rules, direction, side, *, is_king):
    return is_king or forward(direction, side) or (rules.steps is STRAIGHT and direction[0] == 0)


def may_jump(rules, direction, side, *, is_king):
    return rules.men_jump_backward or may_step(rules, direction, side, is_king=is_king)


def inside(rules, cell):
    return 0 <= cell[0] < rules.rows and 0 <= cell[1] < rules.columns


def ahead(rules, cell, direction):
    """The cells from here to the edge."""
    found = []
    while inside(rules, cell := (cell[0] + direction[0], cell[1] + direction[1])):
        found.append(cell)
    return found


def legs(rules, board, cell, side, taken, came, *, is_king):
    """Each first capture from here: its direction, the captured cell, the cells where it may land."""
    standing = board.keys() - set(taken) if rules.lifted_at_once else board.keys()
    flies = is_king and rules.king_flies
    for direction in rules.jumps:
        turns_round = came == (-direction[0], -direction[1])
        if not may_jump(rules, direction, side, is_king=is_king) or (turns_round and not rules.turns_round):
            continue
        way = ahead(rules, cell, direction)
        met = next((i for i, here in enumerate(way) if here in standing), None)
        if met is None or (met and not flies) or not may_take(rules, board[way[met]], side, is_king=is_king):
            continue
        landings = list(takewhile(lambda here: here not in standing, way[met + 1 :]))
        if landings and way[met] not in taken:
            yield direction, way[met], landings if flies and rules.lands != "behind" else landings[:1]


def may_take(rules, piece, side, *, is_king):
    other_side, other_king = piece
    return other_side != side and (is_king or rules.men_take_kings or not other_king)


def captures_from(rules, board, cell, side, taken=(), came=None, *, is_king):
    """Every way to go on capturing from here to the end: (destination, captured cells in order)."""
    last_row = 0 if side == WHITE else rules.rows - 1
    for direction, over, landings in legs(rules, board, cell, side, taken, came, is_king=is_king):
        now = (*taken, over)
        ends, further = [], []
        for landing in landings:
            crowned = not is_king and landing[0] == last_row
            if crowned and rules.on_the_last_row == "stops":
                ends.append((landing, now))
                continue
            king = is_king or (crowned and rules.on_the_last_row == "crowned")
            more = list(captures_from(rules, board, landing, side, now, direction, is_king=king))
            further += more
            if not more:
                ends.append((landing, now))
        if further:
            yield from further
        elif is_king and rules.lands == "behind a king" and board[over][1]:
            yield from ends[:1]
        else:
            yield from ends


def worth(name, board, move):
    """How much a capture counts by one rule of priority; the larger must be chosen."""
    origin, _, captured = move
    kings = sum(board[cell][1] for cell in captured)
    if name == "number":
        return len(captured)
    if name == "value":  # a king is worth a little less than two men
        return (len(captured) + kings, -kings)
    if name == "value, added up in fractions":
        value = 0.0
        for cell in captured:
            value += 1.501 if board[cell][1] else 1.0
        return value
    if name == "with a king":
        return board[origin][1]
    if name == "kings":
        return kings
    return [board[cell][1] for cell in captured]  # the king met earliest


def moves(rules, board, side):
    """The legal moves; ``board`` maps a cell to (side, is it a king)."""
    return {(origin, end, frozenset(captured)) for origin, end, captured in ways(rules, board, side)}


def ways(rules, board, side):
    """The same, a move as often as there are ways to land between its captures."""
    found = []
    for origin, (owner, is_king) in board.items():
        if owner == side:
            others = {cell: piece for cell, piece in board.items() if cell != origin}
            captures = captures_from(rules, others, origin, side, is_king=is_king)
            found += [(origin, destination, captured) for destination, captured in captures]
    for name in rules.first:
        if found:
            best = max(worth(name, board, move) for move in found)
            found = [move for move in found if worth(name, board, move) == best]
    if not found or rules.captures_are_optional:
        found += [(*step, ()) for step in quiet(rules, board, side)]
    return found


def quiet(rules, board, side):
    for origin, (owner, is_king) in board.items():
        if owner != side:
            continue
        for direction in rules.steps:
            if may_step(rules, direction, side, is_king=is_king):
                way = ahead(rules, origin, direction)
                for cell in way if is_king and rules.king_flies else way[:1]:
                    if cell not in board:
                        yield origin, cell
                    elif not (is_king and rules.kings_step_over_pieces):
                        break
