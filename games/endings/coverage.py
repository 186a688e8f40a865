"""Which variants can have tables, and by which rules a table was made."""

import hashlib
import json
from dataclasses import fields
from enum import Enum

from games.endings.errors import NoEndings
from games.rules import Geometry, Goal, Variant

WORD = 64  # bits that a board may have, ghost bits counted
# What a variant states beside the rules that decide who wins a position.
NO_RULE_OF_PLAY = frozenset(
    {
        *("key", "name", "pdn_type", "game_type", "first_to_move", "rows_of_men", "empty_rows_behind"),
        *("uses_letters", "capture_sign", "result_family", "articles", "unconfirmed", "tables", "geometry"),
    }
)


def obstacle(variant: Variant) -> str:
    """The code of what stands in the way of a table, or nothing (``NoEndings`` lists the codes)."""
    if variant.goal is not Goal.BLOCK:
        return "other_goal"
    if variant.king_moves_in_a_row:
        return "rules_with_memory"
    if variant.geometry.full.bit_length() > WORD:
        return "board_too_large"
    return ""


def insist_on_table(variant: Variant) -> None:
    """Refuse a variant that has no tables."""
    if code := obstacle(variant):
        raise NoEndings(code, variant=variant.key)


def rules_digest(variant: Variant) -> str:
    """A digest of the facts that decide who wins a position, the board included: SHA-256 in hexadecimal.

    How squares are numbered is none of them: a table counts places by where they lie.
    """
    facts = {
        field.name: _plain(getattr(variant, field.name))
        for field in fields(Variant)  # what a house variant adds is no rule of play
        if field.name not in NO_RULE_OF_PLAY
    }
    told = json.dumps({**facts, "board": _board(variant.geometry)}, sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def _board(geometry: Geometry) -> list[int | bool]:
    return [geometry.width, geometry.height, geometry.is_mirrored, geometry.uses_every_cell]


def _plain(fact: object) -> object:
    if isinstance(fact, Enum):
        return fact.value
    return [_plain(each) for each in fact] if isinstance(fact, tuple) else fact
