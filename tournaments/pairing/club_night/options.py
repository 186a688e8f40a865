"""Settings of a club for the pairing of its nights. No federation regulates it."""

from dataclasses import dataclass

from tournaments.pairing.values import Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubNightOptions:
    """Settings of the section; worths are in points of the rating used for pairing.

    A meeting is repeated after `rematch_after` rounds at the earliest, sooner only where nothing else is
    possible. Every earlier meeting of the two in the season counts as `meeting_worth` of difference in
    strength, and every game by which a colour would be had too often as `colour_worth`.
    """

    rematch_after: int = 3
    meeting_worth: int = 100
    colour_worth: int = 30
    games: int = 1
    starting_side: Colour = Colour.BLACK
