"""Result of a replay: the moves and positions of a record, and its errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.laws.lexicon import Notation
from games.laws.walk import Failure
from games.pdn import GameRecord, MoveText
from games.pdn.elements import Setup
from games.rules import NO_ROWS, FenError, KingRows, Move, Position, Variant, fen_after, legal_moves_after


class Ambiguity(NamedTuple):
    """A written move with several readings and the one with which the rest went furthest."""

    ply: int
    readings: tuple[Move, ...]
    chosen: Move


class Unread(NamedTuple):
    """A half-move that is written and cannot be read, with the legal moves that it may be."""

    ply: int
    token: MoveText
    fits: tuple[Move, ...]
    is_played: bool  # the only one that fits was played; else the replay stops there


@dataclass(slots=True)
class Replay:
    """A record played over.

    ``positions[i]`` stands before ply ``i + 1`` and the last one at the end; ``moves[i]`` and
    ``tokens[i]`` belong to ply ``i + 1``. ``failure`` is the illegal move at which it ended;
    ``slips`` are illegal moves that were let stand, by a setup that follows them or by the record's command.
    ``setups`` are positions put on the board after a ply, by the record or by such an illegal move.
    ``may_repeat`` is False where it is known that no position occurred twice. ``begun`` are the rows of king
    moves that the FEN of the first position gives.
    """

    variant: Variant
    start: Position
    positions: list[Position]
    moves: list[Move] = field(default_factory=list)
    written: Sequence[MoveText] | GameRecord = ()  # a record played plainly: each half-move is a ply
    failure: Failure | None = None
    slips: list[Failure] = field(default_factory=list)
    ambiguities: list[Ambiguity] = field(default_factory=list)
    setups: list[tuple[int, Position]] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)
    unknown_plies: list[int] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    misfits: list[int] = field(default_factory=list)  # plies of which the ends alone fit the move
    notation: Notation = "as written"
    fen_error: FenError | None = None
    unread_setup: Setup | None = None  # the setup of fen_error; None is the first position
    unplayed: int = 0  # tokens after the failure
    unjudged_type: int | None = None  # GameType number of a rule set that is not played here
    may_repeat: bool = True
    begun: KingRows = NO_ROWS

    def move_number(self, ply: int) -> int:
        """Return the number under which a score sheet has a half-move: one for each side's."""
        return (ply + (self.start.side is not self.variant.first_to_move) + 1) // 2

    def move_name(self, ply: int) -> str:
        """Return a half-move as players number it: "Black's 6th move"."""
        number, side = self.move_number(ply), self.start.side if ply % 2 else self.start.side.opponent
        is_teen = number % 100 in {11, 12, 13}
        suffix = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{side.key.title()}'s {number}{suffix} move"

    @property
    def tokens(self) -> Sequence[MoveText]:
        """Text written for each ply; of hops written apart the first."""
        if isinstance(self.written, GameRecord):
            self.written = self.written.moves[: len(self.moves)]
        return self.written

    @property
    def reached(self) -> int:
        """Number of plies played."""
        return len(self.moves)

    def legal_after(self, ply: int | None = None) -> list[Move]:
        """Return every legal move after `ply` half-moves of the game, after all of them without one."""
        return legal_moves_after(self.positions, self.moves, self.variant, ply, self.begun)

    def fen_after(self, ply: int) -> str:
        """Return the position after `ply` half-moves as text, with rows of king moves where they count."""
        return fen_after(self.positions, self.moves, self.variant, ply, self.begun)

    @property
    def is_complete(self) -> bool:
        """True if every written move was played and none of them was illegal."""
        return self.failure is None and self.fen_error is None and not self.slips and not self.stops_unread

    @property
    def stops_unread(self) -> bool:
        """True if it ended at a half-move that is written and cannot be read."""
        return bool(self.unread) and not self.unread[-1].is_played
