"""C4 and C5: whether everybody who is left can be paired, and who may have the bye.

Both are questions of perfect matchings alone, whatever the quality.
"""

from tournaments.pairing.swiss.bracket import Bracket, Solution
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import bits, is_perfect, mask_of
from tournaments.pairing.values import NoLegalPairing


class Completion:
    """What a round must leave possible; raises NoLegalPairing where C1 to C5 cannot be kept at all.

    `bye_candidates` have the lowest score with which somebody can have the bye; none in an even field.
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

    def is_possible(self, players: int, candidates: int) -> bool:
        """Whether all of them can be paired, one of the candidates having the bye in an odd field."""
        if not self.has_bye:
            return is_perfect(self.adjacent, players)
        bye = self.field.size
        adjacent = list(self.adjacent)
        adjacent[bye] = candidates & players
        for place in bits(candidates & players):
            adjacent[place] |= 1 << bye
        return is_perfect(adjacent, players | 1 << bye)

    def bye_is_at_stake(self, bracket: Bracket) -> bool:
        """Whether somebody of the bracket may have the bye, so that C9 has a say in who goes down."""
        return bool(self.bye_candidates & mask_of(bracket.players))

    def is_beyond_wishes(self, bracket: Bracket, solution: Solution) -> bool:
        """Whether nobody could wish for other floaters by C4, C5 and C8.

        All who go down are paired in the next bracket, with at most one going on from there, a resident.
        """
        if self.bye_is_at_stake(bracket):
            return False
        down, following, lower = mask_of(solution.floaters), bracket.following, bracket.lower
        if not down:
            return self.is_possible(following | lower, self.bye_candidates)
        if down.bit_count() > following.bit_count():
            return False
        adjacent = list(self.adjacent)
        for place in bits(down):
            adjacent[place] &= ~down
        is_odd = (down | following).bit_count() % 2 == 1
        for one in sorted((1 << place for place in bits(following)), reverse=True) if is_odd else (0,):
            if is_perfect(adjacent, (down | following) & ~one) and self.is_possible(
                lower | one, self.bye_candidates
            ):
                return True
        return False
