"""FIDE (Dutch) System, C.04.3 in force from 1 Feb 2026: bracket by bracket from the top."""

from collections.abc import Iterator

from tournaments.pairing.swiss.bracket import Bracket, Solution, UnsolvedBracket
from tournaments.pairing.swiss.completion import Completion
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import mask_of
from tournaments.pairing.swiss.ideal import IdealBracket
from tournaments.pairing.swiss.solver import Outlook, weighed, weighed_with_all_below
from tournaments.pairing.swiss.why import round_reasons
from tournaments.pairing.values import NOBODY, Pair, Proposal, Snapshot


def pair_dutch(snapshot: Snapshot) -> Proposal:
    """Pair the round; raise NoLegalPairing where C1 to C4 cannot be kept."""
    field = Field(snapshot)
    completion = Completion(field)
    pairs: list[Pair] = []
    down: tuple[int, ...] = ()
    for group in _score_groups(field):
        bracket = _bracket(group, down, completion)
        solution = solve(bracket, field, completion)
        pairs += (_coloured(field, one, other) for one, other in solution.pairs)
        down = solution.floaters
    if len(down) != completion.has_bye:
        raise UnsolvedBracket(field.score[-1])
    bye = field.players[down[0]].number if down else NOBODY
    return Proposal(pairs=tuple(pairs), bye=bye, reasons=round_reasons(field, pairs, bye))


def solve(bracket: Bracket, field: Field, completion: Completion) -> Solution:
    """The least that must be looked at proves itself, or more is looked at."""
    solution = _ideal(bracket, field, completion)
    if solution is None and not bracket.is_last and not completion.bye_is_at_stake(bracket):
        solution = _looking_down(bracket, field, completion)
    return solution or weighed_with_all_below(field, bracket, has_bye=completion.has_bye)


def _looking_down(bracket: Bracket, field: Field, completion: Completion) -> Solution | None:
    """The bracket by itself, or with the next one only; None where C4 has a say in who goes down.

    What is best without a criterion, and no worse by it than the best there is, is best with it.
    """
    faultless = IdealBracket(field, bracket, has_bye=False, looks_down=False).first()
    by_itself = faultless or weighed(field, bracket, outside=0)
    if completion.is_beyond_wishes(bracket, by_itself):
        return by_itself
    near = Outlook.on_next(field, bracket)
    solution, alone = by_itself, near.alone_beside(by_itself)
    if alone is None:
        solution = weighed(field, bracket, outside=bracket.following)
        alone = near.alone_beside(solution)
    if alone is not None and completion.leaves_pairable(bracket, solution, alone):
        return solution
    whole = Outlook.on_all(field, bracket, has_bye=completion.has_bye)
    return by_itself if whole.alone_beside(by_itself) is not None else None


def _ideal(bracket: Bracket, field: Field, completion: Completion) -> Solution | None:
    """The bracket without any fault, if it can be had."""
    ideal = IdealBracket(field, bracket, has_bye=completion.has_bye)
    is_hopeful = False
    while (solution := ideal.first()) is not None:
        if bracket.is_last or completion.is_beyond_wishes(bracket, solution):
            return solution
        is_hopeful = is_hopeful or completion.may_be_beyond_wishes(bracket)
        if len(solution.floaters) != 1 or not is_hopeful:
            return None
        ideal.strike_floater(solution.floaters[0])
    return None


def _score_groups(field: Field) -> Iterator[tuple[int, ...]]:
    """The places of each score, the highest first (article 1.3)."""
    for score in sorted(set(field.score), reverse=True):
        yield tuple(place for place in range(field.size) if field.score[place] == score)


def _bracket(group: tuple[int, ...], down: tuple[int, ...], completion: Completion) -> Bracket:
    """A score group with who was moved down to it, and what lies below."""
    score = completion.field.score
    below = range(group[-1] + 1, len(score))
    following = mask_of(place for place in below if score[place] == score[below[0]])
    lower = mask_of(below) & ~following
    left = mask_of((*down, *group)) | following | lower
    return Bracket(down, group, following, lower, completion.bye_candidates & left)


def _coloured(field: Field, one: int, other: int) -> Pair:
    first, second = field.players[one].number, field.players[other].number
    return Pair(first, second) if field.grant(one, other).first_is_white else Pair(second, first)
