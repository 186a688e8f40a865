"""Common case of a bracket: all criteria can be met at once.

Each criterion has a bound that no candidate can beat: as few go down as must (below.py), no float
is repeated, and as many colour preferences are missed as the counts of preferences force. Pairs that would
miss a bound are struck out; a perfect matching of what is left is a candidate that meets all bounds, and
every candidate that meets them is such a matching. So the first one in order of generation is the pairing,
and no weights are needed. Where there is none, the bracket is weighed (solver.py).
"""

from collections.abc import Sequence

from tournaments.pairing.swiss.below import Exits
from tournaments.pairing.swiss.bracket import Bracket, PlacePair, Solution, UnsolvedBracket, solution_of
from tournaments.pairing.swiss.colours import Strength
from tournaments.pairing.swiss.field import Field, Float
from tournaments.pairing.swiss.graph import Matching, bits, mask_of
from tournaments.pairing.values import Colour


class IdealBracket:
    """Bracket with only the faultless pairs left, and its open exits."""

    def __init__(self, field: Field, bracket: Bracket, exits: Exits) -> None:
        self.field, self.bracket, self.exits = field, bracket, exits
        self.movers, self.residents = mask_of(bracket.movers), mask_of(bracket.residents)
        self.leavers = mask_of(
            place for place in bracket.residents if Float.DOWN not in field.floats[place]
        )  # C14 and C16
        self.adjacent = self._struck()

    def first(self) -> Solution | None:
        """Return the first candidate without a fault; None where there is none."""
        if len(self.bracket.movers) > len(self.bracket.residents):
            return None
        matching = Matching(self.adjacent, self.movers | self.residents | self.exits.alive)
        if not matching.is_perfect():
            return None
        pairs = self._pair_in_turn(matching, self.bracket.movers)
        rest = [place for place in self.bracket.residents if matching.alive >> place & 1]
        more = self._remainder(rest)
        return None if more is None else solution_of(self.bracket, [*pairs, *more])

    def _pair_in_turn(self, matching: Matching, players: Sequence[int]) -> list[PlacePair]:
        """Pair each in turn with the smallest number that leaves the others pairable (4.2)."""
        return [(place, self._partner(matching, place)) for place in players]

    def _partner(self, matching: Matching, place: int) -> int:
        for other in bits(matching.adjacent[place] & matching.alive):
            if matching.fix(place, other):
                return other
        raise UnsolvedBracket(place)

    def _remainder(self, rest: list[int]) -> list[PlacePair] | None:
        """Pair S1 against S2 without an exchange; None where one is needed."""
        half = (len(rest) - self.exits.many) // 2
        upper, lower, outside = mask_of(rest[:half]), mask_of(rest[half:]), self.exits.alive
        adjacent = list(self.adjacent)
        for place in rest[:half]:
            adjacent[place] &= lower
        for place in rest[half:]:
            adjacent[place] &= upper | outside
        for place in bits(outside):
            adjacent[place] &= lower | outside
        matching = Matching(adjacent, upper | lower | outside)
        if not matching.is_perfect():
            return None
        return self._pair_in_turn(matching, rest[:half])

    def _struck(self) -> list[int]:
        field, bracket, outside = self.field, self.bracket, self.exits.alive
        adjacent = list(self.exits.adjacent)
        ways_out = {place: adjacent[place] & outside for place in bracket.residents}
        for place in bracket.movers:
            adjacent[place] = field.meets[place] & self.residents
        for place in bracket.residents:
            adjacent[place] = field.meets[place] & (self.movers | self.residents)
        self._strike_floats(adjacent)
        self._strike_colours(adjacent)
        for place in bits(self.leavers):
            adjacent[place] |= ways_out[place]
        for place in bits(outside):
            adjacent[place] &= self.leavers | outside
        return adjacent

    def _strike_floats(self, adjacent: list[int]) -> None:
        """Exclude pairs by C15 and C17: no player is moved up again."""
        if not self.movers:
            return
        again = sum(1 << place for place in self.bracket.residents if Float.UP in self.field.floats[place])
        for place in self.bracket.movers:
            adjacent[place] &= ~again
        for place in bits(again):
            adjacent[place] &= ~self.movers

    def _strike_colours(self, adjacent: list[int]) -> None:
        """Exclude pairs by C10 to C13: the counts of preferences limit how many are missed."""
        colours = self.field.colours
        wishes = {Colour.WHITE: 0, Colour.BLACK: 0}
        strong = absolute = 0
        for place in self.bracket.players:
            each = colours[place]
            if each.preferred is None:
                continue
            wishes[each.preferred] |= 1 << place
            strong |= (each.strength >= Strength.STRONG) << place
            absolute |= (each.strength is Strength.ABSOLUTE) << place
        inside = self.movers | self.residents
        seats = inside.bit_count() + self.exits.many
        many = max(wishes.values(), key=int.bit_count)
        if 2 * many.bit_count() <= seats:
            for group in wishes.values():
                self._strike(adjacent, group, group)
            return
        self._strike(adjacent, many & absolute, many & absolute)
        strong &= many
        if 2 * strong.bit_count() <= seats:
            self._strike(adjacent, strong, strong)
        else:
            many = strong
        self._strike(adjacent, inside & ~many, inside & ~many)
        self.leavers &= many

    @staticmethod
    def _strike(adjacent: list[int], ones: int, others: int) -> None:
        for place in bits(ones):
            adjacent[place] &= ~others
