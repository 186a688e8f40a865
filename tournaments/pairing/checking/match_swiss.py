"""Check of a round of matches against the event's Swiss settings (MatchSwissOptions)."""

from collections.abc import Iterator
from dataclasses import replace

from tournaments.pairing.checking.colours import FirstGames, Parities, allocation_in_order
from tournaments.pairing.checking.dutch import bye_score
from tournaments.pairing.checking.findings import (
    Code,
    Finding,
    GivenRound,
    Report,
    Severity,
    illegal,
    quality,
)
from tournaments.pairing.checking.general import attendance, board_order, known_pairs, soft_groups
from tournaments.pairing.checking.match_field import MatchField
from tournaments.pairing.checking.past import Past
from tournaments.pairing.match_swiss.options import MatchSwissOptions
from tournaments.pairing.values import Pair, Snapshot

BALANCE = 1


def check_match_swiss(snapshot: Snapshot, options: MatchSwissOptions, given: GivenRound) -> Report:
    """List all findings about a round; colours are criteria only if a pairing has an odd number of games."""
    field = MatchField(snapshot, options)
    pasts = field.pasts
    pairs = known_pairs(given, pasts)
    found = [*attendance(snapshot, given, pasts)]
    is_whole = not found
    found += _rematches(field, pairs)
    found += _bye_rights(field, given)
    found += _hard_groups(field, pairs)
    if is_whole:
        found += bye_score(given, pasts, "C.04.5 3.4")
        found += distances(field, pairs)
        found += _odd_colours(field, pairs) if options.colour_pairs else first_games(field, pairs)
        found += board_order(pairs, pasts, field.present)
    found += soft_groups(pairs, pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


def _rematches(field: MatchField, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report a meeting nearer than the rule asks for if the field allows a wider distance."""
    for pair in pairs:
        rounds = field.pasts[pair.white].rounds_met(pair.black)
        if not rounds:
            continue
        distance = field.number - rounds[-1]
        is_avoidable = distance < field.narrowest_distance or (
            distance < field.wanted_distance and field.can_keep(distance + 1)
        )
        make, code = (illegal, Code.REMATCH) if is_avoidable else (quality, Code.REPEATED_MEETING)
        yield make(
            code,
            (pair.white, pair.black),
            "section",
            round=rounds[-1],
            distance=distance,
            wanted=field.wanted_distance,
        )


def _bye_rights(field: MatchField, given: GivenRound) -> Iterator[Finding]:
    """Report a second bye, or one after a win without play, if another player can have it."""
    for number in given.byes:
        if number in field.pasts and field.pasts[number].is_barred:
            is_avoidable = field.is_first_bye_possible
            make, code = (illegal, Code.BYE_RIGHT) if is_avoidable else (quality, Code.REPEATED_BYE)
            yield make(code, (number,), "C.04.5 2.1.2")


def _hard_groups(field: MatchField, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    for pair in pairs:
        for group in sorted(field.hard_groups_of(field.pasts[pair.white], field.pasts[pair.black])):
            yield illegal(Code.PROHIBITED_PAIR, (pair.white, pair.black), "section", group=group)


def distances(field: MatchField, pairs: tuple[Pair, ...], article: str = "section") -> Iterator[Finding]:
    """Report opponents from different score groups."""
    scores = sorted({past.score for past in field.present})
    for pair in pairs:
        higher, lower = field.by_rank(pair)
        groups = scores.index(higher.score) - scores.index(lower.score)
        if groups:
            numbers = higher.number, lower.number
            apart = higher.score - lower.score
            yield quality(Code.SCORE_GROUP_DISTANCE, numbers, article, groups=groups, difference=apart)


def first_games(field: MatchField, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report a start other than C.04.5 4.3 gives, and players whose first moves get out of balance."""
    games = FirstGames(field.snapshot, field.pasts, field.options.starting_side)
    for pair in pairs:
        due = games.due(*field.by_rank(pair))
        if due.white != pair.white:
            yield quality(Code.FIRST_MOVER, (pair.white, pair.black), due.article, white=due.white)
    for pair in pairs:
        for number, colour in ((pair.white, "W"), (pair.black, "B")):
            past = field.pasts[number]
            after = replace(past, colours=past.colours + colour).difference
            if abs(after) > max(BALANCE, abs(past.difference)):
                yield quality(Code.FIRST_MOVER_BALANCE, (number,), "C.04.5 4.3", difference=abs(after))


def _odd_colours(field: MatchField, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Check the first game's colours for an odd number of games by C.04.3, where none is absolute."""
    parities = Parities(field.snapshot, field.pasts)
    for pair in pairs:
        higher, lower = field.by_rank(pair)
        numbers = higher.number, lower.number
        if higher.wish and higher.wish == lower.wish:
            yield quality(_clash(higher, lower), numbers, "C.04.3 1.7", preferred=higher.wish)
        due = allocation_in_order(higher, lower, parities)
        if due.white != pair.white:
            yield quality(Code.COLOUR_ALLOCATION, (pair.white, pair.black), due.article, white=due.white)
        for number, colour in ((pair.white, "W"), (pair.black, "B")):
            if field.pasts[number].colours[-2:] == 2 * colour:
                yield quality(Code.THIRD_COLOUR, (number,), "C.04.1 7", running=3)


def _clash(one: Past, other: Past) -> Code:
    if one.is_absolute and other.is_absolute:
        return Code.ABSOLUTE_COLOURS
    both_strong = one.is_strong and other.is_strong
    return Code.STRONG_COLOUR_PREFERENCE if both_strong else Code.COLOUR_PREFERENCE
