"""Colours in the first game of a pairing of several games; the later games alternate (SL-S5).

The order is that of the Double-Swiss, C.04.5 article 4.3 (in force from 1 Feb 2026), where White starts.
Draughts has games that Black starts, so the first games with the starting side are counted.
"""

from dataclasses import dataclass

from tournaments.pairing.lineup import Lineup
from tournaments.pairing.reasons import Code, Reason, because
from tournaments.pairing.swiss.colours import allocate, colour_history
from tournaments.pairing.values import Colour


@dataclass(frozen=True, slots=True)
class FirstGame:
    """Colour of the higher ranked player in the first game, with the reason."""

    higher_has_white: bool
    reason: Reason


DUTCH_COLOURS = {
    "5.2.1": Code.COLOUR_PREFERENCES,
    "5.2.2": Code.STRONGER_PREFERENCE,
    "5.2.3": Code.ALTERNATES_LATEST_DIFFERENCE,
    "5.2.4": Code.HIGHER_PREFERENCE,
    "5.2.5": Code.INITIAL_COLOUR,
}


def colours_of(lineup: Lineup, higher: int, lower: int, *, games: int, starting_side: Colour) -> FirstGame:
    """Decide by first games with the starting side if every pairing is balanced; else as the Dutch system."""
    if games % 2 == 0:
        return first_game(lineup, higher, lower, starting_side)
    one, other = lineup.players[higher], lineup.players[lower]
    grant = allocate(
        colour_history(one),
        colour_history(other),
        first_has_odd_number=lineup.has_odd_number[higher],
        initial=lineup.snapshot.initial_colour,
    )
    reason = because(DUTCH_COLOURS[grant.article], f"C.04.3 {grant.article}", player=one.number)
    return FirstGame(grant.first_is_white, reason)


def first_game(lineup: Lineup, higher: int, lower: int, starting_side: Colour) -> FirstGame:
    """Decide the first colours of two players by place, the higher ranked named first."""
    one, other = lineup.colours[higher], lineup.colours[lower]
    number, lower_number = lineup.players[higher].number, lineup.players[lower].number
    if not one and not other:
        initial = lineup.snapshot.initial_colour
        colour = initial if lineup.has_odd_number[higher] else initial.opposite
        return _start_with(colour, because(Code.INITIAL_COLOUR, "C.04.5 4.3.1", player=number, number=number))
    starts, lower_starts = one.count(starting_side), other.count(starting_side)
    if starts != lower_starts:
        fewer_is_higher = starts < lower_starts
        reason = because(
            Code.FEWER_FIRST_MOVES,
            "C.04.5 4.3.2",
            player=number if fewer_is_higher else lower_number,
            games=min(starts, lower_starts),
            opponent_games=max(starts, lower_starts),
        )
        return _start_with(starting_side if fewer_is_higher else starting_side.opposite, reason)
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine is not theirs:
            return _start_with(
                theirs, because(Code.ALTERNATES_LATEST_DIFFERENCE, "C.04.5 4.3.3", player=number)
            )
    if one:
        return _start_with(one[-1].opposite, because(Code.HIGHER_ALTERNATES, "C.04.5 4.3.4", player=number))
    return _start_with(other[-1], because(Code.OTHER_ALTERNATES, "C.04.5 4.3.5", player=lower_number))


def _start_with(colour: Colour, reason: Reason) -> FirstGame:
    return FirstGame(colour is Colour.WHITE, reason)
