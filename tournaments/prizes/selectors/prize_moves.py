"""Changes of prizes between two published lists: the players and the amounts."""

from collections import Counter
from typing import NamedTuple

from tournaments.prizes.selectors.prize_awards import PrizeAward, PrizeAwards


class PrizeMove(NamedTuple):
    """A change of a player's prizes: `number` of the entry, the prizes before and after.

    Amounts are in the smallest unit of their currencies, which can differ if the list was replaced.
    """

    number: int
    name: str
    before: tuple[PrizeAward, ...]
    after: tuple[PrizeAward, ...]
    currency_before: str
    currency: str

    @property
    def amount_before(self) -> int:
        """Amount of money before."""
        return sum(line.amount for line in self.before)

    @property
    def amount(self) -> int:
        """Amount of money after."""
        return sum(line.amount for line in self.after)

    @property
    def difference(self) -> int | None:
        """Change of the amount, negative if less; None between two currencies."""
        if self.before and self.after and self.currency_before != self.currency:
            return None
        return self.amount - self.amount_before

    @property
    def is_none(self) -> bool:
        """True if money and things are the same, even if awarded for other places."""
        things = (Counter(line.thing for line in lines if line.thing) for lines in (self.before, self.after))
        return self.difference == 0 and next(things) == next(things)


def prize_moves(before: PrizeAwards | None, after: PrizeAwards | None) -> tuple[PrizeMove, ...]:
    """Return the players with more, less or other prizes, in the order of the newer table."""
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


def _by_player(handout: PrizeAwards | None) -> dict[int, tuple[PrizeAward, ...]]:
    found: dict[int, tuple[PrizeAward, ...]] = {}
    for line in handout.lines if handout else ():
        found[line.number] = (*found.get(line.number, ()), line)
    return found
