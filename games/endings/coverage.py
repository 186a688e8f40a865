"""Variants that can have tables, and the rules by which a table was made."""

import hashlib
import json
from enum import Enum
from functools import cache

from games.endings.errors import NoEndings
from games.endings.pieces import MAX_PIECES, pairs_of
from games.rules import Geometry, Goal, Variant, fact_texts
from games.rules.house_facts import OF_THE_START, facts_stated

MAX_PLACEMENTS = 250_000_000
"""What a table may have that is built on demand: five pieces on 8 x 8 squares, half a gigabyte of memory."""

WORD = 64  # bits that a board may have, ghost bits counted


def obstacle(variant: Variant) -> str:
    """Return the code of the obstacle to a table, or nothing (``NoEndings`` lists the codes)."""
    if variant.goal is not Goal.BLOCK:
        return "other_goal"
    if variant.king_moves_in_a_row:
        return "rules_with_memory"
    if variant.geometry.full.bit_length() > WORD:
        return "board_too_large"
    return ""


def require_tables(variant: Variant) -> None:
    """Refuse a variant that has no tables."""
    if code := obstacle(variant):
        raise NoEndings(code, variant=variant.key)


def can_be_built(variant: Variant, pieces: int) -> bool:
    """Return True if a table with so many pieces is small enough to be built on demand."""
    if obstacle(variant) or pieces > MAX_PIECES:
        return False
    return placements_of(variant, pieces) <= MAX_PLACEMENTS


@cache
def placements_of(variant: Variant, pieces: int) -> int:
    """Return how many placements of so many pieces have both sides on the board."""
    return sum(one.placements(variant) for pair in pairs_of(pieces) for one in pair)


def rules_digest(variant: Variant) -> str:
    """Return a digest of the facts that decide who wins, the board included: SHA-256 in hexadecimal.

    The facts are those that pin rules of a house, but for the start and the name of the board. How squares
    are numbered is none of them: a table counts places by where they lie.
    """
    facts = {
        name: _plain(getattr(variant, name))
        for name in facts_stated(fact_texts(variant))
        if name not in OF_THE_START and name != "geometry"
    }
    text = json.dumps({**facts, "board": _board(variant.geometry)}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _board(geometry: Geometry) -> list[int | bool]:
    return [geometry.width, geometry.height, geometry.is_mirrored, geometry.uses_every_cell]


def _plain(fact: object) -> object:
    if isinstance(fact, Enum):
        return fact.value
    return [_plain(each) for each in fact] if isinstance(fact, tuple) else fact
