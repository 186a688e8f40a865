"""Check of a round against the FIDE (Dutch) System, C.04.3 in force from 1 Feb 2026."""

from collections.abc import Iterator
from itertools import zip_longest

from tournaments.pairing.checking.brackets import GivenBracket, brackets_of, ranked
from tournaments.pairing.checking.colours import Parities, allocation, by_rank
from tournaments.pairing.checking.criteria import (
    Count,
    bye_count,
    colour_counts,
    difference_counts,
    float_counts,
    floater_counts,
)
from tournaments.pairing.checking.findings import (
    Code,
    Finding,
    GivenRound,
    Report,
    Severity,
    illegal,
    quality,
)
from tournaments.pairing.checking.general import (
    attendance,
    board_order,
    colour_sequences,
    known_pairs,
    soft_groups,
)
from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.values import Pair, Snapshot


def check_dutch(snapshot: Snapshot, given: GivenRound) -> Report:
    """List all findings about a round; brackets are compared only if every player is in it once."""
    pasts = pasts_of(snapshot)
    pairs = known_pairs(given, pasts)
    found = [*attendance(snapshot, given, pasts)]
    is_whole = not found or all(each.code is Code.PROHIBITED_PAIR for each in found)
    found += absolute_criteria(given, pairs, pasts)
    if is_whole:
        parities = Parities(snapshot, pasts)
        found += bye_score(given, pasts)
        found += _bracket_findings(given, pasts, parities)
        found += colour_allocations(pairs, pasts, parities)
        found += wide_floats(pairs, pasts)
        found += board_order(pairs, pasts, ranked(pasts))
    found += colour_sequences(pairs, pasts)
    found += soft_groups(pairs, pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


def absolute_criteria(
    given: GivenRound, pairs: tuple[Pair, ...], pasts: dict[int, Past]
) -> Iterator[Finding]:
    """Check C1, C2 and C3; unplayed games are no meetings."""
    for pair in pairs:
        white, black = pasts[pair.white], pasts[pair.black]
        if rounds := white.rounds_met(black.number):
            yield illegal(Code.REMATCH, (white.number, black.number), "C1", round=rounds[-1])
        is_top = white.is_topscorer or black.is_topscorer
        if white.is_absolute and black.is_absolute and white.wish == black.wish and not is_top:
            yield illegal(Code.ABSOLUTE_COLOURS, (white.number, black.number), "C3", preferred=white.wish)
    for number in given.byes:
        if number in pasts and pasts[number].is_barred:
            yield illegal(Code.BYE_RIGHT, (number,), "C2")


def bye_score(given: GivenRound, pasts: dict[int, Past], article: str = "C5") -> Iterator[Finding]:
    """Check C5: report players with fewer points who could have had the bye with the others pairable."""
    for number in given.byes:
        lower = [past for past in ranked(pasts) if past.score < pasts[number].score and not past.is_barred]
        if lower:
            yield quality(
                Code.BYE_SCORE,
                (number, *(past.number for past in lower)),
                article,
                count=len(lower),
                score=pasts[number].score,
            )


def eligible_for_bye(given: GivenRound, pasts: dict[int, Past]) -> tuple[Past, ...]:
    """List the players who could have the bye with the score of the player who has it."""
    scores = {pasts[number].score for number in given.byes}
    return tuple(past for past in ranked(pasts) if past.score in scores and not past.is_barred)


def _bracket_findings(given: GivenRound, pasts: dict[int, Past], parities: Parities) -> Iterator[Finding]:
    brackets = brackets_of(given, pasts)
    for bracket, following in zip_longest(brackets, brackets[1:]):
        yield from _floater_findings(bracket, following)
        yield from _check_bye_unplayed(bracket, eligible_for_bye(given, pasts))
        later = (colour_counts(bracket, parities), float_counts(bracket), difference_counts(bracket))
        for counts in later:
            yield from (_finding(bracket, count) for count in counts if not count.is_clean)


def _floater_findings(bracket: GivenBracket, following: GivenBracket | None) -> Iterator[Finding]:
    """Check C6 to C8, beyond the floater forced by an odd number."""
    downfloaters, scores = floater_counts(bracket)
    forced = len(bracket.players) % 2
    if len(bracket.down) > forced:
        yield _finding(bracket, downfloaters, forced=forced)
    if set(bracket.down) & set(bracket.movers):
        yield _finding(bracket, scores)
    if following and bracket.down and len(following.down) > (forced := len(following.players) % 2):
        left = tuple(past.number for past in following.down)
        yield _finding(bracket, Count("C8", Code.NEXT_BRACKET, (len(left),), left), forced=forced)


def _check_bye_unplayed(bracket: GivenBracket, eligible: tuple[Past, ...]) -> Iterator[Finding]:
    """Check C9: report another player of the bracket with the same score and fewer unplayed games."""
    here = [past.unplayed for past in bracket.players if past in eligible]
    for count in bye_count(bracket):
        fewest = min(here, default=count.values[0])
        if count.values[0] > fewest:
            yield _finding(bracket, count, fewest=fewest)


def _finding(bracket: GivenBracket, count: Count, **facts: int) -> Finding:
    values = count.values[0] if len(count.values) == 1 else count.values
    return quality(count.code, count.players, count.criterion, bracket=bracket.score, count=values, **facts)


def colour_allocations(
    pairs: tuple[Pair, ...], pasts: dict[int, Past], parities: Parities
) -> Iterator[Finding]:
    """Report colours other than article 5.2 gives; the fact names the player due White."""
    for pair in pairs:
        first, second = by_rank(pasts[pair.white], pasts[pair.black])
        due = allocation(first, second, parities)
        if due.white != pair.white:
            yield quality(Code.COLOUR_ALLOCATION, (pair.white, pair.black), due.article, white=due.white)


def wide_floats(pairs: tuple[Pair, ...], pasts: dict[int, Past]) -> Iterator[Finding]:
    """Report opponents with a score group or more between them (C.04.1 5 asks for the nearest points)."""
    scores = sorted({past.score for past in ranked(pasts)})
    for pair in pairs:
        higher, lower = by_rank(pasts[pair.white], pasts[pair.black])
        groups = scores.index(higher.score) - scores.index(lower.score)
        if groups > 1:
            yield quality(
                Code.WIDE_FLOAT,
                (higher.number, lower.number),
                "C.04.1 5",
                groups=groups,
                difference=higher.score - lower.score,
            )
