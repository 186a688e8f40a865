"""Check of a team-against-team round against its table, moved on here round by round."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.pairing.checking.findings import (
    Code,
    Finding,
    GivenRound,
    Report,
    Severity,
    illegal,
    quality,
)
from tournaments.pairing.checking.general import attendance, known_pairs
from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.values import Pair, Snapshot

Team = Sequence[int]


def check_scheveningen(
    snapshot: Snapshot, first: Team, second: Team, given: GivenRound, *, cycles: int
) -> Report:
    """Check attendance, two of one team, meetings beyond one a cycle, and boards other than the table's.

    The table pairs absent players as well: they forfeit. Teams of different size have no table.
    """
    pasts = {number: replace(past, is_present=True) for number, past in pasts_of(snapshot).items()}
    pairs = known_pairs(given, pasts)
    found = [*attendance(snapshot, given, pasts), *_meetings(pairs, pasts, first, second, cycles)]
    if len(first) == len(second) and snapshot.round_number <= cycles * len(first):
        found += _differences(moved_table(first, second, snapshot.round_number), pairs)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


def moved_table(first: Team, second: Team, number: int) -> list[Pair]:
    """List the boards of a round: the second team moves up by one from round to round.

    White of an even team alternates from round to round, the upper half (and one more where that is odd)
    beginning with it. In an odd team the seats are numbered from 0; a seat moves on by the larger half, and
    those below the middle have White, the middle one in every other round.
    """
    size, opponents = len(first), list(second)
    half = (size + 1) // 2
    seats = list(range(size))
    whites = [at < half + half % 2 for at in range(size)]
    for passed in range(number):
        at = passed % size
        if size % 2:
            whites = [seat < half - 1 or (seat == half - 1 and at % 2 == 0) for seat in seats]
        if passed == number - 1:
            break
        if (passed + 1) % size == 0:
            opponents, seats = list(second), list(range(size))
            whites = [place < half + half % 2 for place in range(size)]
            continue
        opponents = opponents[1:] + opponents[:1]
        seats = [(seat + half) % size for seat in seats]
        whites = [not white for white in whites]
    is_turned = (number - 1) // size % 2 == 1
    return [
        Pair(one, other) if white != is_turned else Pair(other, one)
        for one, other, white in zip(first, opponents, whites, strict=True)
    ]


def _meetings(
    pairs: tuple[Pair, ...], pasts: dict[int, Past], first: Team, second: Team, cycles: int
) -> Iterator[Finding]:
    for pair in pairs:
        numbers = (pair.white, pair.black)
        if any(set(numbers) <= set(team) for team in (first, second)):
            yield illegal(Code.SAME_TEAM, numbers, "section")
        rounds = pasts[pair.white].rounds_met(pair.black)
        if len(rounds) >= cycles:
            yield illegal(Code.REMATCH, numbers, "section", round=rounds[-1], meetings=len(rounds))


def _differences(table: list[Pair], pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report boards that the table does not have in this round, or has with reversed colours."""
    meets = {pair.white: pair.black for pair in table} | {pair.black: pair.white for pair in table}
    for pair in pairs:
        numbers = (pair.white, pair.black)
        if pair in table or not all(number in meets for number in numbers):
            continue
        if meets[pair.white] == pair.black:
            yield quality(Code.TABLE_COLOURS, numbers, "section", white=pair.black)
        else:
            opponents = tuple(meets[number] for number in numbers)
            yield quality(Code.DIFFERS_FROM_TABLE, numbers, "section", opponents=opponents)
