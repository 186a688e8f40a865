"""Rules of every system: each present player once, no absent player, no prohibited pair."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.pairing.checking.findings import Code, Finding, GivenRound, Report, illegal, note, quality
from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.values import Pair, Snapshot

COLOURS_IN_A_ROW = 3
COLOUR_DIFFERENCE = 2


def check_manual(snapshot: Snapshot, given: GivenRound, *, may_meet_again: bool) -> Report:
    """Check a round of a section that is paired by hand; `may_meet_again` is the section's own rule."""
    pasts = pasts_of(snapshot)
    found = [*attendance(snapshot, given, pasts)]
    known = known_pairs(given, pasts)
    for pair in known:
        rounds = pasts[pair.white].rounds_met(pair.black)
        if rounds:
            make, code = (note, Code.REPEATED_MEETING) if may_meet_again else (illegal, Code.REMATCH)
            found.append(make(code, (pair.white, pair.black), "C.04.1 2", round=rounds[-1]))
    found += repeated_byes(given, pasts)
    found += colour_sequences(known, pasts)
    found += soft_groups(known, pasts)
    return Report(tuple(found))


def known_pairs(given: GivenRound, pasts: dict[int, Past]) -> tuple[Pair, ...]:
    """List the pairs of two different players of the section."""
    return tuple(
        pair
        for pair in given.pairs
        if pair.white in pasts and pair.black in pasts and pair.white != pair.black
    )


def attendance(snapshot: Snapshot, given: GivenRound, pasts: dict[int, Past]) -> Iterator[Finding]:
    """Check that every present player is in the round once, and no other player (C.04.2)."""
    times = Counter(given.numbers)
    for number, many in sorted(times.items()):
        if number not in pasts:
            yield illegal(Code.PLAYER_UNKNOWN, (number,), "C.04.2")
        elif not pasts[number].is_present:
            yield illegal(Code.PLAYER_ABSENT, (number,), "C.04.2")
        if many > 1:
            yield illegal(Code.PLAYER_TWICE, (number,), "C.04.2", times=many)
    for number, past in sorted(pasts.items()):
        if past.is_present and number not in times:
            yield illegal(Code.PLAYER_MISSING, (number,), "C.04.2")
    yield from _number_of_byes(given, pasts)
    for pair in given.pairs:
        if frozenset((pair.white, pair.black)) in snapshot.forbidden:
            yield illegal(Code.PROHIBITED_PAIR, (pair.white, pair.black), "section")


def _number_of_byes(given: GivenRound, pasts: dict[int, Past]) -> Iterator[Finding]:
    """Check the byes: one if the number present is odd, none if it is even (C.04.1 3)."""
    present = sum(past.is_present for past in pasts.values())
    if len(given.byes) > 1:
        yield illegal(Code.SEVERAL_BYES, given.byes, "C.04.1 3", count=len(given.byes))
    elif given.byes and present % 2 == 0:
        yield illegal(Code.NEEDLESS_BYE, given.byes, "C.04.1 3", present=present)


def repeated_byes(given: GivenRound, pasts: dict[int, Past]) -> Iterator[Finding]:
    """Report a bye of a player who had a bye, or a win's points without play, before."""
    for number in given.byes:
        if number in pasts and pasts[number].is_barred:
            yield quality(Code.REPEATED_BYE, (number,), "C.04.1 4")


def colour_sequences(pairs: tuple[Pair, ...], pasts: dict[int, Past]) -> Iterator[Finding]:
    """Report a colour a third time running, or a difference beyond two, by given colours (C.04.1 6, 7)."""
    for pair in pairs:
        for number, colour in ((pair.white, "W"), (pair.black, "B")):
            after = pasts[number].colours + colour
            running = len(after) - len(after.rstrip(colour))
            difference = abs(after.count("W") - after.count("B"))
            if difference > COLOUR_DIFFERENCE and difference > abs(pasts[number].difference):
                yield quality(Code.COLOUR_DIFFERENCE, (number,), "C.04.1 6", difference=difference)
            if running >= COLOURS_IN_A_ROW:
                yield quality(Code.THIRD_COLOUR, (number,), "C.04.1 7", running=running)


def soft_groups(pairs: tuple[Pair, ...], pasts: dict[int, Past]) -> Iterator[Finding]:
    """Report two players of one club, school or federation."""
    for pair in pairs:
        shared = pasts[pair.white].groups & pasts[pair.black].groups
        for group in sorted(shared):
            yield note(Code.SAME_GROUP, (pair.white, pair.black), "section", group=group)


def board_order(
    pairs: tuple[Pair, ...], pasts: dict[int, Past], ranking: Sequence[Past]
) -> Iterator[Finding]:
    """Check boards by score of the higher ranked, sum of scores, rank of the higher ranked (C.04.2 3.6)."""
    place = {past.number: at for at, past in enumerate(ranking)}

    def key(pair: Pair) -> tuple[int, int, int]:
        scores = pasts[pair.white].score, pasts[pair.black].score
        return -max(scores), -sum(scores), min(place[pair.white], place[pair.black])

    wrong = [pair for pair, better in zip(pairs, sorted(pairs, key=key), strict=True) if pair != better]
    if wrong:
        numbers = tuple(number for pair in wrong for number in (pair.white, pair.black))
        yield note(Code.BOARD_ORDER, numbers, "C.04.2 3.6", boards=len(wrong))
