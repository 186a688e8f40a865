"""C4 and C5: pairability of the remaining players, and who may have the bye.

Both are questions of perfect matchings alone, whatever the quality.
"""

from tournaments.pairing.swiss.bracket import Bracket, Solution
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import bits, is_perfect, mask_of
from tournaments.pairing.values import NoLegalPairing


class Completion:
    """Conditions that a round must leave possible; raises NoLegalPairing where C1 to C4 cannot be met.

    `bye_candidates` have the lowest score with which a player can have the bye; none in an even field.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.has_bye = field.size % 2 == 1
        self.adjacent = [*field.meets, 0]
        self.bye_candidates = self._bye_candidates()

    def _bye_candidates(self) -> int:
        field, everybody = self.field, (1 << self.field.size) - 1
        if not self.has_bye:
            if is_perfect(self.adjacent, everybody):
                return 0
            raise NoLegalPairing
        for score in sorted(set(field.score)):
            ready = (
                place
                for place in range(field.size)
                if field.score[place] == score and field.may_have_bye[place]
            )
            candidates = mask_of(ready)
            if candidates and self.is_possible(everybody, candidates):
                return candidates
        raise NoLegalPairing

    def is_possible(self, players: int, candidates: int, *, apart: int = 0) -> bool:
        """Return whether all can be paired, one of the candidates having the bye in an odd field.

        Those who are `apart` do not meet each other.
        """
        return is_perfect(*self._with_bye(players, candidates, self._separate(apart)))

    def _with_bye(self, players: int, candidates: int, adjacent: list[int]) -> tuple[list[int], int]:
        if not self.has_bye:
            return adjacent, players
        bye = self.field.size
        adjacent[bye] = candidates & players
        for place in bits(candidates & players):
            adjacent[place] |= 1 << bye
        return adjacent, players | 1 << bye

    def _separate(self, apart: int) -> list[int]:
        adjacent = list(self.adjacent)
        for place in bits(apart):
            adjacent[place] &= ~apart
        return adjacent

    def graph_of(self, players: int, others: int) -> tuple[list[int], int]:
        """Return the graph of possible meetings, and these players with the bye; others may also have it."""
        everybody = players | others
        adjacent, with_bye = self._with_bye(everybody, self.bye_candidates, list(self.adjacent))
        return adjacent, with_bye & ~others

    def bye_is_at_stake(self, bracket: Bracket) -> bool:
        """Return whether a player of the bracket may have the bye, so that C9 affects who goes down."""
        return bool(self.bye_candidates & mask_of(bracket.players))

    def leaves_pairable(self, bracket: Bracket, solution: Solution, alone: int) -> bool:
        """Return whether all lower players, or `alone` in the best for the next bracket, can be paired."""
        down = mask_of(solution.floaters)
        return self.is_possible(alone | bracket.lower, self.bye_candidates, apart=down)
