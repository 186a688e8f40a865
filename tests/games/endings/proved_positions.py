"""What the tests of the search share: the shipped table made smaller, and positions drawn from a seed."""

import random

from games.endings import open_table
from games.rules import VARIANTS, Position, Side

ENGLISH = VARIANTS["english"]
SHIPPED = open_table(ENGLISH)


class UpTo:
    """A table that pretends to know fewer pieces than it does."""

    def __init__(self, table, most_pieces):
        self.table, self.most_pieces, self.largest = table, most_pieces, most_pieces

    def value(self, position):
        return self.table.value(position) if pieces(position) <= self.most_pieces else None

    def probe(self, position):
        return self.table.probe(position) if pieces(position) <= self.most_pieces else None


def pieces(position):
    return sum(mask.bit_count() for mask in position[:4])


def position(fen, variant=ENGLISH):
    return Position.from_fen(fen, variant)


def drawn_positions(count, *, most, seed, variant=ENGLISH):
    """Positions with both sides on the board, three to ``most`` pieces, men where men can stand."""
    chance = random.Random(seed)  # noqa: S311 - the same positions every time
    geometry, sides = variant.geometry, variant.tables.sides
    for _ in range(count):
        number = chance.randint(3, most)
        squares = chance.sample(range(1, geometry.squares + 1), number)
        whites = chance.randint(1, number - 1)
        masks = [0, 0, 0, 0]
        for nth, square in enumerate(squares):
            side, bit = int(nth >= whites), geometry.bits[square]
            is_king = chance.random() < 0.4 or bit & sides[side].crown
            masks[2 * side + bool(is_king)] |= bit
        yield Position(*masks, Side(chance.randint(0, 1)))
