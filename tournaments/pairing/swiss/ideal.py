"""The common case of a bracket: everything that could be wished for can be had at once.

Each criterion has a bound that no candidate can beat: nobody goes down but one of an odd bracket, no float
is repeated, and as many colour preferences are missed as the counts of preferences force. Pairs that would
miss a bound are struck out; a perfect matching of what is left is a candidate that meets all bounds, and
every candidate that meets them is such a matching. So the first one in order of generation is the pairing,
and no weights are needed. Where there is none, the bracket is weighed (solver.py).
"""

from collections.abc import Sequence

from tournaments.pairing.swiss.bracket import Bracket, PlacePair, Solution, UnsolvedBracket, solution_of
from tournaments.pairing.swiss.colours import Strength
from tournaments.pairing.swiss.field import Field, Float
from tournaments.pairing.swiss.graph import Matching, bits
from tournaments.pairing.values import Colour


class IdealBracket:
    """A bracket in which only pairs without any fault are left."""

    def __init__(self, field: Field, bracket: Bracket, *, has_bye: bool, looks_down: bool = True) -> None:
        self.field, self.bracket, self.looks_down = field, bracket, looks_down
        self.movers = sum(1 << place for place in bracket.movers)
        self.residents = sum(1 << place for place in bracket.residents)
        self.is_odd = (len(bracket.movers) + len(bracket.residents)) % 2 == 1
        self.gone = field.size  # the vertex of whoever goes down or has the bye
        self.has_bye = has_bye and bracket.is_last
        self.adjacent = self._struck()

    @property
    def everybody(self) -> int:
        """The bracket, and the place of the one who leaves it."""
        return self.movers | self.residents | (1 << self.gone if self.is_odd else 0)

    def first(self) -> Solution | None:
        """The first candidate without a fault; None where there is none."""
        if len(self.bracket.movers) > len(self.bracket.residents):
            return None
        matching = Matching(self.adjacent, self.everybody)
        if not matching.is_perfect():
            return None
        pairs = self._paired(matching, self.bracket.movers)
        rest = [place for place in self.bracket.residents if matching.alive >> place & 1]
        more = self._remainder(rest)
        return None if more is None else solution_of(self.bracket, [*pairs, *more])

    def strike_floater(self, place: int) -> None:
        """Nobody else may wish this player to go down."""
        self.adjacent[place] &= ~(1 << self.gone)
        self.adjacent[self.gone] &= ~(1 << place)

    def _paired(self, matching: Matching, players: Sequence[int]) -> list[PlacePair]:
        """Each in turn with the smallest number that leaves the others pairable (4.2)."""
        return [(place, self._partner(matching, place)) for place in players]

    def _partner(self, matching: Matching, place: int) -> int:
        for other in bits(matching.adjacent[place] & matching.alive):
            if matching.fix(place, other):
                return other
        raise UnsolvedBracket(place)

    def _remainder(self, rest: list[int]) -> list[PlacePair] | None:
        """S1 against S2 without an exchange; None where one is needed."""
        half = len(rest) // 2
        upper = sum(1 << place for place in rest[:half])
        lower = sum(1 << place for place in rest[half:])
        gone = 1 << self.gone if self.is_odd else 0
        adjacent = list(self.adjacent)
        for place in rest[:half]:
            adjacent[place] &= lower
        for place in rest[half:]:
            adjacent[place] &= upper | gone
        if gone:
            adjacent[self.gone] &= lower
        matching = Matching(adjacent, upper | lower | gone)
        if not matching.is_perfect():
            return None
        return self._paired(matching, rest[:half])

    def _struck(self) -> list[int]:
        field, bracket = self.field, self.bracket
        inside = self.movers | self.residents
        adjacent = [0] * (field.size + 1)
        for place in bracket.movers:
            adjacent[place] = field.meets[place] & self.residents
        for place in bracket.residents:
            adjacent[place] = field.meets[place] & inside
        if self.is_odd:
            for place in self._may_leave():
                adjacent[place] |= 1 << self.gone
                adjacent[self.gone] |= 1 << place
        self._strike_floats(adjacent)
        self._strike_colours(adjacent)
        return adjacent

    def _may_leave(self) -> list[int]:
        """C9, C14 and C16: who may go down or have the bye."""
        field, bracket = self.field, self.bracket
        if self.has_bye:
            ready = [place for place in bracket.residents if bracket.bye_candidates >> place & 1]
            if bracket.bye_candidates & ~self.residents:
                return []
            fewest = min((field.unplayed[place] for place in ready), default=0)
            ready = [place for place in ready if field.unplayed[place] == fewest]
        else:
            below = bracket.following
            ready = [
                place for place in bracket.residents if field.meets[place] & below or not self.looks_down
            ]
        return [place for place in ready if Float.DOWN not in field.floats[place]]

    def _strike_floats(self, adjacent: list[int]) -> None:
        """C15 and C17: nobody is moved up again."""
        if not self.movers:
            return
        again = sum(1 << place for place in self.bracket.residents if Float.UP in self.field.floats[place])
        for place in self.bracket.movers:
            adjacent[place] &= ~again
        for place in bits(again):
            adjacent[place] &= ~self.movers

    def _strike_colours(self, adjacent: list[int]) -> None:
        """C10 to C13: who prefers what bounds how many preferences are missed."""
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
        everybody = self.everybody
        many = max(wishes.values(), key=int.bit_count)
        missed = 2 * many.bit_count() - everybody.bit_count()
        if missed <= 0:
            for group in wishes.values():
                self._strike(adjacent, group, group)
            return
        self._strike(adjacent, everybody & ~many, everybody & ~many)
        self._strike(adjacent, many & absolute, many & absolute)
        strong &= many
        if 2 * strong.bit_count() <= everybody.bit_count():
            self._strike(adjacent, strong, strong)
        else:
            self._strike(adjacent, everybody & ~strong, everybody & ~strong)

    @staticmethod
    def _strike(adjacent: list[int], ones: int, others: int) -> None:
        for place in bits(ones):
            adjacent[place] &= ~others
