"""The order of boards: who may sit above whom, by the list of the team or by rating."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.league_rules import LeagueRules


class Sitter(NamedTuple):
    """Somebody at a board: the place in the team's list, and the rating; 0 is without one."""

    name: str
    board_order: int
    rating: int


class OrderFault(NamedTuple):
    """Two who sit the wrong way round: the rule (`list` or `rating`), the lower board and the higher one."""

    rule: str
    above: Sitter
    below: Sitter


def order_fault(sitters: Sequence[Sitter], rules: LeagueRules) -> OrderFault | None:
    """The first two who break the rule that is in force, from board 1 on; None where nobody does.

    Who has no rating may sit anywhere where ratings settle the order.
    """
    if rules.free_order:
        return None
    for at, above in enumerate(sitters):
        for below in sitters[at + 1 :]:
            if rules.rating_tolerance is None:
                if below.board_order < above.board_order:
                    return OrderFault("list", above, below)
            elif above.rating and below.rating - above.rating > rules.rating_tolerance:
                return OrderFault("rating", above, below)
    return None
