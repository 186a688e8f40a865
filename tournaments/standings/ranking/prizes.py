"""Prizes: by category, one per person, ties shared equally or by Hort, in whole minor units of money.

The largest remaining prize goes to the best placed of its category without a prize. So no player has two, and
each the better one. Players tied on score then share the prizes of their places in a category: in equal
parts, or by Hort half by place and half in equal parts. The indivisible remainder goes, unit by unit, to the
largest remainders and from the best placed on: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from tournaments.standings.ranking.errors import PrizesUnfit


class Sharing(Enum):
    """Treatment of the prizes of tied entries."""

    BY_PLACE = "by_place"
    EQUAL = "equal"
    HORT = "hort"


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry in the order of the final table; those with the same score are level."""

    number: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Prizes from the first place down; open to all without `members`."""

    key: str
    prizes: tuple[int, ...]
    members: frozenset[int] | None = None

    def admits(self, number: int) -> bool:
        """Check that an entry may win here."""
        return self.members is None or number in self.members


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Award of an entry with its derivation: category, prize of the place, pool and its members."""

    number: int
    category: str
    amount: int
    place_prize: int
    pool: int
    shared_by: int


def awards(order: Sequence[Contender], categories: Sequence[Category], sharing: Sharing) -> tuple[Award, ...]:
    """Compute all awards, in the order of the table."""
    for category in categories:
        is_descending = list(category.prizes) == sorted(category.prizes, reverse=True)
        if not is_descending or any(prize < 0 for prize in category.prizes):
            raise PrizesUnfit(category=category.key)
    won = _assign_prizes(order, categories)
    given: dict[int, Award] = {}
    for category in categories:
        for pool in _pools(order, category, won, given, sharing):
            given |= {award.number: award for award in _share_pool(pool, category.key, won, sharing)}
    return tuple(given[each.number] for each in order if each.number in given and given[each.number].amount)


def _assign_prizes(order: Sequence[Contender], categories: Sequence[Category]) -> dict[int, tuple[str, int]]:
    """Assign one prize a person before sharing: the largest first, categories in their order if equal."""
    won: dict[int, tuple[str, int]] = {}
    prizes = [(prize, category) for category in categories for prize in category.prizes]
    for prize, category in sorted(prizes, key=lambda each: -each[0]):
        winner = next(
            (each.number for each in order if each.number not in won and category.admits(each.number)), None
        )
        if winner is not None:
            won[winner] = category.key, prize
    return won


def _pools(
    order: Sequence[Contender],
    category: Category,
    won: dict[int, tuple[str, int]],
    given: dict[int, Award],
    sharing: Sharing,
) -> list[list[Contender]]:
    """List the pools of a category: its winners, each with tied entries that have no other prize."""
    winners = [each for each in order if won.get(each.number, ("", 0))[0] == category.key]
    if sharing is Sharing.BY_PLACE:
        return [[each] for each in winners]
    taken = won.keys() | given.keys()
    free = [each for each in order if each.number not in taken and category.admits(each.number)]
    sharers = [each for each in order if each in winners or each in free]
    return [
        [each for each in sharers if each.score == score]
        for score in dict.fromkeys(each.score for each in winners)
    ]


def _share_pool(
    pool: Sequence[Contender], key: str, won: dict[int, tuple[str, int]], sharing: Sharing
) -> list[Award]:
    """Return the shares of tied entries, best placed first."""
    places = [won.get(each.number, (key, 0))[1] for each in pool]
    total = sum(places)
    equal = Fraction(total, len(pool))
    exact = [(place + equal) / 2 if sharing is Sharing.HORT else equal for place in places]
    return [
        Award(
            number=each.number,
            category=key,
            amount=amount,
            place_prize=place,
            pool=total,
            shared_by=len(pool),
        )
        for each, amount, place in zip(pool, whole_shares(exact), places, strict=True)
    ]


def whole_shares(exact: Sequence[Fraction]) -> list[int]:
    """Whole units of the same sum: rounded down, the rest to the largest remainders, first ones first."""
    shares = [each.numerator // each.denominator for each in exact]
    rest = sum(exact, Fraction(0)) - sum(shares)
    if rest.denominator != 1:
        raise ValueError(rest)
    by_remainder = sorted(range(len(exact)), key=lambda at: (shares[at] - exact[at], at))
    for at in by_remainder[: rest.numerator]:
        shares[at] += 1
    return shares
