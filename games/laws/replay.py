"""Replay of a record: the legal move meant by each written move, and the place of the end.

The cost of a fault is not decided here; that is the judge's.
"""

from collections.abc import Container
from typing import NamedTuple

from games.laws.let_stand import may_stand
from games.laws.lexicon import Notation, lexicon
from games.laws.meanings import meanings
from games.laws.memory_faults import stop_at_fault
from games.laws.plain_play import Played, play_plainly
from games.laws.replay_result import Ambiguity, Replay, Unread
from games.laws.walk import Walk
from games.pdn import GameRecord, MoveText, Setup
from games.rules import (
    NO_ROWS,
    VARIANTS,
    FenError,
    Position,
    Side,
    Variant,
    has_memory,
    king_rows_of_fen,
    select_readings,
)

ROTATED_FAILS_WITHIN = 2
ROTATED_MUST_REACH = 8


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
    `games/laws/let_stand`. With ``play_on`` every illegal move that another half-move follows is let stand.
    """
    fen = record.tag("FEN")
    try:
        if start is None:
            start = Position.from_fen(fen, variant) if fen else Position.start(variant)
    except FenError as error:
        first = Position.start(variant)
        return Replay(variant, first, [first], fen_error=error, unplayed=len(record.moves))
    rows = king_rows_of_fen(fen, variant) if fen else NO_ROWS
    setups, unread = _setups(record, variant)
    begun = None
    if (words := record.words) is not None:
        begun = play_plainly(variant, start, words, meanings(variant))
        if begun.is_whole:
            played = _all_plain(record, variant, begun)
            played.begun = rows
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
    played = _replay_of_walk(walk, at, notation)
    played.unplayed = len(record.moves) - at
    played.begun = rows
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


def _replay_of_walk(walk: Walk, at: int, notation: Notation) -> Replay:
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
    result.misfits = _misfit_plies(result)
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


def _misfit_plies(played: Replay) -> list[int]:
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
