"""Positions drawn by lot, from nearly empty to crowded boards, and what a generator says of them."""

import random

from games.rules import Variant

PIECES = (3, 6, 10, 14, 20, 26)
SHARES_OF_KINGS = (0, 0.2, 0.5)


def random_view(variant: Variant, lots: random.Random) -> tuple[int, int, int, int, int]:
    """A side to move with its men and kings and the enemy's; no man stands where it is crowned."""
    bits = variant.geometry.bits[1:]
    side = lots.randrange(2)
    share = lots.choice(SHARES_OF_KINGS)
    masks = [0, 0, 0, 0]
    for bit in lots.sample(bits, min(lots.choice(PIECES), len(bits) - 2)):
        is_enemy = lots.random() < 0.5
        is_king = lots.random() < share or bit & variant.tables.crown[side ^ is_enemy] != 0
        masks[2 * is_enemy + is_king] |= bit
    return side, masks[0], masks[1], masks[2], masks[3]


def generator_output(generator, view: tuple[int, int, int, int, int], plies: int = 1) -> tuple[object, ...]:
    """Everything that a generator says of a position, in its own order; leaves that many plies deep."""
    _, men, kings, _, enemy_kings = view
    captures = generator.list_captures(*view)
    by_piece = []
    pieces = men | kings
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        by_piece += generator.captures_of(piece, *view)
    return (
        generator.can_capture(*view),
        generator.count_steps(*view),
        generator.list_steps(*view),
        captures,
        by_piece,
        [generator.ranks(capture, kings, enemy_kings) for capture in by_piece],
        [
            generator.count(depth, *view, by_result)
            for depth in range(1, plies + 1)
            for by_result in (False, True)
        ],
    )


def move_output(generator, view: tuple[int, int, int, int, int]) -> tuple[object, ...]:
    """What a generator says of the legal moves alone."""
    return (
        generator.list_captures(*view),
        generator.list_steps(*view),
        generator.can_capture(*view),
        generator.count_steps(*view),
        generator.count(1, *view, False),
    )
