"""FIDE (Dutch) System, C.04.3 in force from 1 Feb 2026: bracket by bracket from the top."""

from collections.abc import Iterator

from tournaments.pairing.swiss.below import Below, ExitGraph, Exits
from tournaments.pairing.swiss.bracket import Bracket, Solution, UnsolvedBracket
from tournaments.pairing.swiss.completion import Completion
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import bits, mask_of
from tournaments.pairing.swiss.ideal import IdealBracket
from tournaments.pairing.swiss.reasons import round_reasons
from tournaments.pairing.swiss.solver import Outlook, solve_alone, solve_at_exits, solve_with_all_below
from tournaments.pairing.values import NOBODY, Pair, Proposal, Snapshot

FEW_BELOW = 24
"""Players up to which weighing all takes no longer than proving that fewer would do."""


def pair_dutch(snapshot: Snapshot) -> Proposal:
    """Pair the round; the last floater has the bye. Raise NoLegalPairing where C1 to C4 cannot be met."""
    field = Field(snapshot)
    completion = Completion(field)
    pairs: list[Pair] = []
    down: tuple[int, ...] = ()
    for group in _score_groups(field):
        bracket = _bracket(group, down, completion)
        solution = solve(bracket, field, completion)
        pairs += (_assign_colours(field, one, other) for one, other in solution.pairs)
        down = solution.floaters
    if len(down) != completion.has_bye:
        raise UnsolvedBracket(field.score[-1])
    bye = field.players[down[0]].number if down else NOBODY
    return Proposal(pairs=tuple(pairs), bye=bye, reasons=round_reasons(field, pairs, bye))


def solve(bracket: Bracket, field: Field, completion: Completion) -> Solution:
    """Solve a bracket with the least players that prove the result, or with more."""
    solution = None
    if bracket.is_last:
        solution = IdealBracket(field, bracket, _exit_to_bye(bracket, field, completion)).first()
    elif not completion.bye_is_at_stake(bracket):
        return _solve_by_steps(bracket, field, completion)
    return solution or solve_with_all_below(field, bracket, has_bye=completion.has_bye)


def _solve_by_steps(bracket: Bracket, field: Field, completion: Completion) -> Solution:
    """Solve by steps: without any fault, with its exits, alone, with the next one or with all below.

    The best without a criterion is the best with it, if no worse by it than the best possible.
    """
    below = Below(completion, bracket)
    if below.exits is not None:
        faultless = IdealBracket(field, bracket, below.exits).first()
        if faultless is not None:
            return faultless
        graph = ExitGraph(field, bracket, below.exits)
        if graph.is_passable:
            return solve_at_exits(graph)
    by_itself = _by_itself(bracket, field)
    if below.leave_no_wish(mask_of(by_itself.floaters)):
        return by_itself
    if below.size <= FEW_BELOW:
        return solve_with_all_below(field, bracket, has_bye=completion.has_bye)
    near = Outlook.on_next(field, bracket)
    solution, alone = by_itself, near.unpaired_with(by_itself)
    if alone is None:
        solution = near.solved()
        alone = near.unpaired_with(solution)
    if alone is not None and completion.leaves_pairable(bracket, solution, alone):
        return solution
    whole = Outlook.on_all(field, bracket, has_bye=completion.has_bye)
    return by_itself if whole.unpaired_with(by_itself) is not None else whole.solved()


def _by_itself(bracket: Bracket, field: Field) -> Solution:
    """Solve the bracket as if no player had to go down or could be met there."""
    is_odd = len(bracket.players) % 2
    exits = Exits.single(field.size, mask_of(bracket.residents), many=is_odd)
    return IdealBracket(field, bracket, exits).first() or solve_alone(field, bracket)


def _exit_to_bye(bracket: Bracket, field: Field, completion: Completion) -> Exits:
    """Return the exit to the bye: a candidate with the fewest unplayed games (C9), if all are inside."""
    ready = [place for place in bits(bracket.bye_candidates) if place in bracket.residents]
    fewest = min((field.unplayed[place] for place in ready), default=0)
    leavers = mask_of(place for place in ready if field.unplayed[place] == fewest)
    if bracket.bye_candidates & ~mask_of(bracket.residents):
        leavers = 0
    return Exits.single(field.size, leavers, many=int(completion.has_bye))


def _score_groups(field: Field) -> Iterator[tuple[int, ...]]:
    """Yield the places of each score, the highest first (article 1.3)."""
    for score in sorted(set(field.score), reverse=True):
        yield tuple(place for place in range(field.size) if field.score[place] == score)


def _bracket(group: tuple[int, ...], down: tuple[int, ...], completion: Completion) -> Bracket:
    """Build the bracket: a score group with the players moved down to it, and those below."""
    score = completion.field.score
    below = range(group[-1] + 1, len(score))
    following = mask_of(place for place in below if score[place] == score[below[0]])
    lower = mask_of(below) & ~following
    left = mask_of((*down, *group)) | following | lower
    return Bracket(down, group, following, lower, completion.bye_candidates & left)


def _assign_colours(field: Field, one: int, other: int) -> Pair:
    first, second = field.players[one].number, field.players[other].number
    return Pair(first, second) if field.grant(one, other).first_is_white else Pair(second, first)
