"""Varma tables (FIDE C.05 annex 2): numbers drawn so that a federation's players do not meet late.

Two numbers of one envelope do not meet in the last three rounds of the Berger table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from tournaments.pairing.lots import Lots
from tournaments.pairing.refusals import NoVarmaTable
from tournaments.pairing.round_robin.schedule import table_size

# By even number of players. The row for 12 is printed as (6, 8, 12), (3, 11), although 6 and 12 meet in the
# last round: here 11 and 12 have changed places; every other row has the last number in its last envelope.
# The rows for 22 and 24 are unconfirmed: only their property was checked.
VARMA: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 11), (3, 12)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: ((6, 7, 8, 9, 10, 11, 19, 20, 21, 22), (1, 2, 3, 4, 13, 14, 15, 16, 17), (12, 18, 23), (5, 24)),
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """Player who draws a number; `key` is the section's key of the player."""

    key: int
    name: str
    federation: str


@dataclass(frozen=True, slots=True)
class VarmaDraw:
    """Numbers drawn by key, and the federations for which no envelope had room."""

    numbers: dict[int, int]
    split: tuple[str, ...]


def draw_numbers(entrants: Sequence[Entrant], seed: int) -> VarmaDraw:
    """Draw every number: the largest federations first, then by code; within a federation by name."""
    players = len(entrants)
    if table_size(players) not in VARMA:
        raise NoVarmaTable(players=players)
    lots = Lots(seed)
    envelopes = [
        [number for number in numbers if number <= players] for numbers in VARMA[table_size(players)]
    ]
    numbers: dict[int, int] = {}
    split = []
    contingents = _contingents(entrants)
    for at, contingent in enumerate(contingents):
        sizes = tuple(len(each) for each in contingents[at:])
        chosen = _choose_envelope(lots, envelopes, sizes)
        if chosen is None:
            split.append(contingent[0].federation)
        for entrant in contingent:
            envelope = envelopes[chosen] if chosen is not None else max(envelopes, key=len)
            number = lots.one_of(envelope)
            envelope.remove(number)
            numbers[entrant.key] = number
    return VarmaDraw(numbers, tuple(split))


def _contingents(entrants: Sequence[Entrant]) -> list[list[Entrant]]:
    by_federation: dict[str, list[Entrant]] = {}
    for entrant in sorted(entrants, key=lambda each: (each.name, each.key)):
        by_federation.setdefault(entrant.federation, []).append(entrant)
    return sorted(by_federation.values(), key=lambda group: (-len(group), group[0].federation))


def _choose_envelope(lots: Lots, envelopes: list[list[int]], sizes: tuple[int, ...]) -> int | None:
    """Return an envelope with enough numbers, by lot; prefer one that leaves room for those who follow."""
    room = [len(envelope) for envelope in envelopes]
    enough = [at for at, free in enumerate(room) if free >= sizes[0]]
    kind = [at for at in enough if _all_fit(sizes[1:], _take_places(room, at, sizes[0]))]
    return lots.one_of(kind or enough) if enough else None


def _take_places(room: Sequence[int], at: int, many: int) -> tuple[int, ...]:
    return tuple(sorted(free - many if place == at else free for place, free in enumerate(room)))


@cache
def _all_fit(sizes: tuple[int, ...], room: tuple[int, ...]) -> bool:
    """Return whether every federation still finds an envelope large enough."""
    return not sizes or any(
        _all_fit(sizes[1:], _take_places(room, at, sizes[0]))
        for at, free in enumerate(room)
        if free >= sizes[0]
    )
