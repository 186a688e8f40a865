"""Swiss for teams, C.04.6, in force from 1 Feb 2026: articles 6 and 7 of the basic rules never apply.

A team had the colour that its first board was scheduled for, if the match was played (1.6.1; a match is
played as soon as one of its boards was: unconfirmed). The bye is worth a draw, in match points and in game
points (1.4).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from tournaments.pairing.criteria import Criterion
from tournaments.pairing.first_game import FirstGame
from tournaments.pairing.lexicographic.meetings import LexicographicRules
from tournaments.pairing.lexicographic.next_best import with_next_best
from tournaments.pairing.lexicographic.round import pair_lexicographic
from tournaments.pairing.lexicographic.team_colours import Preference, PreferenceType, Wish, preferences
from tournaments.pairing.lexicographic.team_first_game import team_first_game
from tournaments.pairing.lineup import Lineup, ScoreBy
from tournaments.pairing.values import Proposal, Snapshot

CHAPTER: Final = "C.04.6"
ROUNDS_WITHOUT_FLOAT_RULES: Final = 2  # 2.3.4, 2.3.7: not in the last two rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSwissOptions:
    """Settings of a team competition (1.2, 1.7, 4.2.2).

    `first_by_second_score`: whether the other score decides the first team of a pair with equal scores.
    """

    score_by: ScoreBy = ScoreBy.MATCH_POINTS
    preference: PreferenceType = PreferenceType.A
    first_by_second_score: bool = True


def pair_team_swiss(snapshot: Snapshot, options: TeamSwissOptions) -> Proposal:
    """Pair the round; raise NoLegalPairing where C1 to C3 cannot be met."""
    lineup = Lineup(snapshot, options.score_by, second_orders=False)
    wished = preferences(lineup, options.preference)
    rules = LexicographicRules(
        chapter=CHAPTER,
        rounds_without_float_rules=ROUNDS_WITHOUT_FLOAT_RULES,
        pair_criteria=partial(_colour_criteria, wished, options.preference),
    )

    def colours(lineup: Lineup, higher: int, lower: int) -> FirstGame:
        return team_first_game(lineup, wished, higher, lower, by_second_score=options.first_by_second_score)

    return pair_lexicographic(lineup, rules, colours)


def team_swiss_with_next_best(snapshot: Snapshot, proposal: Proposal, options: TeamSwissOptions) -> Proposal:
    """Return a proposal of this system with the best alternative without each of its pairs."""
    lineup = Lineup(snapshot, options.score_by, second_orders=False)
    pair = partial(pair_team_swiss, options=options)
    return with_next_best(lineup, proposal, pair, chapter=CHAPTER)


def _colour_criteria(
    wished: Sequence[Preference], kind: PreferenceType, _lineup: Lineup
) -> Sequence[Criterion]:
    """List C8, and C9 where preferences have two strengths."""
    criteria = [Criterion(name="C8", penalty=_clash(wished, Wish.MILD))]
    if kind is PreferenceType.B:
        criteria.append(Criterion(name="C9", penalty=_clash(wished, Wish.STRONG)))
    return criteria if kind is not PreferenceType.NONE else ()


def _clash(wished: Sequence[Preference], least: Wish) -> Callable[[int, int], int]:
    """Build the penalty: one team misses a wish of this strength if both have it for the same colour."""

    def penalty(one: int, other: int) -> int:
        mine, theirs = wished[one], wished[other]
        if mine.colour is None or mine.colour is not theirs.colour:
            return 0
        return int(min(mine.wish, theirs.wish) >= least)

    return penalty
