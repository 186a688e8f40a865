"""Allocation of White on the first board of a team pairing (C.04.6 article 4, in force from 1 Feb 2026)."""

from collections.abc import Sequence

from tournaments.pairing.first_game import FirstGame
from tournaments.pairing.lexicographic.team_colours import Preference, Wish, difference
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.reasons import Code, Reason, because
from tournaments.pairing.values import Colour


def team_first_game(
    lineup: Lineup, wished: Sequence[Preference], higher: int, lower: int, *, by_second_score: bool
) -> FirstGame:
    """Allocate the colours of two teams by place; `higher` has the better score, or the smaller number."""
    first, other = _first_team(lineup, higher, lower, by_second_score=by_second_score)
    colour, reason = _decide_colour(lineup, wished, first, other)
    return FirstGame((colour is Colour.WHITE) == (first == higher), reason)


def _first_team(lineup: Lineup, higher: int, lower: int, *, by_second_score: bool) -> tuple[int, int]:
    """Order by 4.2: the higher primary score, the higher secondary score where used, the smaller number.

    Lent points do not count: C.04.7 1.5 uses the pairing score for score groups and boards alone.
    """

    def rank(place: int) -> tuple[int, int, int]:
        second = lineup.second[place] if by_second_score else 0
        return -lineup.standing[place], -second, lineup.players[place].number

    first, other = sorted((higher, lower), key=rank)
    return first, other


def _decide_colour(
    lineup: Lineup, wished: Sequence[Preference], first: int, other: int
) -> tuple[Colour, Reason]:
    """Return the colour of the first team by 4.3.1 to 4.3.9."""
    number = lineup.players[first].number
    if not lineup.colours[first] and not lineup.colours[other]:
        initial = lineup.snapshot.initial_colour
        colour = initial if lineup.has_odd_number[first] else initial.opposite
        return colour, because(Code.INITIAL_COLOUR, "C.04.6 4.3.1", player=number, number=number)
    by_wish = _by_wish(lineup, wished, first, other)
    return by_wish or _by_past(lineup, wished[first], first, other)


def _by_wish(
    lineup: Lineup, wished: Sequence[Preference], first: int, other: int
) -> tuple[Colour, Reason] | None:
    """Decide by 4.3.2 to 4.3.4: an uncontested wish, two that agree, the only strong one."""
    mine, theirs = wished[first], wished[other]
    number, other_number = lineup.players[first].number, lineup.players[other].number
    if mine.colour is None and theirs.colour is None:
        return None
    if theirs.colour is None and mine.colour is not None:
        return mine.colour, because(Code.ONLY_PREFERENCE, "C.04.6 4.3.2", player=number)
    if mine.colour is None and theirs.colour is not None:
        return theirs.colour.opposite, because(Code.ONLY_PREFERENCE, "C.04.6 4.3.2", player=other_number)
    if mine.colour is not None and theirs.colour is not None:
        if mine.colour is not theirs.colour:
            return mine.colour, because(Code.COLOUR_PREFERENCES, "C.04.6 4.3.3", player=number)
        if (mine.wish is Wish.STRONG) != (theirs.wish is Wish.STRONG):
            is_mine = mine.wish is Wish.STRONG
            reason = because(
                Code.STRONGER_PREFERENCE, "C.04.6 4.3.4", player=number if is_mine else other_number
            )
            return mine.colour if is_mine else mine.colour.opposite, reason
    return None


def _by_past(lineup: Lineup, wish: Preference, first: int, other: int) -> tuple[Colour, Reason]:
    """Decide by 4.3.5 to 4.3.9: lower difference, latest difference, the first team's wish, then alternation.

    Histories are compared from their ends, played matches only (general handling rules 3.4).
    """
    mine, theirs = lineup.colours[first], lineup.colours[other]
    number, other_number = lineup.players[first].number, lineup.players[other].number
    balance, their_balance = difference(mine), difference(theirs)
    if balance != their_balance:
        is_mine = balance < their_balance
        reason = because(
            Code.LOWER_COLOUR_DIFFERENCE,
            "C.04.6 4.3.5",
            player=number if is_mine else other_number,
            difference=min(balance, their_balance),
            opponent_difference=max(balance, their_balance),
        )
        return Colour.WHITE if is_mine else Colour.BLACK, reason
    for one, another in zip(reversed(mine), reversed(theirs), strict=False):
        if one is not another:
            return another, because(Code.ALTERNATES_LATEST_DIFFERENCE, "C.04.6 4.3.6", player=number)
    if wish.colour is not None:
        return wish.colour, because(Code.HIGHER_PREFERENCE, "C.04.6 4.3.7", player=number)
    if mine:
        return mine[-1].opposite, because(Code.HIGHER_ALTERNATES, "C.04.6 4.3.8", player=number)
    return theirs[-1], because(Code.OTHER_ALTERNATES, "C.04.6 4.3.9", player=other_number)
