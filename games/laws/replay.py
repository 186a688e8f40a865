"""Replay of a record: the legal move meant by each written move, and the place of the end.

The cost of a fault is not decided here; that is the judge's.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.laws.lexicon import Notation, lexicon
from games.laws.meanings import meanings
from games.laws.memory_faults import stop_at_fault
from games.laws.plain_play import Played, play_plainly
from games.laws.stood import may_stand
from games.laws.walk import Failure, Walk
from games.pdn import GameRecord, MoveText, Setup
from games.rules import (
    NO_ROWS,
    VARIANTS,
    FenError,
    KingRows,
    Move,
    Position,
    Side,
    Variant,
    fen_after,
    has_memory,
    legal_moves_after,
    select_readings,
    told_king_rows,
)

ROTATED_FAILS_WITHIN = 2
ROTATED_MUST_REACH = 8


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


class Setups(NamedTuple):
    """Positions put on the board in mid game, by the index of the move that follows.

    ``unread`` is the first that describes no position: its index, the setup itself, and the reason.
    """

    positions: dict[int, Position]
    unread: tuple[int, Setup, FenError] | None = None


def _setups(record: GameRecord, variant: Variant) -> Setups:
    found = Setups({})
    if not record.has_setups:
        return found
    index = 0
    for element in record.body:
        if isinstance(element, MoveText):
            index += 1
        elif isinstance(element, Setup):
            try:
                found.positions[index] = Position.from_fen(element.fen, variant)
            except FenError as error:
                return found._replace(unread=(index, element, error))
    return found


def _may_be_rotated(variant: Variant, token: MoveText) -> bool:
    """Return True if the squares may be those seen from the other side of the board.

    Play sites write letters as the first player sees them, which differs where Black begins. Numbers
    are never turned: a score that begins with a move of the wrong side is out of turn (SL-S6).
    """
    return variant.first_to_move is Side.BLACK and any(isinstance(name, str) for name in token.squares)


def replay(
    record: GameRecord, variant: Variant, *, start: Position | None = None, play_on: bool = False
) -> Replay:
    """Play a record over under one rule set, from its FEN tag or the variant's first position.

    An illegal move ends it, unless the record puts the position behind it on the board or has the command
    `stood`. With ``play_on`` every illegal move that another half-move follows is let stand.
    """
    fen = record.tag("FEN")
    try:
        if start is None:
            start = Position.from_fen(fen, variant) if fen else Position.start(variant)
    except FenError as error:
        first = Position.start(variant)
        return Replay(variant, first, [first], fen_error=error, unplayed=len(record.moves))
    told = told_king_rows(fen, variant) if fen else NO_ROWS
    setups, unread = _setups(record, variant)
    begun = None
    if (words := record.words) is not None:
        begun = play_plainly(variant, start, words, meanings(variant))
        if begun.is_whole:
            played = _all_plain(record, variant, begun)
            played.begun = told
            is_free = not has_memory(variant)
            return played if is_free else stop_at_fault(played, record, may_stand(record, play_on=play_on))
    tokens = record.moves if unread is None else record.moves[: unread[0]]
    walk = Walk(variant, start, tokens, setups)
    at = walk.go(begun=begun)
    notation: Notation = "as written"
    if at < len(tokens) and not fen and not setups and _may_be_rotated(variant, tokens[at]):
        other = Walk(variant, start, tokens, setups, "rotated")
        other_at = other.go()
        starts_badly = at <= ROTATED_FAILS_WITHIN and other_at >= ROTATED_MUST_REACH
        if other_at > at and (other_at == len(tokens) or starts_badly):
            walk, at, notation = other, other_at, "rotated"
    standing: Container[int] = ()
    if at < len(tokens) or has_memory(variant):
        standing = may_stand(record, play_on=play_on)
        at = walk.play_on(at, standing)
    played = _finished(walk, at, notation)
    played.unplayed = len(record.moves) - at
    played.begun = told
    if has_memory(variant):
        played = stop_at_fault(played, record, standing)
    if unread is not None and at == len(tokens) and played.failure is None:
        _, played.unread_setup, played.fen_error = unread
    return played


def _all_plain(record: GameRecord, variant: Variant, played: Played) -> Replay:
    """Values of a score whose every half-move was plain; its text is cut up on demand."""
    return Replay(
        variant,
        played.positions[0],
        played.positions,
        played.moves,
        record,
        may_repeat=played.may_repeat,
    )


def _finished(walk: Walk, at: int, notation: Notation) -> Replay:
    """Return the values that a walk leaves behind."""
    tokens, used, setups = walk.tokens, walk.used, walk.setups
    is_plain = len(used) == at and not setups and not walk.choices
    result = Replay(
        variant=walk.variant,
        start=walk.positions[0],
        positions=walk.positions,
        moves=walk.moves,
        written=list(tokens[:at]) if is_plain else [tokens[i] for i in [0, *used][: len(walk.moves)]],
        slips=walk.slips,
        notation=notation,
        unplayed=len(tokens) - at,
    )
    result.unread = [
        Unread(ply, token, (move,), is_played=True)
        for ply, (move, token) in enumerate(zip(result.moves, result.tokens, strict=True), 1)
        if token.is_smudged
    ]
    result.unknown_plies = [one.ply for one in result.unread]
    if at < len(tokens):
        ply, token = len(walk.moves) + 1, tokens[at]
        if token.squares:
            result.failure = walk.failure_at(at)
        else:
            result.unknown_plies.append(ply)
        if token.is_smudged:
            result.unread.append(Unread(ply, token, tuple(walk.smudged(at)), is_played=False))
    result.misfits = _misfits(result)
    if is_plain:
        return result
    starts = [0, *used]
    result.joined = [ply + 1 for ply in range(len(walk.moves)) if used[ply] - starts[ply] > 1]
    ply_of_token = {token: ply for ply, token in enumerate(starts)}
    result.setups = [(ply_of_token.get(i, 0), position) for i, position in sorted(setups.items())]
    for choice in walk.choices:
        chosen = walk.moves[choice.ply]
        readings = tuple(option.move for option in choice.options)
        if choice.is_unknown:
            result.unknown_plies.append(choice.ply + 1)
        result.ambiguities.append(Ambiguity(choice.ply + 1, readings, chosen))
    return result


def _misfits(played: Replay) -> list[int]:
    """Return the plies whose written path is not the way of the move that was played for them."""
    squares, geometry = lexicon(played.variant, played.notation).squares, played.variant.geometry
    return [
        ply
        for ply, (move, token) in enumerate(zip(played.moves, played.tokens, strict=True), 1)
        if len(token.squares) > 2  # noqa: PLR2004 - more than the two ends
        and all(name in squares for name in token.squares)
        and not select_readings([move], tuple(squares[name] for name in token.squares), geometry)
    ]


def unjudged(record: GameRecord, game_type: int) -> Replay:
    """Return the replay of a record of a rule set that this program does not play: nothing was played.

    The board is the one that lends its squares to the page; no move is read and none is faulted.
    """
    variant = VARIANTS["international"]
    start = Position.start(variant)
    return Replay(variant, start, [start], unplayed=len(record.moves), unjudged_type=game_type)
