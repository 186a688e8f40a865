"""Position: the pieces on the squares and the side to move."""

from typing import NamedTuple

from games.rules.fen import Placement, format_fen, parse_fen
from games.rules.tables import Variant
from games.rules.variant_facts import Side


class Position(NamedTuple):
    """Four masks with a bit a square (``geometry.py``) and the side to move; a value that can be hashed."""

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    side: Side

    @classmethod
    def start(cls, variant: Variant) -> "Position":
        """Return the position in which a game of this variant begins."""
        white, black = variant.tables.sides
        return cls(white.start, 0, black.start, 0, variant.first_to_move)

    @classmethod
    def from_fen(cls, text: str, variant: Variant) -> "Position":
        """Return the position that a FEN describes; raises FenError when it describes none.

        Without a side to move ("?") the side that begins a game of the variant has the move.
        """
        reading = parse_fen(text, variant.geometry)
        side = variant.first_to_move if reading.side is None else reading.side
        return cls.from_placement(reading.placement, side, variant)

    @classmethod
    def from_placement(cls, placement: Placement, side: Side, variant: Variant) -> "Position":
        """Return the position with these pieces; a man on its crowning row is a king already (SL-M17)."""
        bits = variant.geometry.bits
        masks = [sum(bits[square] for square in squares) for squares in placement]
        for own, tables in ((0, variant.tables.sides[0]), (2, variant.tables.sides[1])):
            crowned = masks[own] & tables.crown
            masks[own] ^= crowned
            masks[own + 1] |= crowned
        return cls(masks[0], masks[1], masks[2], masks[3], side)

    def placement(self, variant: Variant) -> Placement:
        """Return the squares of each kind of piece, lowest first."""
        bits = variant.geometry.bits
        squares = range(1, variant.geometry.squares + 1)
        return Placement(*(tuple(s for s in squares if bits[s] & mask) for mask in self[:4]))

    def to_fen(self, variant: Variant) -> str:
        """Return the FEN tag value in the variant's own square names, without spaces or final dot."""
        return format_fen(self.side, self[:4], variant.geometry, in_letters=variant.uses_letters)
