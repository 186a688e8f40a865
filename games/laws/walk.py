"""One attempt to play a sequence of written moves, with choice points where several readings fit.

A short capture that could mean several moves, and a half-move that was not written down, are choice
points: the reading chosen is the one with which the rest goes furthest. Hops of one jump that were written
apart are joined.
"""

from collections.abc import Container, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from games.laws.lexicon import Notation, lexicon, smudged_square
from games.laws.meanings import meanings
from games.laws.plain_play import Played, play_plainly
from games.pdn import MoveText
from games.pdn.moves import smudged_ends
from games.rules import (
    Left,
    Move,
    Position,
    Side,
    Variant,
    best_attempt,
    diagnose,
    left_on_board,
    legal_moves,
    play,
    select_readings,
)

MAX_BACKTRACKS = 2_000
MAX_STOOD = 50  # a score with more illegal moves is none of this game
_squares_of = attrgetter("squares")
_SIGNS = {"x": True, ":": True, "-": False}


class Failure(NamedTuple):
    """Illegal move: its place, its kind, and what was legal instead."""

    ply: int  # counted from one
    token: MoveText
    code: str
    facts: dict[str, object]
    legal: list[Move]
    mover_can_move: bool
    position: Position

    @property
    def offender(self) -> Side:
        """Side that moved: out of turn it is the side whose turn it was not (SL-I1h)."""
        side = self.position.side
        return side.opponent if self.code == "out_of_turn" else side

    def left(self, squares: tuple[int, ...], variant: Variant) -> list[Left]:
        """Positions that the move may have left on the board, the likeliest first."""
        sign = _SIGNS.get(self.token.sign)
        return left_on_board(self.position, variant, squares, self.code, is_capture=sign)


class Option(NamedTuple):
    """One way to read the tokens at a place: the move and how many tokens it uses up."""

    move: Move
    used: int


class Choice(NamedTuple):
    """A place where several readings fit: which are still to be tried."""

    token: int
    ply: int
    options: tuple[Option, ...]
    tried: int
    is_unknown: bool


class Walk:
    """One attempt to play a sequence of written moves from a position."""

    def __init__(
        self,
        variant: Variant,
        start: Position,
        tokens: Sequence[MoveText],
        setups: Mapping[int, Position],
        notation: Notation = "as written",
    ) -> None:
        self.variant = variant
        self.tokens = tokens
        self.setups = dict(setups)  # those of the record, then those of illegal moves let stand
        self.notation: Notation = notation
        self.lexicon = lexicon(variant, notation)
        self.positions = [start]
        self.moves: list[Move] = []
        self.used: list[int] = []  # index of the token after each ply
        self.slips: list[Failure] = []
        self.choices: list[Choice] = []
        self.settled = 0  # choice points that are not gone back to: an illegal move let stand follows them

    def go(self, patience: int = MAX_BACKTRACKS, *, begun: Played | None = None, since: int = 0) -> int:
        """Play as far as the tokens go; return the index of the first token that was not played.

        ``patience`` is how often another reading of a choice point is tried; ``begun`` is what was played
        plainly of these tokens before, ``since`` the first that is still to be played.
        """
        best = -1
        best_state: tuple[list[Position], list[Move], list[int], list[Failure], list[Choice]] | None = None
        at, backtracks = self._go_on(begun, 0) if begun is not None else since, 0
        while True:
            at = self._run(at)
            if at >= len(self.tokens):
                return at
            options = self._options(at)
            if options:
                if len(options) > 1:
                    is_unknown = not self.tokens[at].squares
                    self.choices.append(Choice(at, len(self.moves), options, 1, is_unknown))
                at = self._play_option(options[0], at)
                continue
            if self._accept_by_setup(at):
                at += 1
                continue
            if at > best:
                best = at
                best_state = (
                    self.positions[:],
                    self.moves[:],
                    self.used[:],
                    self.slips[:],
                    self.choices[:],
                )
            backtracks += 1
            back = self._backtrack() if backtracks < patience else None
            if back is None:
                if best_state is not None:
                    self.positions, self.moves, self.used, self.slips, self.choices = best_state
                return best
            at = back

    def play_on(self, at: int, may_stand: Container[int]) -> int:
        """Go on from the illegal move at a place, and from later ones; return the first token not played.

        ``may_stand`` are the offsets of the tokens to let stand. A move that left no position that can
        be known ends it.
        """
        for _ in range(MAX_STOOD):
            if (
                at >= len(self.tokens)
                or self.tokens[at].offset not in may_stand
                or not self._accept_illegal(at)
            ):
                break
            self.settled = len(self.choices)
            at = self.go(since=at + 1)
        return at

    def _run(self, at: int) -> int:
        """Play while each token plainly means one legal move; return where that stops."""
        tokens, setups = self.tokens, self.setups
        meaning_of = meanings(self.variant, self.notation)
        while True:
            if at in setups:
                self.positions[-1] = setups[at]
            if at >= len(tokens):
                return at
            stop = min((place for place in setups if place > at), default=len(tokens))
            written = map(_squares_of, islice(tokens, at, stop))
            at = self._go_on(play_plainly(self.variant, self.positions[-1], written, meaning_of), at)
            if at < stop:
                return at

    def _go_on(self, played: Played, at: int) -> int:
        """Take over what was played plainly from a token on; return the token behind it."""
        self.positions += played.positions[1:]
        self.moves += played.moves
        end = at + len(played.moves)
        self.used += range(at + 1, end + 1)
        return end

    def _options(self, at: int) -> tuple[Option, ...]:
        """Return the legal readings of the token at a place, hops of one jump joined where need be."""
        token = self.tokens[at]
        legal = legal_moves(self.positions[-1], self.variant)
        if token.is_smudged:
            fits = self.smudged(at)
            return (Option(fits[0], 1),) if len(fits) == 1 else ()
        if not token.squares:
            is_followed = at + 1 < len(self.tokens) and self.tokens[at + 1].squares
            return tuple(Option(move, 1) for move in legal) if is_followed else ()
        if any(isinstance(name, str) and len(name) == 1 for name in token.squares):
            return tuple(Option(move, 1) for move in self._short(token.squares, legal))
        squares = self._squares(token.squares)
        used = 1
        while squares:
            found = select_readings(legal, squares, self.variant.geometry)
            if found:
                return tuple(Option(move, used) for move in found)
            squares = self._join_hop(squares, at + used)
            used += 1
        return tuple(Option(move, 1) for move in self._by_ends(self._squares(token.squares), legal))

    def smudged(self, at: int) -> list[Move]:
        """Return the moves a badly written half-move may be; of several those that let the next be played."""
        position, token = self.positions[-1], self.tokens[at]
        first, last = (smudged_square(square, self.lexicon) for square in smudged_ends(token.text))
        fits = [
            move
            for move in legal_moves(position, self.variant)
            if first in {None, move.origin} and last in {None, move.destination}
        ]
        after = self.tokens[at + 1 : at + 2] if at + 1 not in self.setups else ()
        squares = self._squares(after[0].squares) if after else ()
        if len(fits) < 2 or not squares:  # noqa: PLR2004 - none or one
            return fits
        nexts = [(move, legal_moves(play(position, move, self.variant), self.variant)) for move in fits]
        narrowed = [m for m, legal in nexts if select_readings(legal, squares, self.variant.geometry)]
        return narrowed or fits

    def _by_ends(self, squares: tuple[int, ...], legal: Sequence[Move]) -> list[Move]:
        """Return the moves with the ends of a path that fits none; none for a capture the rules forbid."""
        ends = select_readings(legal, squares[:1] + squares[-1:], self.variant.geometry) if squares else []
        attempt = best_attempt(self.positions[-1], self.variant, squares) if ends else None
        if attempt is None:
            return ends
        taken = sorted(attempt.jumped)
        return [] if attempt.broken else [move for move in ends if sorted(move.captured) == taken]

    def _squares(self, names: Sequence[int | str]) -> tuple[int, ...]:
        """Written squares as numbers; empty when the board has not all of them."""
        squares = tuple(self.lexicon.squares.get(name, 0) for name in names)
        return squares if all(squares) else ()

    def _join_hop(self, squares: tuple[int, ...], at: int) -> tuple[int, ...]:
        """Return the squares with the hop of the next token added, empty when it does not follow on."""
        if at >= len(self.tokens) or at in self.setups or not self.tokens[at].squares:
            return ()
        more = self._squares(self.tokens[at].squares)
        return squares + more[1:] if more and more[0] == squares[-1] else ()

    def _short(self, names: Sequence[int | str], legal: Sequence[Move]) -> list[Move]:
        """Return the moves that Russian short notation means: a file for the origin, then the destination."""
        destination = self.lexicon.squares.get(names[-1])
        letter = str(names[0])
        start = [s for name, s in self.lexicon.squares.items() if str(name)[0] == letter]
        return [m for m in legal if m.destination == destination and m.origin in start]

    def _play_option(self, option: Option, at: int) -> int:
        self.positions.append(play(self.positions[-1], option.move, self.variant))
        self.moves.append(option.move)
        self.used.append(at + option.used)
        return at + option.used

    def _backtrack(self) -> int | None:
        """Go back to the last choice with a reading left to try; None when there is none."""
        while len(self.choices) > self.settled:
            choice = self.choices.pop()
            if choice.tried < len(choice.options):
                del self.positions[choice.ply + 1 :], self.moves[choice.ply :]
                del self.used[choice.ply :]
                self.slips = [slip for slip in self.slips if slip.ply <= choice.ply]
                self.choices.append(choice._replace(tried=choice.tried + 1))
                return self._play_option(choice.options[choice.tried], choice.token)
        return None

    def _accept_by_setup(self, at: int) -> bool:
        """Let an illegal move stand if the record puts its position on the board right after it."""
        setup = self.setups.get(at + 1)
        token = self.tokens[at]
        if setup is None or not token.squares:
            return False
        slip = self.failure_at(at)
        squares = self._squares(token.squares) or (0, 0)
        known = slip.left(squares, self.variant) if len(self.slips) < MAX_STOOD else []
        fitting = (left for left in known if left.position == setup)
        made = next(fitting, Left(Move(squares[0], squares[-1], (), squares), setup))
        self._add_accepted(slip, made, at)
        return True

    def _accept_illegal(self, at: int) -> bool:
        """Let an illegal move stand as it was made, in doubt so that the next one can be played."""
        if not self._squares(self.tokens[at].squares):
            return False
        slip = self.failure_at(at)
        left = slip.left(self._squares(self.tokens[at].squares), self.variant)
        if not left:
            return False
        after = self._squares(self.tokens[at + 1].squares) if at + 1 < len(self.tokens) else ()
        fitting = (
            one
            for one in left
            if after
            and select_readings(legal_moves(one.position, self.variant), after, self.variant.geometry)
        )
        made = next(fitting, left[0])
        self.setups[at + 1] = made.position
        self._add_accepted(slip, made, at)
        return True

    def _add_accepted(self, slip: Failure, made: Left, at: int) -> None:
        self.slips.append(slip)
        self.moves.append(made.move)
        self.positions.append(made.position)
        self.used.append(at + 1)

    def failure_at(self, at: int) -> Failure:
        """Return the fault of the token at a place, in the position reached."""
        token = self.tokens[at]
        names = tuple(self.lexicon.squares.get(name) for name in token.squares)
        sign = _SIGNS.get(token.sign)
        fault = diagnose(self.positions[-1], self.variant, names, is_capture=sign)
        return Failure(
            len(self.moves) + 1,
            token,
            fault.code,
            fault.facts,
            fault.legal,
            fault.mover_can_move,
            self.positions[-1],
        )
