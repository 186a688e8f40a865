"""Values that pairing systems work on: a read-only snapshot of a section goes in, a proposal comes out.

Points are whole numbers in the section's own unit. Players are named by their pairing number (TPN); number 0
is no player, as in the reports that federations exchange.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tournaments.pairing.reasons import RoundReasons

NOBODY = 0


class Colour(Enum):
    """Side of a player in a game."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opposite(self) -> Colour:
        """The opposite colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class RoundKind(Enum):
    """Kind of a round for a player."""

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

    Where a pairing has several games (or boards), `points` are its match points and `game_points` the sum
    of its games; it is played as soon as one of its games was.
    """

    kind: RoundKind
    opponent: int = NOBODY
    colour: Colour | None = None
    points: int = 0
    game_points: int = 0

    @property
    def is_played(self) -> bool:
        """True if there was a game at the board: only that counts for colours and meetings."""
        return self.kind is RoundKind.PLAYED


ABSENT_ROUND = PlayerRound(RoundKind.ZERO_BYE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Player as seen by the pairing: number, history, and whether they can be paired now.

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
        """Return the points scored before a round, without virtual points."""
        return sum(each.points for each in self.rounds[: round_number - 1])

    def virtual_in(self, round_number: int) -> int:
        """Return the points lent in a round."""
        return self.virtual[round_number - 1] if round_number <= len(self.virtual) else 0

    def pairing_score(self, round_number: int) -> int:
        """Return the score by which the player is paired in a round."""
        return self.points_before(round_number) + self.virtual_in(round_number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Input of a pairing system: the players, and the pinned settings of the section."""

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
        """True if the round to be paired is the last of the section."""
        return self.round_number >= self.rounds

    @property
    def present(self) -> tuple[Player, ...]:
        """Players to be paired."""
        return tuple(player for player in self.players if player.is_present)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players at one board; `white` has White in the first game."""

    white: int
    black: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Paired round: boards in order, and the player with the allocated bye."""

    pairs: tuple[Pair, ...]
    bye: int = NOBODY
    brackets: tuple[object, ...] = field(default=())
    free: tuple[int, ...] = ()
    """Players who go on without an opponent: the byes of a knock-out."""
    reasons: RoundReasons | None = None


class NoLegalPairing(Exception):
    """Error: no pairing of this round meets the absolute rules; `code` names the rule that prevents it."""

    code = "no_legal_pairing"


def propose_nothing(_snapshot: Snapshot) -> Proposal:
    """Return an empty round to be filled at the desk; `checking.general` reports its errors."""
    return Proposal(pairs=())
