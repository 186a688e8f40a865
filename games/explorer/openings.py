"""Names of openings: the ballots of the decks, by the position in which play begins."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from games.ballots import DECKS
from games.explorer.position_keys import position_key
from games.explorer.selectors.walk import Walk
from games.rules import VARIANTS, Position

NOTHING: Final[Mapping[int, "Opening"]] = MappingProxyType({})


class Opening(NamedTuple):
    """A ballot: its deck, its number, and the text of its card."""

    deck: str
    number: int
    label: str


def opening_of(line: Walk) -> Opening | None:
    """Return the opening that a line reached last, however it was reached."""
    known = _openings(line.variant.key)
    for position in reversed(line.positions) if known else ():
        found = known.get(position_key(position, line.variant))
        if found is not None:
            return found
    return None


@lru_cache(maxsize=64)
def _openings(key: str) -> Mapping[int, Opening]:
    """Return the ballots of the decks for a variant; where two decks have a position, the first names it."""
    variant = VARIANTS.get(key)
    if variant is None:
        return NOTHING
    found: dict[int, Opening] = {}
    for deck in DECKS.values():
        if key in deck.variants:
            for ballot in deck.ballots:
                position = Position.from_fen(ballot.fen, variant)
                found.setdefault(
                    position_key(position, variant), Opening(deck.key, ballot.number, ballot.label)
                )
    return MappingProxyType(found)
