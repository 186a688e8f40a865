"""Colour preferences of teams (C.04.6 articles 1.6 and 1.7, in force from 1 Feb 2026).

None is ever absolute.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum

from tournaments.pairing.lineup import Lineup
from tournaments.pairing.values import Colour


class PreferenceType(Enum):
    """Kinds of preference of a competition; type A by default."""

    NONE = "none"
    A = "a"
    B = "b"


class Wish(IntEnum):
    """Strength of a preference; those of type A are all strong."""

    NONE = 0
    MILD = 1
    STRONG = 2


@dataclass(frozen=True, slots=True)
class Preference:
    """Preference of a team."""

    colour: Colour | None = None
    wish: Wish = Wish.NONE


def difference(colours: tuple[Colour, ...]) -> int:
    """Colour difference: matches with White less matches with Black (1.6.2)."""
    return sum(1 if colour is Colour.WHITE else -1 for colour in colours)


def preferences(lineup: Lineup, kind: PreferenceType) -> list[Preference]:
    """List the preference of every team by place."""
    is_last = lineup.snapshot.is_last_round
    return [preference(colours, kind, is_last=is_last) for colours in lineup.colours]


def preference(colours: tuple[Colour, ...], kind: PreferenceType, *, is_last: bool) -> Preference:
    """Return the preference of a team that had these colours, oldest first.

    In the last round a difference of zero makes no mild wish; whether two equal colours before it still
    make a strong one, the text leaves open: here they do (unconfirmed).
    """
    if kind is PreferenceType.NONE or not colours:
        return Preference()
    strong = _strong(colours)
    if strong is not None:
        return Preference(strong, Wish.STRONG)
    balance = difference(colours)
    if kind is PreferenceType.A or (not balance and is_last):
        return Preference()
    if balance:
        return Preference(Colour.BLACK if balance > 0 else Colour.WHITE, Wish.MILD)
    return Preference(colours[-1].opposite, Wish.MILD)


def _strong(colours: tuple[Colour, ...]) -> Colour | None:
    """Return the strong preference: a difference beyond one, or a colour twice running without a balance."""
    balance = difference(colours)
    if abs(balance) > 1:
        return Colour.BLACK if balance > 0 else Colour.WHITE
    twice = colours[-1] if len(colours) > 1 and colours[-1] is colours[-2] else None
    if twice is Colour.WHITE and balance in {0, 1}:
        return Colour.BLACK
    if twice is Colour.BLACK and balance in {0, -1}:
        return Colour.WHITE
    return None
