"""Order of boards: which member may sit above which, by team list or by rating."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.league_rules import LeagueRules


class Sitter(NamedTuple):
    """A member at a board: the place in the team's list and the rating (0: unrated)."""

    name: str
    board_order: int
    rating: int


class OrderFault(NamedTuple):
    """A pair in the wrong order: the rule (`list` or `rating`), the lower board and the higher one."""

    rule: str
    above: Sitter
    below: Sitter


def order_fault(sitters: Sequence[Sitter], rules: LeagueRules) -> OrderFault | None:
    """Return the first pair from board 1 on that breaks the rule in force; None if there is none.

    Members without a rating may sit at any board if ratings set the order.
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
