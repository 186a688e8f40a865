"""Value of a position: proved won, drawn or lost, with the line that shows it, or unproved.

Two questions settle a position: does the side to move win, and does its opponent? Each is hunted for a proof
(``hunt.py``) and, where none seems to be there, refuted beyond doubt (``holding.py``). Draws by claim or by
count are no part of it: the value is that of play without end, in which going round in circles is a draw.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.endings.errors import NoEndings
from games.endings.fortress import Fortress
from games.endings.line import line_of
from games.endings.proof_search import Allowance, Answer, ProofSearch
from games.endings.tree import NOBODY, Table, Tree
from games.endings.values import Value
from games.rules import Position, Side, Variant, winner_on_the_board

FIRST_STAGE: Final = 500  # nodes; each further stage may look at three times as many
GROWTH: Final = 3


class Outcome(StrEnum):
    """Proved outcome of a position, for the side to move."""

    WIN = "proved_win"
    DRAW = "proved_draw"
    LOSS = "proved_loss"
    UNPROVED = "unproved"


class Source(StrEnum):
    """Source of an answer."""

    RULES = "rules"  # the game has ended
    TABLE = "table"
    SEARCH = "search"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a search: positions looked at, positions stored, and a function for its time being over."""

    nodes: int
    positions: int
    is_over: Callable[[], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The answer. ``line`` has the positions of the play that shows it, the asked one first."""

    outcome: Outcome
    source: Source
    least: Value  # proved: the side to move gets this at least ...
    most: Value  # ... and this at most
    distance: int | None  # plies to the end under best play of both, where that is known
    within: int | None  # plies in which the game is over at the latest, where it is won or lost
    line: tuple[Position, ...]
    is_whole: bool  # the line goes to the end of the game
    nodes: int


def prove(position: Position, variant: Variant, table: Table | None, limits: Limits) -> Proof:
    """Settle a position within the limits, or return the bounds that are settled.

    Raises NoEndings where a legal move depends on more than the position, unless the game has ended.
    """
    if variant.king_moves_in_a_row and winner_on_the_board(position, variant) is None:
        raise NoEndings("rules_with_memory", variant=variant.key)
    tree = Tree(variant, table, most_positions=limits.positions)
    tree.look_up(position)
    return _Inquiry(tree, position, limits).settle()


class _Inquiry:
    """Both questions about one position."""

    def __init__(self, tree: Tree, root: Position, limits: Limits) -> None:
        self.tree, self.root, self.limits = tree, root, limits
        self.hunts = {side: ProofSearch(tree, side) for side in (root.side, root.side.opponent)}
        self.holdings: dict[Side, Fortress] = {}
        self.nodes = 0

    def settle(self) -> Proof:
        """Ask both questions in turn, each time for longer."""
        stage = FIRST_STAGE
        while not self._is_settled() and not self.limits.is_over() and self.nodes < self.limits.nodes:
            before = self.nodes
            for side in self._order_questions():
                self._ask(side, min(stage, self.limits.nodes - self.nodes))
                if self._is_settled():
                    break
            if self.nodes == before or len(self.tree) >= self.limits.positions:
                break
            stage *= GROWTH
        return self._proof()

    def _ask(self, side: Side, nodes: int) -> None:
        hunt = self.hunts[side]
        if nodes <= 0 or hunt.answer(self.root) in {Answer.PROVED, Answer.REFUTED}:
            return
        allowance = Allowance(nodes, self.limits.is_over)
        found = hunt.answer(self.root)
        if found is not Answer.SEEMS_REFUTED:
            found = hunt.search(self.root, allowance)
        if found is Answer.SEEMS_REFUTED:
            holding = self.holdings.setdefault(side, Fortress(hunt, self.root))
            holding.search(allowance)
        self.nodes += allowance.used

    def _is_settled(self) -> bool:
        own, other = (hunt.answer(self.root) for hunt in self.hunts.values())
        return Answer.PROVED in {own, other} or (own is Answer.REFUTED and other is Answer.REFUTED)

    def _order_questions(self) -> list[Side]:
        """Order the questions: the side with more on the board first; a king counts as one man and a half."""
        white_men, white_kings, black_men, black_kings, side = self.root
        white = 2 * white_men.bit_count() + 3 * white_kings.bit_count()
        black = 2 * black_men.bit_count() + 3 * black_kings.bit_count()
        if white == black:
            return [side, side.opponent]
        stronger = Side.WHITE if white > black else Side.BLACK
        return [stronger, stronger.opponent]

    def _proof(self) -> Proof:
        own, other = (hunt.answer(self.root) for hunt in self.hunts.values())
        outcome, least, most = _combine(own, other)
        line, is_whole = line_of(self.tree, self.root, self._proved_winner(outcome), self.hunts)
        source = Source.SEARCH
        distance = None
        if self.tree.winner(self.root) is not None:
            distance = None if outcome is Outcome.DRAW else self.tree.distance(self.root)
            has_ended = winner_on_the_board(self.root, self.tree.variant) is not None
            source = Source.RULES if has_ended else Source.TABLE
        winner = {Outcome.WIN: self.root.side, Outcome.LOSS: self.root.side.opponent}.get(outcome)
        return Proof(
            outcome=outcome,
            source=source,
            least=least,
            most=most,
            distance=distance,
            within=None if winner is None else self.hunts[winner].within(self.root),
            line=line,
            is_whole=is_whole,
            nodes=self.nodes,
        )

    def _proved_winner(self, outcome: Outcome) -> int | None:
        """Return the proved winner: a side, NOBODY, or None where it is not proved."""
        side = self.root.side
        shown = {Outcome.WIN: int(side), Outcome.LOSS: int(side.opponent), Outcome.DRAW: NOBODY}
        return shown.get(outcome)


def _combine(own: Answer, other: Answer) -> tuple[Outcome, Value, Value]:
    """Combine both answers: the outcome, and the bounds of the value."""
    if own is Answer.PROVED:
        return Outcome.WIN, Value.WIN, Value.WIN
    if other is Answer.PROVED:
        return Outcome.LOSS, Value.LOSS, Value.LOSS
    least = Value.DRAW if other is Answer.REFUTED else Value.LOSS
    most = Value.DRAW if own is Answer.REFUTED else Value.WIN
    return (Outcome.DRAW if least is most else Outcome.UNPROVED), least, most
