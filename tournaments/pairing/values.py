"""The values that pairing systems work on: a read-only snapshot of a section goes in, a proposal comes out.

Points are whole numbers in the section's own unit. Players are named by their pairing number (TPN); number 0
is nobody, as in the reports that federations exchange.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tournaments.pairing.reasons import RoundReasons

NOBODY = 0


class Colour(Enum):
    """Which side a player has in a game."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opposite(self) -> Colour:
        """The other one."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class RoundKind(Enum):
    """How a round went for a player."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    ALLOCATED_BYE = "allocated_bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round of one player; `points` in the section's unit, `colour` of the first game.

    Where a pairing holds several games (or boards), `points` are its match points and `game_points` the sum
    of its games; it is played as soon as one of its games was.
    """

    kind: RoundKind
    opponent: int = NOBODY
    colour: Colour | None = None
    points: int = 0
    game_points: int = 0

    @property
    def is_played(self) -> bool:
        """Whether there was a game at the board: only that counts for colours and meetings."""
        return self.kind is RoundKind.PLAYED


ABSENT_ROUND = PlayerRound(RoundKind.ZERO_BYE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player as the pairing sees them: number, history, and whether they can be paired now.

    `virtual` are the points lent in each round, the one to be paired included (C.04.7); empty without
    acceleration.
    """

    number: int
    rounds: tuple[PlayerRound, ...] = ()
    is_present: bool = True
    virtual: tuple[int, ...] = ()
    rating: int = 0
    groups: frozenset[str] = frozenset()

    def points_before(self, round_number: int) -> int:
        """What was scored before a round, without virtual points."""
        return sum(each.points for each in self.rounds[: round_number - 1])

    def virtual_in(self, round_number: int) -> int:
        """The points lent in a round."""
        return self.virtual[round_number - 1] if round_number <= len(self.virtual) else 0

    def pairing_score(self, round_number: int) -> int:
        """The score by which the player is paired in a round."""
        return self.points_before(round_number) + self.virtual_in(round_number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything a pairing system may look at: the players, and what the section has pinned."""

    players: tuple[Player, ...]
    round_number: int
    rounds: int
    win: int = 2
    draw: int = 1
    loss: int = 0
    initial_colour: Colour = Colour.WHITE
    forbidden: frozenset[frozenset[int]] = frozenset()
    """Pairs that may not meet in this round."""

    @property
    def is_last_round(self) -> bool:
        """Whether the round to be paired is the last of the section."""
        return self.round_number >= self.rounds

    @property
    def present(self) -> tuple[Player, ...]:
        """Who is to be paired."""
        return tuple(player for player in self.players if player.is_present)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players at one board; `white` has White in the first game."""

    white: int
    black: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A paired round: boards in order, and who has the allocated bye."""

    pairs: tuple[Pair, ...]
    bye: int = NOBODY
    brackets: tuple[object, ...] = field(default=())
    free: tuple[int, ...] = ()
    """Who goes on without an opponent: the byes of a knock-out."""
    reasons: RoundReasons | None = None


class NoLegalPairing(Exception):
    """No pairing of this round keeps the absolute rules; `code` says which of them stands in the way."""

    code = "no_legal_pairing"
