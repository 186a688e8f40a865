"""Reasons of a round of matches."""

from collections.abc import Sequence

from tournaments.pairing.criteria import Matched, Pairing, Weighted
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.match_swiss.legality import Legality, shared
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Pattern
from tournaments.pairing.reasons import ByeReasons, Code, Reason, because

NEXT_BEST_UP_TO = 40
"""Maximum number of players for trying without each pair: a matching each, a few milliseconds."""


def meeting_reasons(
    lineup: Lineup, options: MatchSwissOptions, rank: Sequence[int], pair: Pairing
) -> tuple[Reason, ...]:
    """List the reasons of a meeting: scores, past, groups, places."""
    return (
        _scores(lineup, pair),
        *_past(lineup, pair),
        *(
            because(Code.SAME_GROUP, group=group)
            for group in sorted(shared(lineup, *pair, options.soft_groups))
        ),
        *_pattern(lineup, options, rank, pair),
    )


def _scores(lineup: Lineup, pair: Pairing) -> Reason:
    upper, lower = pair
    if lineup.score[upper] == lineup.score[lower]:
        return because(Code.SAME_SCORE, score=lineup.score[upper])
    return because(
        Code.FLOAT,
        down=lineup.players[upper].number,
        down_score=lineup.score[upper],
        up=lineup.players[lower].number,
        up_score=lineup.score[lower],
    )


def _past(lineup: Lineup, pair: Pairing) -> tuple[Reason, ...]:
    met = lineup.last_met[pair[0]].get(pair[1])
    if met is None:
        return ()
    return (because(Code.REMATCH, round=met, distance=lineup.snapshot.round_number - met),)


def _pattern(
    lineup: Lineup, options: MatchSwissOptions, rank: Sequence[int], pair: Pairing
) -> tuple[Reason, ...]:
    upper, lower = pair
    if lineup.score[upper] != lineup.score[lower]:
        return ()
    pattern = options.pattern_in(lineup.snapshot.round_number)
    return (because(Code.PATTERN, pattern=pattern.value, upper=rank[upper] + 1, lower=rank[lower] + 1),)


def next_best(weighted: Weighted | None, matched: Matched, pair: Pairing) -> tuple[Reason, ...]:
    """Return the loss of the round without a pair; empty if too many pairs were weighed."""
    if weighted is None or len(matched.pairs) > (NEXT_BEST_UP_TO + 1) // 2:
        return ()
    loss = weighted.first_loss(matched, pair)
    if loss is None:
        return (because(Code.NO_OTHER),)
    return (because(Code.NEXT_BEST, criterion=loss[0], more=loss[1]),)


def bye_reasons(lineup: Lineup, legal: Legality, bye: int) -> ByeReasons:
    """Return the reasons of the bye: the score, players passed over, the unplayed rounds."""
    score = lineup.score[bye]
    reasons = [because(Code.BYE_LOWEST_SCORE, score=score)]
    for place in range(lineup.size):
        if lineup.score[place] < score:
            code = Code.BYE_PASSED_OVER if lineup.byes[place] else Code.BYE_NEEDED_ELSEWHERE
            reasons.append(because(code, player=lineup.players[place].number, score=lineup.score[place]))
    reasons.append(because(Code.BYE_FEWEST_UNPLAYED, unplayed=lineup.unplayed[bye]))
    if legal.bye_is_second:
        reasons.append(because(Code.BYE_AGAIN, byes=lineup.byes[bye]))
    return ByeReasons(lineup.players[bye].number, tuple(reasons))


def round_reasons(
    lineup: Lineup, options: MatchSwissOptions, legal: Legality, matched: Matched
) -> tuple[Reason, ...]:
    """List the reasons of the round as a whole.

    Rematches against the rule, many rounds, the seed that was used.
    """
    snapshot = lineup.snapshot
    reasons = []
    if legal.distance < legal.wanted:
        wanted = 0 if legal.wanted >= snapshot.round_number else legal.wanted
        reasons.append(
            because(Code.REMATCHES_NEEDED, wanted=wanted, distance=legal.distance, rematches=matched.costs[0])
        )
    if 2 * snapshot.rounds > len(snapshot.players):
        rule = "FMJD Swiss text of 1986 (Kabekoodeks V): rounds between a third and half of the players"
        reasons.append(because(Code.MANY_ROUNDS, rule, rounds=snapshot.rounds, players=len(snapshot.players)))
    if options.pattern_in(snapshot.round_number) is Pattern.RANDOM:
        reasons.append(because(Code.SEED, seed=options.seed))
    return tuple(reasons)
