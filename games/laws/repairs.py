"""Repairs: small edits of a score that make the rest of it legal, best first (NOTATION.md, 2.4).

Legality finds a slip of the pen at the slip or a few plies later, so edits are tried at the ply that failed
and in the plies before it. Edits are another legal move in place of the written one, a half-move left out or
written twice, two half-moves exchanged. Each is proved by playing the rest over, with what the rules look
back at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.laws.lexicon import lexicon, square_distance
from games.laws.memory_faults import allowed_tokens
from games.laws.replay_result import Replay
from games.laws.touches import token_plies
from games.laws.verdict import Verdict
from games.laws.walk import Walk
from games.pdn import MoveText
from games.rules import Move, Position, Side, move_text, play

WINDOW: Final = 6  # plies before the failure; 90 in 100 slips show within four (NOTATION.md, 2.4)
PATIENCE: Final = 12  # readings tried again in one candidate

PER_PLY: Final = 0.3
BOTH_ENDS: Final = 1.5
SWAP_SAME_SIDE: Final = 2.2
SWAP_NEIGHBOURS: Final = 2.6
MISSING: Final = 2.4
FORCED: Final = 1.25  # the only legal move at the failure: a glance at the position suggests it
DOUBLED: Final = 0.5
DROPPED: Final = 4.0


@dataclass(frozen=True, slots=True)
class Repair:
    """One edit: what was written, what it probably meant, and how far the score then goes."""

    kind: str  # digit, arrival, departure, move, swapped_pair, transposed, missing or doubled
    ply: int
    side: Side
    written: str
    text: str
    reached: int  # written half-moves that are legal with this edit
    makes_all_legal: bool


class _Candidate(NamedTuple):
    """An edit still to be worded; the tuple order is not the ranking."""

    kind: str
    place: int  # ply from zero
    move: Move | None
    cost: float
    reached: int
    is_complete: bool

    @property
    def rank(self) -> tuple[bool, int, float]:
        """Rank of an edit: all the rest legal first, then furthest, then likeliest."""
        return not self.is_complete, 0 if self.is_complete else -self.reached, self.cost


def propose_repairs(verdict: Verdict, limit: int = 5) -> list[Repair]:
    """Propose edits for the first move that could not be played, best first.

    None for a record that the wrong side begins: what is wrong with it is no slip of the pen.
    """
    if verdict.replay.failure is None or any("began" in finding.facts for finding in verdict.findings):
        return []
    search = _Search(verdict)
    found = sorted(search.candidates(), key=lambda one: one.rank)
    named: list[Repair] = []
    for candidate in found:
        repair = search.worded(candidate)
        if candidate.reached > search.failed and repair not in named:
            named.append(repair)
        if len(named) == limit:
            break
    return named


class _Search:
    """The search around one failure."""

    def __init__(self, verdict: Verdict) -> None:
        self.replay: Replay = verdict.replay
        self.variant = verdict.variant
        self.tokens: Sequence[MoveText] = verdict.record.moves
        self.failed = len(self.tokens) - self.replay.unplayed
        self.places = _first_tokens(verdict)
        self.last_place = len(self.replay.moves)
        self.names = lexicon(self.variant, self.replay.notation)

    def candidates(self) -> Iterator[_Candidate]:
        """Try every edit at the failure and in the plies before it."""
        since = max((ply for ply, _ in self.replay.setups), default=0)
        for place in range(self.last_place, max(since, self.last_place - WINDOW) - 1, -1):
            position = self.replay.positions[place]
            later = (self.last_place - place) * PER_PLY
            legal = self.replay.legal_after(place)
            yield from self._other_moves(place, position, legal, later)
            yield from self._exchanges(place, position, later)
            yield from self._lengths(place, position, legal, later)

    def _other_moves(
        self, place: int, position: Position, legal: list[Move], later: float
    ) -> Iterator[_Candidate]:
        """Another legal move in place of the written one."""
        played = self.replay.moves[place] if place < self.last_place else None
        rest = self._rest(place + 1)
        token = self.tokens[self.places[place]]
        for move in legal:
            if move == played:
                continue
            kind, cost = self._slip_cost(token, move)
            if played is None and len(legal) == 1:
                cost = min(cost, FORCED)
            after = play(position, move, self.variant)
            yield self._evaluate(kind, place, move, cost + later, after, rest, self._token_at(place + 1))

    def _exchanges(self, place: int, position: Position, later: float) -> Iterator[_Candidate]:
        """Propose two half-moves exchanged: those of one side, or neighbours."""
        at = self.places[place]
        tokens = self.tokens
        if at + 2 < len(tokens) and tokens[at + 2].squares != tokens[at].squares:
            rest = [tokens[at + 2], tokens[at + 1], tokens[at], *tokens[at + 3 :]]
            yield self._evaluate("swapped_pair", place, None, SWAP_SAME_SIDE + later, position, rest, at)
        if at + 1 < len(tokens):
            rest = [tokens[at + 1], tokens[at], *tokens[at + 2 :]]
            yield self._evaluate("transposed", place, None, SWAP_NEIGHBOURS + later, position, rest, at)

    def _lengths(
        self, place: int, position: Position, legal: list[Move], later: float
    ) -> Iterator[_Candidate]:
        """Propose a half-move written twice, or one left out before this place."""
        at = self.places[place]
        tokens = self.tokens
        is_twin = any(
            0 <= other < len(tokens) and tokens[other].squares == tokens[at].squares
            for other in (at - 1, at + 1, at - 2)
        )
        cost = (DOUBLED if is_twin else DROPPED) + later
        if at + 1 < len(tokens) or is_twin:
            rest = tokens[at + 1 :]
            yield self._evaluate("doubled", place, None, cost, position, rest, at + 1)
        for move in legal:
            after = play(position, move, self.variant)
            yield self._evaluate("missing", place, move, MISSING + later, after, tokens[at:], at)

    def _evaluate(
        self,
        kind: str,
        place: int,
        move: Move | None,
        cost: float,
        position: Position,
        rest: Sequence[MoveText],
        before: int,
    ) -> _Candidate:
        """Play the rest over from the position the edit leads to."""
        walk = Walk(self.variant, position, rest, {}, self.replay.notation)
        added = () if move is None else (move,)
        reached = before + allowed_tokens(self.replay, place, walk, walk.go(PATIENCE), added)
        return _Candidate(kind, place, move, cost, reached, reached >= len(self.tokens))

    def _token_at(self, place: int) -> int:
        return self.places[place] if place < len(self.places) else self.failed + 1

    def _rest(self, place: int) -> Sequence[MoveText]:
        return self.tokens[self._token_at(place) :]

    def _slip_cost(self, token: MoveText, move: Move) -> tuple[str, float]:
        """Return the kind of slip that turns the move into the written text, and how unlikely it is."""
        written = [self._written_name(name) for name in token.squares]
        if not written:
            return "move", BOTH_ENDS
        squares = move.route if len(move.route) == len(written) else (move.origin, move.destination)
        meant = [self._name(square) for square in squares]
        ends = [(written[0], meant[0]), (written[-1], meant[-1])]
        departure, arrival = (square_distance(one, other) for one, other in ends)
        if not departure and not arrival:
            return "move", BOTH_ENDS
        if departure and arrival:
            return "move", departure + arrival + BOTH_ENDS
        cost = departure + arrival
        if cost <= 1:
            return "digit", cost
        return ("departure" if departure else "arrival"), cost

    def _written_name(self, name: int | str) -> str:
        return str(name)

    def _name(self, square: int) -> str:
        """Return a square as this record writes it."""
        geometry = self.variant.geometry
        if self.replay.notation == "rotated":
            square = geometry.rotated(square)
        uses_letters = any(isinstance(name, str) for name in self.tokens[0].squares)
        return geometry.name_of(square) if uses_letters else str(square)

    def worded(self, candidate: _Candidate) -> Repair:
        """Put a candidate into words for the score sheet."""
        place = candidate.place
        position = self.replay.positions[place]
        at = self.places[place]
        tokens = self.tokens
        written, text = tokens[at].text, ""
        if candidate.move is not None:
            among = self.replay.legal_after(place)
            text = move_text(candidate.move, self.variant, among)
        if candidate.kind == "swapped_pair":
            written, text = (
                f"{tokens[at].text} {tokens[at + 2].text}",
                f"{tokens[at + 2].text} {tokens[at].text}",
            )
        elif candidate.kind == "transposed":
            written, text = (
                f"{tokens[at].text} {tokens[at + 1].text}",
                f"{tokens[at + 1].text} {tokens[at].text}",
            )
        return Repair(
            kind=candidate.kind,
            ply=place + 1,
            side=position.side,
            written="" if candidate.kind == "missing" else written,
            text=text,
            reached=candidate.reached,
            makes_all_legal=candidate.is_complete,
        )


def _first_tokens(verdict: Verdict) -> list[int]:
    """Return for each ply, the failed one included, the index of its first written half-move."""
    firsts: list[int] = []
    for index, ply in enumerate(token_plies(verdict.record, verdict.replay)):
        if ply == len(firsts) + 1:
            firsts.append(index)
    return firsts[: len(verdict.replay.moves) + 1]
