"""Colour limits of a pair with a topscorer (C10, C11); without one C3 has excluded it already."""

from collections.abc import Iterator

from tournaments.pairing.swiss.colours import ColourHistory
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.values import Colour

WIDEST_DIFFERENCE = 2


def goes_beyond_two(field: Field, one: int, other: int) -> bool:
    """Check C10: a player of a topscorer's pair comes to a colour difference beyond two."""
    return any(
        abs(history.difference + history.step(got)) > WIDEST_DIFFERENCE
        for history, got in _against_their_wish(field, one, other)
    )


def goes_third_time(field: Field, one: int, other: int) -> bool:
    """Check C11: a player of a topscorer's pair gets the same colour three times running."""
    return any(history.played[-2:] == (got, got) for history, got in _against_their_wish(field, one, other))


def _against_their_wish(field: Field, one: int, other: int) -> Iterator[tuple[ColourHistory, Colour]]:
    """Yield the players of a topscorer's pair without their preferred colour, and the colour given."""
    if not (field.is_topscorer[one] or field.is_topscorer[other]):
        return
    white = Colour.WHITE if field.grant(one, other).first_is_white else Colour.BLACK
    for history, got in ((field.colours[one], white), (field.colours[other], white.opposite)):
        if history.preferred is got.opposite:
            yield history, got
