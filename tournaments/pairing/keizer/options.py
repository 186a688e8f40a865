"""Settings of a club's Keizer ladder. No federation regulates it.

The defaults are common Dutch club usage.
"""

from dataclasses import dataclass
from typing import Final

from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.values import Colour

PARTS: Final = 120
"""Number of parts of a Keizer point.

Halves, thirds, sixths and eighths are whole numbers of parts.
"""


class FractionTooLarge(ValueError):
    """Error: a fraction of a value must be in parts from none to all."""

    code = "fraction_too_large"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeizerOptions:
    """Settings of the section.

    `top_value`: what the first of the ladder is worth, each next `step` less; without it the number of
    players. Fractions of a player's own value, in parts of PARTS: `bye` for the allocated bye, `club_duty`
    for a round missed for the club (stored as a full bye), `excused` for one announced (half bye), `absent`
    for any other; after `absence_limit` excused or unexcused absences the next are worth nothing (0: no
    limit). `own_value`: each player's own value counts once, so that the ladder begins in the order of
    strength.

    A meeting is repeated after `rematch_after` rounds at the earliest, sooner only where nothing else is
    possible. `games` a pairing; with ScoreBy.GAME_POINTS a pairing is worth the part of its games that was
    won.
    """

    top_value: int | None = None
    step: int = 1
    bye: int = PARTS * 4 // 6
    club_duty: int = PARTS * 4 // 6
    excused: int = PARTS * 2 // 6
    absent: int = PARTS * 2 // 6
    absence_limit: int = 5
    own_value: bool = True
    rematch_after: int = 3
    games: int = 1
    score_by: ScoreBy = ScoreBy.MATCH_POINTS
    starting_side: Colour = Colour.BLACK

    def __post_init__(self) -> None:
        for fraction in (self.bye, self.club_duty, self.excused, self.absent):
            if not 0 <= fraction <= PARTS:
                raise FractionTooLarge(fraction)
