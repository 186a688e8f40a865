"""Settings of an event for a Swiss of matches."""

from dataclasses import dataclass, field
from enum import Enum

from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.values import Colour

GAMES = (1, 2, 4)


class Rematch(Enum):
    """Rule for a second meeting of two players."""

    NEVER = "never"
    AFTER_ROUNDS = "after_rounds"
    LAST_ROUND = "last_round"


class Pattern(Enum):
    """Intended opponents inside a score group of n."""

    FOLD = "fold"  # first against last
    SLIDE = "slide"  # first against the first of the lower half
    RANDOM = "random"  # neighbours in a drawn order


class UnknownGames(ValueError):
    """Error: a pairing has one, two or four games."""

    code = "unknown_games"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSwissOptions:
    """Settings of the section; the defaults are those of a two-game checkers event.

    `rematch_after`: players who met in round r may meet again from round r + rematch_after on; read only
    with Rematch.AFTER_ROUNDS. Where the field is too small for the rule, the pairing takes the widest
    possible distance, makes such meetings as few as can be and reports it (Code.REMATCHES_NEEDED),
    unless `may_widen` forbids it.

    `hard_groups` are never paired with each other (Player.groups that are equal), `soft_groups` only where
    scores and floats ask for it. `starting_side` moves first: Black in English draughts (SL-S6), White in
    most other games.
    """

    games: int = 2
    score_by: ScoreBy = ScoreBy.MATCH_POINTS
    rematch: Rematch = Rematch.NEVER
    rematch_after: int = 0
    may_widen: bool = True
    hard_groups: frozenset[str] = field(default=frozenset())
    soft_groups: frozenset[str] = field(default=frozenset())
    start: Pattern = Pattern.SLIDE
    pattern: Pattern = Pattern.SLIDE
    seed: str = ""
    starting_side: Colour = Colour.BLACK

    def __post_init__(self) -> None:
        if self.games not in GAMES:
            raise UnknownGames(self.games)

    @property
    def colour_pairs(self) -> bool:
        """True if colours may influence the pairs: only where a pairing leaves them unequal."""
        return self.games % 2 == 1

    def pattern_in(self, round_number: int) -> Pattern:
        """Return the pattern of a round: the first may have its own."""
        return self.start if round_number == 1 else self.pattern
