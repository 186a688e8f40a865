"""C4 and C5: whether everybody who is left can be paired, and who may have the bye.

Both are questions of perfect matchings alone, whatever the quality.
"""

from tournaments.pairing.swiss.bracket import Bracket, Solution
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import Matching, bits, is_perfect, mask_of
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

    def is_possible(self, players: int, candidates: int, *, apart: int = 0) -> bool:
        """Whether all of them can be paired, one of the candidates having the bye in an odd field.

        Those who are `apart` do not meet each other.
        """
        return is_perfect(*self._with_bye(players, candidates, self._kept_apart(apart)))

    def _left_over(self, players: int, candidates: int) -> int:
        """How many of them at least are not paired."""
        return Matching(*self._with_bye(players, candidates, self._kept_apart(0))).largest().bit_count()

    def _with_bye(self, players: int, candidates: int, adjacent: list[int]) -> tuple[list[int], int]:
        if not self.has_bye:
            return adjacent, players
        bye = self.field.size
        adjacent[bye] = candidates & players
        for place in bits(candidates & players):
            adjacent[place] |= 1 << bye
        return adjacent, players | 1 << bye

    def _kept_apart(self, apart: int) -> list[int]:
        adjacent = list(self.adjacent)
        for place in bits(apart):
            adjacent[place] &= ~apart
        return adjacent

    def bye_is_at_stake(self, bracket: Bracket) -> bool:
        """Whether somebody of the bracket may have the bye, so that C9 has a say in who goes down."""
        return bool(self.bye_candidates & mask_of(bracket.players))

    def may_be_beyond_wishes(self, bracket: Bracket) -> bool:
        """Whether that could hold with at most one going down, who meets one of the next bracket."""
        following = Matching(self.adjacent, bracket.following).largest().bit_count()
        return following <= 1 + 1 and self._left_over(bracket.lower, self.bye_candidates) <= 1

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
        adjacent = self._kept_apart(down)
        is_odd = (down | following).bit_count() % 2 == 1
        if Matching(adjacent, down | following).largest().bit_count() > is_odd:
            return False
        for one in sorted((1 << place for place in bits(following)), reverse=True) if is_odd else (0,):
            if is_perfect(adjacent, (down | following) & ~one) and self.is_possible(
                lower | one, self.bye_candidates
            ):
                return True
        return False

    def leaves_pairable(self, bracket: Bracket, solution: Solution, alone: int) -> bool:
        """Whether everybody can be paired who is lower, or `alone` in what is best for the next bracket."""
        down = mask_of(solution.floaters)
        return self.is_possible(alone | bracket.lower, self.bye_candidates, apart=down)
