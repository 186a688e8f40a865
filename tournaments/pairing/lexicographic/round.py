"""Round by upfloaters and identifiers (article 3.3 of C.04.5 and C.04.6): the bye first, then downwards.

After each bracket the top score group is formed again from the players still to be paired.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.pairing.criteria import Criterion, Pairing
from tournaments.pairing.first_game import FirstGame
from tournaments.pairing.lexicographic.identifier import BracketPairing
from tournaments.pairing.lexicographic.meetings import (
    LexicographicRules,
    Meetings,
    bye_of,
    bye_reasons,
    lent_reasons,
)
from tournaments.pairing.lexicographic.upfloaters import Upfloaters
from tournaments.pairing.lineup import Float, Lineup
from tournaments.pairing.reasons import Code, PairReasons, Reason, RoundReasons, because
from tournaments.pairing.values import NOBODY, Pair, Proposal

Colours = Callable[[Lineup, int, int], FirstGame]


@dataclass(frozen=True, slots=True)
class Seated:
    """Pair by place, the higher ranked first, with the score of the bracket it was made in."""

    higher: int
    lower: int
    bracket_score: int


def pair_lexicographic(lineup: Lineup, rules: LexicographicRules, colours: Colours) -> Proposal:
    """Pair the round; raise NoLegalPairing where C1 to C3 cannot be met (3.3.3: the arbiter decides)."""
    meetings = Meetings(lineup)
    bye = bye_of(meetings)
    waiting = [place for place in range(lineup.size) if place != bye]
    seated: list[Seated] = []
    while waiting:
        upfloaters = Upfloaters(meetings, rules, waiting)
        bracket = [*upfloaters.residents, *upfloaters.best()]
        pairs = _pair_bracket(meetings, rules, bracket, upfloaters.top)
        seated += [Seated(min(pair), max(pair), upfloaters.top) for pair in pairs]
        paired = set(bracket)
        waiting = [place for place in waiting if place not in paired]
    seated.sort(key=lambda pair: _board(lineup, pair))
    return _proposal(lineup, rules, colours, seated, bye)


def _pair_bracket(
    meetings: Meetings, rules: LexicographicRules, bracket: Sequence[int], top: int
) -> list[Pairing]:
    lineup = meetings.lineup

    def opponent_floats_again(one: int, other: int) -> int:
        if lineup.score[one] != top or lineup.score[other] == top or not rules.asks_for_floats(lineup):
            return 0
        return int(lineup.floated(one, 1, bye_floats=False) is not Float.NONE)

    criteria = [
        *rules.pair_criteria(lineup),
        Criterion(name="opponents_of_upfloaters", penalty=opponent_floats_again),
    ]
    number = {place: lineup.players[place].number for place in bracket}
    return BracketPairing(bracket, meetings.edges(bracket), criteria, number).first()


def _board(lineup: Lineup, pair: Seated) -> tuple[int, int, int]:
    """Sort key of a board: score of the higher ranked, sum of scores, place (C.04.2, recommended)."""
    score = lineup.score
    return -score[pair.higher], -score[pair.higher] - score[pair.lower], pair.higher


def _proposal(
    lineup: Lineup, rules: LexicographicRules, colours: Colours, seated: Sequence[Seated], bye: int | None
) -> Proposal:
    pairs, told = [], []
    for each in seated:
        game = colours(lineup, each.higher, each.lower)
        higher, lower = (lineup.players[place].number for place in (each.higher, each.lower))
        pair = Pair(higher, lower) if game.higher_has_white else Pair(lower, higher)
        pairs.append(pair)
        told.append(PairReasons(pair.white, pair.black, _meeting(lineup, rules, each), game.reason))
    reasons = RoundReasons(
        system=rules.chapter,
        pairs=tuple(told),
        bye=None if bye is None else bye_reasons(lineup, bye, rules.chapter),
    )
    number = NOBODY if bye is None else lineup.players[bye].number
    return Proposal(pairs=tuple(pairs), bye=number, reasons=reasons)


def _meeting(lineup: Lineup, rules: LexicographicRules, pair: Seated) -> tuple[Reason, ...]:
    """List the score group of a pair, its upfloaters, and the places in the identifier."""
    reasons = list(lent_reasons(lineup, (pair.higher, pair.lower)))
    if lineup.score[pair.higher] == lineup.score[pair.lower]:
        reasons.append(because(Code.SAME_SCORE, f"{rules.chapter} 3.2", score=pair.bracket_score))
    else:
        facts = {"player": lineup.players[pair.lower].number, "score": lineup.score[pair.lower]}
        reasons.append(
            because(Code.UPFLOATER, f"{rules.chapter} 3.5.5", **facts, bracket_score=pair.bracket_score)
        )
    top, bottom = sorted(lineup.players[place].number for place in (pair.higher, pair.lower))
    reasons.append(because(Code.IDENTIFIER, f"{rules.chapter} 3.6.4", top=top, bottom=bottom))
    return tuple(reasons)
