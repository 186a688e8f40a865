"""Positions and moves in the words that ``plain_rules`` and other programs share.

A position is written as the side to move and a letter a square, row by row from the top left: ``w`` and ``b``
for men, capitals for kings, ``e`` for empty; a move is [origin, destination, captured] in places of it.
"""

from known_faults import fault_of
from plain_rules import RULES, moves

from games.rules import legal_moves

LETTERS = "wWbB"


def board_of(position, variant):
    """The board of ``plain_rules``: cell to (side, is it a king)."""
    cell = variant.geometry.cell_of
    return {
        cell(square): (kind // 2, kind % 2 == 1)
        for kind, squares in enumerate(position.placement(variant))
        for square in squares
    }


def cells(variant):
    """The playing cells, row by row from the top left."""
    return sorted(variant.geometry.cell_of(square) for square in range(1, variant.geometry.squares + 1))


def written(position, variant):
    """The position as other programs are asked about it."""
    board = board_of(position, variant)
    letters = {cell: LETTERS[2 * side + is_king] for cell, (side, is_king) in board.items()}
    return "WB"[position.side] + "".join(letters.get(cell, "e") for cell in cells(variant))


def generated_moves(position, variant):
    """This program's moves: (origin, destination, captured) in cells."""
    cell = variant.geometry.cell_of
    return {
        (cell(move.origin), cell(move.destination), frozenset(map(cell, move.captured)))
        for move in legal_moves(position, variant)
    }


def plain_moves(position, variant):
    """The moves by the rules written again."""
    return moves(RULES[variant.key], board_of(position, variant), int(position.side))


def listed_moves(listed, variant):
    """The moves that another program listed, in cells."""
    at = cells(variant)
    return {
        (at[origin], at[end], frozenset(at[place] for place in captured)) for origin, end, captured in listed
    }


def is_explained(program, position, variant, theirs):
    """Whether moves that differ from ours are exactly those of a known fault of the program."""
    fault = fault_of(program, variant.key)
    return fault is not None and theirs == moves(fault.rules, board_of(position, variant), int(position.side))
