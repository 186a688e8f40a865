"""Check of a round against the Berger table (C.05 annex 1), rotated here round by round, not computed."""

from collections.abc import Iterator
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
from tournaments.pairing.checking.general import attendance, known_pairs, soft_groups
from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.values import NOBODY, Pair, Snapshot

ARTICLE = "C.05 annex 1"


def check_round_robin(
    snapshot: Snapshot, given: GivenRound, *, cycles: int, swap_last_rounds: bool
) -> Report:
    """Check attendance, meetings beyond one a cycle, and every board that the table does not have.

    The table pairs absent players as well: they forfeit.
    """
    pasts = {number: replace(past, is_present=True) for number, past in pasts_of(snapshot).items()}
    pairs = known_pairs(given, pasts)
    found = [*attendance(snapshot, given, pasts)]
    found += _meetings(pairs, pasts, cycles)
    table = turned_table(len(pasts), cycles, swap_last_rounds=swap_last_rounds)
    if snapshot.round_number <= len(table):
        found += _differences(_to_pairing_numbers(table[snapshot.round_number - 1], sorted(pasts)), given)
    found += soft_groups(pairs, pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


def turned_table(players: int, cycles: int, *, swap_last_rounds: bool) -> list[list[Pair]]:
    """List every round by table numbers: the last number remains, the others move on by half a table."""
    last = players + players % 2
    pairs = [Pair(at, last + 1 - at) for at in range(1, last // 2 + 1)]
    cycle = [pairs]
    for _ in range(last - 2):
        pairs = [_rotate(pair, last) for pair in pairs]
        cycle.append(pairs)
    rounds: list[list[Pair]] = []
    for number in range(cycles):
        part = list(cycle)
        if swap_last_rounds and number < cycles - 1 and len(part) > 1:
            part[-2:] = part[:-3:-1]
        rounds += [[Pair(p.black, p.white) for p in each] for each in part] if number % 2 else part
    return rounds


def _rotate(pair: Pair, last: int) -> Pair:
    """Return the pair of the next round in the same seats; the last number changes colours each time."""

    def moved(number: int) -> int:
        return number if number == last else (number - 1 + last // 2) % (last - 1) + 1

    if last in (pair.white, pair.black):
        return Pair(moved(pair.black), moved(pair.white))
    return Pair(moved(pair.white), moved(pair.black))


def _to_pairing_numbers(pairs: list[Pair], numbers: list[int]) -> list[Pair]:
    """Convert table numbers to pairing numbers; the dummy is NOBODY, its opponent is named as White."""
    seats = [*numbers, NOBODY]
    named = (Pair(seats[pair.white - 1], seats[pair.black - 1]) for pair in pairs)
    return [Pair(pair.black, NOBODY) if pair.white == NOBODY else pair for pair in named]


def _meetings(pairs: tuple[Pair, ...], pasts: dict[int, Past], cycles: int) -> Iterator[Finding]:
    for pair in pairs:
        rounds = pasts[pair.white].rounds_met(pair.black)
        if len(rounds) >= cycles:
            facts = {"round": rounds[-1], "meetings": len(rounds), "cycles": cycles}
            yield illegal(Code.REMATCH, (pair.white, pair.black), ARTICLE, **facts)


def _differences(table: list[Pair], given: GivenRound) -> Iterator[Finding]:
    """Report boards that the table does not have in this round, or has with reversed colours."""
    for pair in (*given.pairs, *(Pair(number, NOBODY) for number in given.byes)):
        if pair in table:
            continue
        numbers = tuple(number for number in (pair.white, pair.black) if number != NOBODY)
        if Pair(pair.black, pair.white) in table:
            yield quality(Code.TABLE_COLOURS, numbers, ARTICLE, white=pair.black)
        else:
            opponents = {each.white: each.black for each in table} | {
                each.black: each.white for each in table
            }
            due = tuple(opponents.get(number, NOBODY) for number in numbers)
            yield quality(Code.DIFFERS_FROM_TABLE, numbers, ARTICLE, opponents=due)
