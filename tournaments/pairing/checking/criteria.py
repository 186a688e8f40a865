"""Counts of the criteria C6 to C21 of C.04.3 (in force from 1 Feb 2026) in a bracket of a given round.

Colours count as article 5.2 gives them: the pair is judged, not the sides that were assigned.
"""

from dataclasses import dataclass

from tournaments.pairing.checking.brackets import GivenBracket
from tournaments.pairing.checking.colours import Parities, allocation
from tournaments.pairing.checking.findings import Code
from tournaments.pairing.checking.past import DOWN, UP, Past
from tournaments.pairing.values import NOBODY

LAST, ONE_BEFORE = 0, 1
BEYOND = 2


@dataclass(frozen=True, slots=True)
class Count:
    """Count of one criterion and the players concerned; smaller is better, compared from the left."""

    criterion: str
    code: Code
    values: tuple[int, ...]
    players: tuple[int, ...]

    @property
    def is_clean(self) -> bool:
        """True if the count has no faults."""
        return not any(self.values)


def floater_counts(bracket: GivenBracket) -> list[Count]:
    """Count C6 and C7."""
    down = _numbers(bracket.down)
    scores = tuple(sorted((past.score for past in bracket.down), reverse=True))
    return [
        Count("C6", Code.DOWNFLOATERS, (len(down),), down),
        Count("C7", Code.DOWNFLOATER_SCORES, scores, down),
    ]


def bye_count(bracket: GivenBracket) -> list[Count]:
    """Count C9 where one player goes down and has the bye; other candidates may have been paired above."""
    if bracket.bye == NOBODY or len(bracket.down) != 1:
        return []
    return [Count("C9", Code.BYE_UNPLAYED_GAMES, (bracket.down[0].unplayed,), (bracket.bye,))]


def colour_counts(bracket: GivenBracket, parities: Parities) -> list[Count]:
    """Count C10 to C13."""
    losers = [loser for pair in bracket.pairs for loser in _losers(*pair, parities)]
    top = [(past, got) for past, got, is_top in losers if is_top]
    beyond = [past for past, got in top if abs(_difference_after(past, got)) > BEYOND]
    third = [past for past, got in top if past.colours[-2:] == 2 * got]
    missed = [past for past, _got, _is_top in losers]
    strong = [past for past in missed if past.is_strong]
    return [
        _people("C10", Code.TOPSCORER_DIFFERENCE, beyond),
        _people("C11", Code.TOPSCORER_THIRD_COLOUR, third),
        _people("C12", Code.COLOUR_PREFERENCE, missed),
        _people("C13", Code.STRONG_COLOUR_PREFERENCE, strong),
    ]


def float_counts(bracket: GivenBracket) -> list[Count]:
    """Count C14 to C17: residents who go down again, and opponents of moved-down players who go up again."""
    residents = {past.number for past in bracket.residents}
    down = [past for past in bracket.down if past.number in residents]
    up = [lower for _higher, lower in bracket.moved_pairs]
    return [
        _people("C14", Code.DOWNFLOAT_AGAIN, [past for past in down if past.floats[LAST] == DOWN]),
        _people("C15", Code.UPFLOAT_AGAIN, [past for past in up if past.floats[LAST] == UP]),
        _people("C16", Code.DOWNFLOAT_TWO_BACK, [past for past in down if past.floats[ONE_BEFORE] == DOWN]),
        _people("C17", Code.UPFLOAT_TWO_BACK, [past for past in up if past.floats[ONE_BEFORE] == UP]),
    ]


def difference_counts(bracket: GivenBracket) -> list[Count]:
    """Count C18 to C21: score differences of players who float again, the widest first."""
    return [
        _repeated_downfloats("C18", Code.DOWNFLOAT_AGAIN_DIFFERENCE, bracket, LAST),
        _repeated_upfloats("C19", Code.UPFLOAT_AGAIN_DIFFERENCE, bracket, LAST),
        _repeated_downfloats("C20", Code.DOWNFLOAT_TWO_BACK_DIFFERENCE, bracket, ONE_BEFORE),
        _repeated_upfloats("C21", Code.UPFLOAT_TWO_BACK_DIFFERENCE, bracket, ONE_BEFORE),
    ]


def _repeated_downfloats(criterion: str, code: Code, bracket: GivenBracket, back: int) -> Count:
    """Count moved-down players who went down then; one who goes further counts as a point below."""
    further = {past.number for past in bracket.down}
    again = [past for past in bracket.movers if past.floats[back] == DOWN]
    widths = [past.score - bracket.score + (past.number in further) for past in again]
    return Count(criterion, code, tuple(sorted(widths, reverse=True)), _numbers(tuple(again)))


def _repeated_upfloats(criterion: str, code: Code, bracket: GivenBracket, back: int) -> Count:
    """Count opponents of moved-down players who went up then."""
    again = [(high, low) for high, low in bracket.moved_pairs if low.floats[back] == UP]
    widths = tuple(sorted((high.score - low.score for high, low in again), reverse=True))
    return Count(criterion, code, widths, _numbers(tuple(low for _high, low in again)))


def _losers(one: Past, other: Past, parities: Parities) -> list[tuple[Past, str, bool]]:
    """List players without their preferred colour, the colour given, and if the pair has a topscorer."""
    white = allocation(one, other, parities).white
    is_top = one.is_topscorer or other.is_topscorer
    return [
        (past, colour, is_top)
        for past in (one, other)
        if past.wish not in ("", colour := "W" if past.number == white else "B")
    ]


def _difference_after(past: Past, colour: str) -> int:
    return past.difference + (1 if colour == "W" else -1)


def _people(criterion: str, code: Code, people: list[Past]) -> Count:
    return Count(criterion, code, (len(people),), _numbers(tuple(people)))


def _numbers(people: tuple[Past, ...]) -> tuple[int, ...]:
    return tuple(past.number for past in people)
