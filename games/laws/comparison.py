"""Two score sheets of one game: the first ply where they differ, and what would reconcile them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.laws.guess import choose_variant
from games.laws.lexicon import lexicon
from games.laws.memory_faults import allowed_tokens
from games.laws.replay import replay
from games.laws.replay_result import Replay
from games.laws.touches import token_plies
from games.laws.walk import Walk
from games.pdn import GameRecord, MoveText
from games.rules import Move, Position, Side, Variant, move_text

SHOWN: Final = 6


class UnreadableSheetError(ValueError):
    """A sheet that cannot be compared: its position or its rule set is beyond reading."""

    code = "unreadable_sheet"

    def __init__(self, sheet: int, reason: str) -> None:
        """Store which sheet it is, counted from one, and the code of its fault."""
        super().__init__(self.code, sheet, reason)
        self.facts = {"sheet": sheet, "reason": reason}


@dataclass(frozen=True, slots=True)
class Continuation:
    """Continuation of one score sheet from the ply where the two differ."""

    written: tuple[str, ...]
    is_legal: bool  # its move at that ply
    reached: int  # plies that are legal in the whole sheet
    is_complete: bool


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Reading under which both sheets give the same game from the next ply on."""

    kind: str  # first_is_right, second_is_right, left_out_in_first or left_out_in_second
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two records of one game side by side."""

    variant: Variant
    plies: tuple[int, int]
    differ_at: int | None  # ply from one; None when neither contradicts the other
    side: Side | None
    position: Position | None
    other_position: Position | None  # in the second sheet, where it is not the same
    legal: tuple[str, ...]
    first: Continuation
    second: Continuation
    reconciliations: tuple[Reconciliation, ...]
    results: tuple[str, str]

    @property
    def agrees(self) -> bool:
        """Return True if the sheets give the same game, though one may stop earlier."""
        return self.differ_at is None

    @property
    def results_agree(self) -> bool:
        """Return True if both sheets give the same result."""
        return self.results[0] == self.results[1]


def compare_records(a: GameRecord, b: GameRecord, *, variant: Variant | None = None) -> Comparison:
    """Compare two score sheets of one game to the first ply where they differ."""
    first = replay(a, variant) if variant else choose_variant(a)[0]
    second = replay(b, first.variant)
    _refuse_unjudged(1, first)
    if variant is None:
        other = choose_variant(b)[0]
        _refuse_unjudged(2, other)
        if not first.is_complete and other.is_complete and other.variant is not first.variant:
            first, second = replay(a, other.variant), other
    _refuse_unreadable(1, first)
    _refuse_unreadable(2, second)
    at = _first_difference(a, first, b, second)
    position = first.positions[at] if at is not None and at < len(first.positions) else None
    other_position = second.positions[at] if at is not None and at < len(second.positions) else None
    is_same = position == other_position
    legal = first.legal_after(at) if position is not None else []
    return Comparison(
        variant=first.variant,
        plies=(first.reached, second.reached),
        differ_at=None if at is None else at + 1,
        side=None if position is None else position.side,
        position=position,
        other_position=None if is_same else other_position,
        legal=tuple(dict.fromkeys(move_text(move, first.variant, legal) for move in legal)),
        first=_continuation(a, first, at),
        second=_continuation(b, second, at),
        reconciliations=_reconcile((a, first), (b, second), at, legal) if at is not None and is_same else (),
        results=(a.tag("Result") or a.terminator or "", b.tag("Result") or b.terminator or ""),
    )


def _refuse_unreadable(sheet: int, played: Replay) -> None:
    if played.fen_error is not None:
        raise UnreadableSheetError(sheet, played.fen_error.code)


def _refuse_unjudged(sheet: int, played: Replay) -> None:
    if played.unjudged_type is not None:
        raise UnreadableSheetError(sheet, "variant_not_played")


def _first_difference(a: GameRecord, first: Replay, b: GameRecord, second: Replay) -> int | None:
    """Return the first ply, from zero, at which the sheets differ.

    A sheet that merely stops is no difference. Two spellings of one move are no difference, two positions
    to start or to go on from are.
    """
    both = min(first.reached, second.reached)
    for ply in range(both):
        if first.positions[ply] != second.positions[ply]:
            return ply
        if first.moves[ply].result != second.moves[ply].result:
            return ply
    mine, yours = _token_at(a, first, both), _token_at(b, second, both)
    if mine is None or yours is None:
        return None
    if first.positions[both] != second.positions[both]:
        return both
    same_text = _squares(mine, first) == _squares(yours, second)
    return None if same_text and first.reached == second.reached else both


def _token_index(record: GameRecord, played: Replay, ply: int) -> int | None:
    for index, belongs_to in enumerate(token_plies(record, played)):
        if belongs_to == ply + 1:
            return index
    return None


def _token_at(record: GameRecord, played: Replay, ply: int) -> MoveText | None:
    index = _token_index(record, played, ply)
    return None if index is None else record.moves[index]


def _squares(token: MoveText, played: Replay) -> tuple[int | None, int | None]:
    names = lexicon(played.variant, played.notation).squares
    if not token.squares:
        return None, None
    return names.get(token.squares[0]), names.get(token.squares[-1])


def _continuation(record: GameRecord, played: Replay, at: int | None) -> Continuation:
    start = None if at is None else _token_index(record, played, at)
    written = () if start is None else tuple(token.text for token in record.moves[start : start + SHOWN])
    return Continuation(
        written=written,
        is_legal=at is None or played.reached > at,
        reached=played.reached,
        is_complete=played.failure is None,
    )


def _reconcile(
    a: tuple[GameRecord, Replay], b: tuple[GameRecord, Replay], at: int, legal: list[Move]
) -> tuple[Reconciliation, ...]:
    """Return the reading that lets each sheet go on as the other does."""
    found: list[Reconciliation] = []
    for kind, (giver, given), (taker, taken) in (
        ("first_is_right", a, b),
        ("second_is_right", b, a),
    ):
        if given.reached <= at:
            continue
        mine, yours = _token_index(giver, given, at), _token_index(taker, taken, at)
        if mine is None or yours is None:
            continue
        text = move_text(given.moves[at], given.variant, legal)
        if _continues_legally(given, at, taken, taker.moves[yours + 1 :]):
            found.append(Reconciliation(kind, at + 1, text))
        left_out = "left_out_in_second" if kind == "first_is_right" else "left_out_in_first"
        if _continues_legally(given, at, taken, taker.moves[yours:]):
            found.append(Reconciliation(left_out, at + 1, text))
    return tuple(found)


def _continues_legally(given: Replay, at: int, taken: Replay, rest: list[MoveText]) -> bool:
    """Return True if the rest of a sheet is legal after the move that the other sheet gives."""
    walk = Walk(taken.variant, given.positions[at + 1], rest, {}, taken.notation)
    return allowed_tokens(given, at + 1, walk, walk.go()) == len(rest)
