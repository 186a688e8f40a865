"""Double-Swiss, C.04.5, in force from 1 Feb 2026: every pairing is a match of two games.

The score is the points of the games, and the bye is worth a win and a draw. Colours do not affect the
pairs. The text was read in its articles 0 and 1; articles 2 to 4 through descriptions that agree with
each other.
"""

from functools import partial
from typing import Final

from tournaments.pairing.first_game import FirstGame, first_game
from tournaments.pairing.lexicographic.meetings import LexicographicRules
from tournaments.pairing.lexicographic.next_best import with_next_best
from tournaments.pairing.lexicographic.round import pair_lexicographic
from tournaments.pairing.lineup import Lineup, ScoreBy
from tournaments.pairing.values import Colour, Proposal, Snapshot

RULES: Final = LexicographicRules(
    chapter="C.04.5",
    rounds_without_float_rules=1,  # 2.3.4, 2.3.5: not in the last round
    pair_criteria=lambda _lineup: (),
)


def pair_double_swiss(snapshot: Snapshot, *, score_by: ScoreBy = ScoreBy.MATCH_POINTS) -> Proposal:
    """Pair the round. `score_by` names the field of a round with the points of the games."""
    return pair_lexicographic(Lineup(snapshot, score_by, second_orders=False), RULES, _colours)


def double_swiss_with_next_best(snapshot: Snapshot, proposal: Proposal, *, score_by: ScoreBy) -> Proposal:
    """Return a proposal of this system with the best alternative without each of its pairs."""
    lineup = Lineup(snapshot, score_by, second_orders=False)
    pair = partial(pair_double_swiss, score_by=score_by)
    return with_next_best(lineup, proposal, pair, chapter=RULES.chapter)


def _colours(lineup: Lineup, higher: int, lower: int) -> FirstGame:
    return first_game(lineup, higher, lower, Colour.WHITE)
