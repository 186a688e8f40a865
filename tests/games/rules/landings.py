"""Leaves counted as kish 1.1 counts them: a capture once for every way to land between its pieces.

A king that takes two pieces in one line may stop on any square between them. That is one route in the words
of ``tests/data/SOURCES.md`` and one move in every law; kish (``examples/perft.rs``) lists it once a square.
"""

from collections import Counter

from comparing import board_of, generated_moves
from plain_rules import RULES, ways

from games.rules import legal_moves, perft, play


def has_a_king(position, variant):
    return bool(position.placement(variant)[1 + 2 * position.side])


def multiplied(position, variant):
    """The legal moves, each with the ways to land between its captures."""
    listed = legal_moves(position, variant)
    if not has_a_king(position, variant) or not any(move.captured for move in listed):
        return [(move, 1) for move in listed]
    told = ways(RULES[variant.key], board_of(position, variant), int(position.side))
    times = Counter((origin, end, frozenset(captured)) for origin, end, captured in told)
    assert times.keys() == generated_moves(position, variant)
    cell = variant.geometry.cell_of
    return [
        (move, times[cell(move.origin), cell(move.destination), frozenset(map(cell, move.captured))])
        for move in listed
    ]


def leaves_by_landings(position, variant, depth):
    """The leaves so many plies on, and how many of them the rules count; equal positions are walked once."""
    kish, rules = Counter({position: 1}), Counter({position: 1})
    for _ in range(depth - 1):
        following = Counter(), Counter()
        for here, times in kish.items():
            for move, landings in multiplied(here, variant):
                there = play(here, move, variant)
                following[0][there] += times * landings
                following[1][there] += rules[here]
        kish, rules = following
    by_landings = by_rules = 0
    for here, times in kish.items():
        leaves = perft(here, variant, 1)
        by_rules += rules[here] * leaves
        if has_a_king(here, variant):
            leaves = sum(landings for _, landings in multiplied(here, variant))
        by_landings += times * leaves
    return by_landings, by_rules
