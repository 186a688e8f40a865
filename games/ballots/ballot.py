"""Ballots, which are openings that can be drawn, and the deck they belong to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType


class Status(Enum):
    """Status of a ballot in the draw."""

    IN_PLAY = "in_play"
    BARRED = "barred"  # the deck has the number, but it is not played
    NOT_STATED = "not_stated"  # some positions of the deck lose at once; there is no list of them here


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """One opening: the men taken off before it, its moves, and the position (FEN) in which play begins."""

    deck: str
    number: int  # within the deck, from 1
    label: str  # text of the card
    moves: tuple[str, ...]
    fen: str
    status: Status
    removed: tuple[int, ...] = ()
    groups: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True, kw_only=True)
class Deck:
    """Deck: ballots that are drawn together, with the variants they fit and their source.

    They are built on first use: most processes never use them.
    """

    key: str  # stored with every draw; never renamed
    variants: tuple[str, ...]
    source: str
    lay_out: Callable[[], Iterable[Ballot]] = field(repr=False)

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """The ballots in the order of their numbers."""
        return tuple(self.lay_out())

    @cached_property
    def by_number(self) -> Mapping[int, Ballot]:
        """The ballots by their numbers."""
        return MappingProxyType({ballot.number: ballot for ballot in self.ballots})
