"""Prizes that change hands between one handing-out and another: whose, and by how much."""

from collections import Counter
from typing import NamedTuple

from tournaments.prizes.selectors.prize_awards import Handout, HandoutLine


class PrizeMove(NamedTuple):
    """Somebody whose money or things are others: `number` of the entry, what it was and what it would be.

    Amounts are in the smallest unit of their currencies, which can differ when the list was set anew.
    """

    number: int
    name: str
    before: tuple[HandoutLine, ...]
    after: tuple[HandoutLine, ...]
    currency_before: str
    currency: str

    @property
    def amount_before(self) -> int:
        """The money it was."""
        return sum(line.amount for line in self.before)

    @property
    def amount(self) -> int:
        """The money it would be."""
        return sum(line.amount for line in self.after)

    @property
    def difference(self) -> int | None:
        """How much more, or less where it is negative; None between two currencies."""
        if self.before and self.after and self.currency_before != self.currency:
            return None
        return self.amount - self.amount_before

    @property
    def is_none(self) -> bool:
        """Whether money and things are the same, whatever they are given for."""
        things = (Counter(line.thing for line in lines if line.thing) for lines in (self.before, self.after))
        return self.difference == 0 and next(things) == next(things)


def prize_moves(before: Handout | None, after: Handout | None) -> tuple[PrizeMove, ...]:
    """Everybody who would have more, less or something else, in the order of the newer table."""
    old, new = (_by_player(one) for one in (before, after))
    names = {line.number: line.name for one in (before, after) if one for line in one.lines}
    numbers = [*new, *(number for number in old if number not in new)]
    found = [
        PrizeMove(
            number,
            names[number],
            old.get(number, ()),
            new.get(number, ()),
            before.currency if before else "",
            after.currency if after else "",
        )
        for number in numbers
    ]
    return tuple(one for one in found if not one.is_none)


def _by_player(handout: Handout | None) -> dict[int, tuple[HandoutLine, ...]]:
    found: dict[int, tuple[HandoutLine, ...]] = {}
    for line in handout.lines if handout else ():
        found[line.number] = (*found.get(line.number, ()), line)
    return found
