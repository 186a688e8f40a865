"""Identity of positions: 63-bit keys of variant, pieces and side to move, and codes of moves.

A key is the exclusive or of a random number for each piece on its square (Zobrist, 1970). A move changes two
or three of them. The numbers are digests of their names: they are the same in every process and on every
machine. At 60 million positions the chance that any two keys are equal is 1 in 5,000.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

from games.rules import Move, Position, Side, Variant

KINDS: Final = 4  # in the order of the masks of a position: white man, white king, black man, black king
SQUARES: Final = 128  # of a code; the largest board has 72
TAKEN: Final = 3
MATERIAL_BITS: Final = 4  # a count of pieces in an ending


class PieceKeys(NamedTuple):
    """The numbers of a variant: of an empty board, of Black to move, and of each kind on each square."""

    empty: int
    black_to_move: int
    pieces: tuple[tuple[int, ...], ...]
    material: int


def digest(*parts: object) -> int:
    """Return 63 bits of the names: a positive number for a column of either database."""
    text = ":".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> 1


def piece_keys(variant: Variant) -> PieceKeys:
    """Return the numbers of a variant."""
    return _piece_keys(variant.key, variant.geometry.squares)


@lru_cache(maxsize=64)
def _piece_keys(variant: str, squares: int) -> PieceKeys:
    """Return the numbers by the key of the variant: hashing all its facts takes longer than a game."""
    return PieceKeys(
        digest(variant),
        digest(variant, "black to move"),
        tuple(tuple(digest(variant, kind, square) for square in range(squares + 1)) for kind in range(KINDS)),
        digest(variant, "material") >> KINDS * MATERIAL_BITS << KINDS * MATERIAL_BITS,
    )


def position_key(position: Position, variant: Variant) -> int:
    """Return the key of a position."""
    keys = piece_keys(variant)
    key = keys.empty ^ (keys.black_to_move if position.side is Side.BLACK else 0)
    for kind, squares in enumerate(position.placement(variant)):
        for square in squares:
            key ^= keys.pieces[kind][square]
    return key


def move_code(origin: int, destination: int, captured: tuple[int, ...]) -> int:
    """Return the code of a move, up to 27,863.

    The squares taken off distinguish most captures with the same ends. The few others count as one move.
    """
    return (origin * SQUARES + destination) * TAKEN + sum(captured) % TAKEN


def code_of(move: Move) -> int:
    """Return the code of a legal move."""
    return move_code(move.origin, move.destination, move.captured)


def edge_key(position: int, code: int, club: int) -> int:
    """Return the key of a move from a position in the archive of a club."""
    return position ^ club_key(club) ^ _code_key(code)


@lru_cache(maxsize=1024)
def club_key(club: int) -> int:
    """Return the number of a club."""
    return digest("club", club)


@lru_cache(maxsize=30_000)
def _code_key(code: int) -> int:
    return digest("move", code)


def material_key(counts: Iterable[int], variant: Variant) -> int:
    """Return the key of so many white men, white kings, black men and black kings, at most 15 of each."""
    key = 0
    for count in counts:
        key = key << MATERIAL_BITS | count
    return piece_keys(variant).material | key
