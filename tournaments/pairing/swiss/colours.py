"""Colour preferences and allocation (C.04.3 articles 1.7 and 5.2, in force from 1 Feb 2026)."""

from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.values import Colour, Player


class Strength(IntEnum):
    """Strength of a colour preference."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class ColourHistory:
    """Colours of the played games, oldest first, and the resulting preference."""

    played: tuple[Colour, ...]
    difference: int
    preferred: Colour | None
    strength: Strength

    @property
    def wishes(self) -> tuple[int, int]:
        """Sort key for two equal preferences: the strength, then the difference (of absolute ones alone)."""
        return self.strength, abs(self.difference)

    @staticmethod
    def step(colour: Colour) -> int:
        """Return the change of the difference by one more game with a colour."""
        return 1 if colour is Colour.WHITE else -1


def colour_history(player: Player) -> ColourHistory:
    """Return the colours of a player; unplayed rounds do not count."""
    played = tuple(each.colour for each in player.rounds if each.is_played and each.colour is not None)
    difference = sum(ColourHistory.step(colour) for colour in played)
    return ColourHistory(played, difference, *_preference(played, difference))


def _preference(played: tuple[Colour, ...], difference: int) -> tuple[Colour | None, Strength]:
    if not played:
        return None, Strength.NONE
    behind = Colour.BLACK if difference > 0 else Colour.WHITE
    if abs(difference) > 1:
        return behind, Strength.ABSOLUTE
    if len(played) > 1 and played[-1] is played[-2]:
        return played[-1].opposite, Strength.ABSOLUTE
    if difference:
        return behind, Strength.STRONG
    return played[-1].opposite, Strength.MILD


@dataclass(frozen=True, slots=True)
class ColourGrant:
    """Allocation: the first player of a pair has White or not, and the article that decided."""

    first_is_white: bool
    article: str


def allocate(
    first: ColourHistory, second: ColourHistory, *, first_has_odd_number: bool, initial: Colour
) -> ColourGrant:
    """Allocate the colours; `first` is ranked higher by pairing score, then by number (article 5.2)."""
    if first.preferred is not second.preferred or first.preferred is None:
        if first.preferred is not None:
            return _build_grant(first.preferred, "5.2.1")
        if second.preferred is not None:
            return _build_grant(second.preferred.opposite, "5.2.1")
        return _build_grant(initial if first_has_odd_number else initial.opposite, "5.2.5")
    if first.wishes != second.wishes:
        stronger = first.wishes > second.wishes
        return _build_grant(first.preferred if stronger else first.preferred.opposite, "5.2.2")
    for mine, theirs in zip(reversed(first.played), reversed(second.played), strict=False):
        if mine is not theirs:
            return _build_grant(theirs, "5.2.3")
    return _build_grant(first.preferred, "5.2.4")


def _build_grant(colour: Colour, article: str) -> ColourGrant:
    return ColourGrant(colour is Colour.WHITE, article)
