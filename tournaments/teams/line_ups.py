"""Line-ups: the members of a team at the boards of a match, and the outcome due to an empty board.

Board n of a match is its game n. The team named first has White on the boards of odd numbers. A team that has
a member at some board is lined up: its boards without one are empty, and forfeited. A team without any
member at a board plays without names.

"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from tournaments.core.league_rules import LeagueRules
from tournaments.models import GameResult, Outcome, Pairing, TeamMember

Side = Literal["first", "second"]
SIDES: tuple[Side, Side] = ("first", "second")


def side_of(pairing: Pairing, entry_id: int) -> Side | None:
    """Return the side of a team in a match."""
    if pairing.black_id is None:
        return None
    return {pairing.white_id: SIDES[0], pairing.black_id: SIDES[1]}.get(entry_id)


def member_id(result: GameResult, side: Side) -> int | None:
    """Return the id of the member at a board for a side."""
    return result.first_member_id if side == "first" else result.second_member_id


def seated(results: Iterable[GameResult], side: Side) -> list[int | None]:
    """List the members of a side by board; an empty board has none."""
    return [member_id(result, side) for result in results]


def usual_line_up(members: Sequence[TeamMember], boards: int) -> list[int | None]:
    """Return the first members of the list in order; if there are too few, the last boards are empty."""
    return on_boards([member.pk for member in members], boards)


def on_boards(members: Sequence[int], boards: int) -> list[int | None]:
    """Seat members from board 1 on."""
    return [members[at] if at < len(members) else None for at in range(boards)]


def empty_sides(result: GameResult, results: Sequence[GameResult]) -> tuple[Side, ...]:
    """List the sides whose board is empty although their team is lined up."""
    return tuple(side for side in SIDES if member_id(result, side) is None and any(seated(results, side)))


def due_forfeit(result: GameResult, results: Sequence[GameResult]) -> Outcome:
    """Return the outcome due to an empty board; pending if both sides have a member."""
    empty = empty_sides(result, results)
    if not empty:
        return Outcome.PENDING
    if len(empty) == len(SIDES):
        return Outcome.DOUBLE_FORFEIT
    white_is_empty = (empty[0] == "first") == (result.number % 2 == 1)
    return Outcome.BLACK_FORFEIT if white_is_empty else Outcome.WHITE_FORFEIT


def is_begun(results: Sequence[GameResult]) -> bool:
    """Check that a match has a result beyond those of its empty boards."""
    return any(result.outcome not in {Outcome.PENDING, due_forfeit(result, results)} for result in results)


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
