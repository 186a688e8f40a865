"""Proof that one side does *not* win: a set of positions that the other side can stay in for ever.

"The hunter wins" is the least set that contains its lost positions and is closed under the moves, so nothing
that goes round in circles belongs to it. The set is worked out on the positions that matter alone (Liu and
Smolka 1998). Each counts as not won until it is shown to be. Of a defender's moves one is looked at, the next
only when that is won; of the hunter's moves all are. When nothing is left to look at, every position that
still counts as not won is so beyond doubt, cycles and all, and no path was ever asked for.
"""

from games.endings.proof_search import Allowance, Answer, OutOfTime, ProofSearch
from games.endings.tree import TreeFull
from games.rules import Position


class Fortress:
    """The defence of one position against the hunter."""

    def __init__(self, hunt: ProofSearch, root: Position) -> None:
        self.hunt = hunt
        self.root = root
        self._seen: set[Position] = set()
        self._dependents: dict[Position, list[Position]] = {}
        self._to_look_at: list[Position] = [root]

    def search(self, allowance: Allowance) -> Answer:
        """Look until the question is settled or the allowance is used up; may be called again to go on."""
        for position in [one for one in self._dependents if self.hunt.is_proved(one)]:
            self._propagate(position)  # proved by others since the last call
        try:
            while self._to_look_at and not self.hunt.is_proved(self.root):
                position = self._to_look_at[-1]
                if position not in self._seen:
                    allowance.spend()
                    self.hunt.tree.next_of(position)
                self._to_look_at.pop()
                self._add_position(position)
        except (OutOfTime, TreeFull):
            return Answer.OPEN
        if self.hunt.is_proved(self.root):
            return Answer.PROVED
        positions_left = {one for one in self._seen if not self.hunt.is_proved(one)}
        if not self._is_closed(positions_left):
            raise AssertionError(self.root)  # a broken promise of this module, never an answer
        for position in positions_left:
            self.hunt.note_refutation(position)
        return Answer.REFUTED

    def _is_closed(self, positions_left: set[Position]) -> bool:
        """Check again, from the moves alone, that the defender can stay among these positions."""
        winner, refuted = self.hunt.tree.winner, self.hunt.refuted

        def is_held(one: Position) -> bool:
            return one in positions_left or one in refuted or winner(one) not in {None, self.hunt.hunter}

        for position in positions_left:
            followers = self.hunt.tree.next_of(position)
            if not followers:
                if position.side != self.hunt.hunter:
                    return False
            elif position.side == self.hunt.hunter:
                if not all(map(is_held, followers)):
                    return False
            elif not any(map(is_held, followers)):
                return False
        return True

    def _add_position(self, position: Position) -> None:
        """Take a position in, once."""
        if position in self._seen or self._is_settled(position):
            return
        self._seen.add(position)
        if not self.hunt.tree.next_of(position):
            self._is_settled(position)
            return
        if position.side == self.hunt.hunter:
            self._ask_all(position)
        else:
            self._ask_next(position)

    def _is_settled(self, position: Position) -> bool:
        proof, refutation = self.hunt.numbers(position)
        if proof == 0:
            self._propagate(position)
            return True
        return refutation == 0 and (
            position in self.hunt.refuted or self.hunt.tree.winner(position) is not None
        )

    def _ask_all(self, position: Position) -> None:
        """Ask all successors of the hunter's move: one that is won is enough."""
        followers = self.hunt.tree.next_of(position)
        if any(map(self.hunt.is_proved, followers)):
            self._prove(position)
            return
        for one in followers:
            if not self._is_settled(one):
                self._dependents.setdefault(one, []).append(position)
                if one not in self._seen:
                    self._to_look_at.append(one)

    def _ask_next(self, position: Position) -> None:
        """Ask the likeliest successor of the defender's move that is not won."""
        positions_left = [one for one in self.hunt.tree.next_of(position) if self.hunt.numbers(one)[0]]
        if not positions_left:
            self._prove(position)
            return
        chosen = min(positions_left, key=self._doubt)
        if self._is_settled(chosen):
            return
        self._dependents.setdefault(chosen, []).append(position)
        if chosen not in self._seen:
            self._to_look_at.append(chosen)

    def _doubt(self, position: Position) -> tuple[bool, bool, int, int]:
        """Return how far the defender is from being sure of a successor; least first."""
        proof, refutation = self.hunt.numbers(position)
        is_sure = position in self.hunt.refuted or self.hunt.tree.winner(position) is not None
        return not is_sure, position not in self._seen or refutation != 0, refutation, -proof

    def _prove(self, position: Position) -> None:
        self.hunt.note_proof(position)
        self._propagate(position)

    def _propagate(self, position: Position) -> None:
        """Notify the positions that waited for this one that it is won."""
        won = [position]
        while won:
            for one in self._dependents.pop(won.pop(), ()):
                if self.hunt.is_proved(one):
                    continue
                if one.side == self.hunt.hunter:
                    self.hunt.note_proof(one)
                    won.append(one)
                    continue
                positions_left = [n for n in self.hunt.tree.next_of(one) if self.hunt.numbers(n)[0]]
                if not positions_left:
                    self.hunt.note_proof(one)
                    won.append(one)
                else:
                    self._ask_next(one)
