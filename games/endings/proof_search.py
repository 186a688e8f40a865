"""Search for a forced win by one side, by proof numbers; its proofs alone are trusted.

The numbers say how many positions must still be proved, or refuted, before the question is settled
(Allis 1994; depth first with thresholds, Nagai 2002; the heaviest child instead of the sum of all,
because lines of play meet again). A position met again on the way to itself counts as not won *here*. That
can spoil a refutation, never a proof: a proof is a finite tree that ends in lost positions. So refutations
found here are a hint, and ``fortress.py`` proves them.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from games.endings.tree import Tree, TreeFull
from games.rules import Position, Side

INFINITE: Final = 1 << 40
DEEPEST: Final = 160  # plies from the root; a deeper line counts as not won here
REPEATED: Final = (INFINITE, 0)
FAR_ENOUGH: Final = 1.25  # a line is followed until it is this much worse than the next best


class Answer(Enum):
    """Answer to a question: proved, refuted with or without proof, or open."""

    PROVED = "proved"
    SEEMS_REFUTED = "seems refuted"
    REFUTED = "refuted"
    OPEN = "open"


class OutOfTime(Exception):
    """The nodes or the time of a search are used up."""


class Allowance:
    """Limits left for a search: nodes, and a function that returns whether its time is over."""

    def __init__(self, nodes: int, is_over: Callable[[], bool]) -> None:
        self.left = nodes
        self.used = 0
        self._is_over = is_over

    def spend(self) -> None:
        """Count one node; raises OutOfTime when there is none left."""
        self.used += 1
        self.left -= 1
        if self.left < 0 or (self.used & 63 == 0 and self._is_over()):
            raise OutOfTime


class _Best(NamedTuple):
    """Choice of the mover, by what is left for him to show (own) and for the other side (other)."""

    follower: Position | None
    own: int
    second: int  # the own number of the next best
    other: int
    total: int  # the other number of the whole position
    rest: int  # followers besides one that are still open for the other side


class ProofSearch:
    """The question whether ``hunter`` wins, asked of any position of a tree."""

    def __init__(self, tree: Tree, hunter: Side) -> None:
        self.tree = tree
        self.hunter = hunter
        self.proved: dict[Position, int] = {}  # with the most plies that the win can take
        self.refuted: set[Position] = set()  # beyond doubt
        self._numbers: dict[Position, tuple[int, int]] = {}
        self._path: set[Position] = set()

    def answer(self, position: Position) -> Answer:
        """Return the answer known for a position."""
        proof, refutation = self.numbers(position)
        if proof == 0:
            return Answer.PROVED
        if position in self.refuted or self.tree.winner(position) is not None:
            return Answer.REFUTED
        return Answer.SEEMS_REFUTED if refutation == 0 else Answer.OPEN

    def numbers(self, position: Position) -> tuple[int, int]:
        """Return the proof and refutation numbers left."""
        found = self._numbers.get(position)
        if found is not None:
            return found
        winner = self.tree.winner(position)
        if winner is not None:
            found = self._numbers[position] = (0, INFINITE) if winner == self.hunter else (INFINITE, 0)
            return found
        return 1, 1

    def is_proved(self, position: Position) -> bool:
        """Return True if the hunter wins a position, by the table or by what was found."""
        return self.numbers(position)[0] == 0

    def within(self, position: Position) -> int:
        """In how many plies the hunter has won a proved position at the latest."""
        found = self.proved.get(position)
        return self.tree.distance(position) if found is None else found

    def note_proof(self, position: Position) -> None:
        """Record that the hunter wins a position all or one of whose successors are proved."""
        if position not in self.proved:
            known = [self.within(one) for one in self.tree.next_of(position) if self.is_proved(one)]
            self.proved[position] = 1 + (min(known) if position.side == self.hunter else max(known))
        self._numbers[position] = (0, INFINITE)

    def note_refutation(self, position: Position) -> None:
        """Record that the hunter does not win a position, beyond doubt."""
        self.refuted.add(position)
        self._numbers[position] = (INFINITE, 0)

    def search(self, root: Position, allowance: Allowance) -> Answer:
        """Go on with a position until the question is settled or the allowance is used up."""
        self._path = set()
        try:
            self._search(root, INFINITE, INFINITE, allowance)
        except (OutOfTime, TreeFull):
            return Answer.OPEN
        return self.answer(root)

    def _search(
        self, position: Position, proof_limit: int, refutation_limit: int, allowance: Allowance
    ) -> None:
        """Go into a position until one of its numbers reaches its limit."""
        allowance.spend()
        followers = self.tree.next_of(position)
        if not followers:
            return
        self._path.add(position)
        is_hunters = position.side == self.hunter
        try:
            while True:
                best = self._best(followers, is_hunters=is_hunters)
                proof, refutation = (best.own, best.total) if is_hunters else (best.total, best.own)
                if proof == 0:
                    self.note_proof(position)
                    return
                self._numbers[position] = (proof, refutation)
                if refutation == 0 or proof >= proof_limit or refutation >= refutation_limit:
                    return
                if best.follower is None or len(self._path) > DEEPEST:
                    self._numbers[position] = (INFINITE, 0)
                    return
                own, other = (
                    (proof_limit, refutation_limit) if is_hunters else (refutation_limit, proof_limit)
                )
                own = min(own, 1 + int(best.second * FAR_ENOUGH))
                other = max(best.other + 1, INFINITE if other >= INFINITE else other - best.rest)
                limits = (own, other) if is_hunters else (other, own)
                self._search(best.follower, *limits, allowance)
        finally:
            self._path.discard(position)

    def _best(self, followers: tuple[Position, ...], *, is_hunters: bool) -> _Best:
        """Return the follower that serves the mover best, and what all of them come to."""
        path, numbers = self._path, self._numbers
        own = second = INFINITE
        other_of_best = heaviest = still_open = 0
        chosen = None
        for one in followers:
            pair = numbers.get(one) or self.numbers(one)
            if one in path and pair[0]:
                pair = REPEATED
            mine, other = pair if is_hunters else (pair[1], pair[0])
            if other:
                still_open += 1
                heaviest = max(heaviest, other)
            if mine < own:
                own, second, other_of_best, chosen = mine, own, other, one
            elif mine < second:
                second = mine
        rest = max(0, still_open - 1)
        total = INFINITE if own == 0 else min(INFINITE, heaviest + rest)
        return _Best(chosen, own, second, other_of_best, total, rest)
