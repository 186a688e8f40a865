"""Check of a Double-Swiss round (C.04.5, in force from 1 Feb 2026): legality, the bye, floats, who starts."""

from collections.abc import Iterator

from tournaments.pairing.checking.dutch import bye_score
from tournaments.pairing.checking.findings import Code, Finding, GivenRound, Report, Severity, illegal
from tournaments.pairing.checking.general import attendance, board_order, known_pairs, soft_groups
from tournaments.pairing.checking.match_field import MatchField
from tournaments.pairing.checking.match_swiss import distances, first_games
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.match_swiss.options import MatchSwissOptions
from tournaments.pairing.values import Colour, Pair, Snapshot


def check_double_swiss(snapshot: Snapshot, given: GivenRound, *, score_by: ScoreBy) -> Report:
    """List all findings about a round; colours affect who starts and not the pairs."""
    rules = MatchSwissOptions(games=2, score_by=score_by, may_widen=False, starting_side=Colour.WHITE)
    field = MatchField(snapshot, rules, has_second_score=False)
    pairs = known_pairs(given, field.pasts)
    found = [*attendance(snapshot, given, field.pasts)]
    is_whole = not found
    found += _rematches(field, pairs)
    found += _bye_rights(field, given)
    if is_whole:
        found += bye_score(given, field.pasts, "C.04.5 3.4")
        found += distances(field, pairs, "C.04.5 3")
        found += first_games(field, pairs)
        found += board_order(pairs, field.pasts, field.present)
    found += soft_groups(pairs, field.pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


def _rematches(field: MatchField, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report a second meeting of two players (2.1.1)."""
    for pair in pairs:
        rounds = field.pasts[pair.white].rounds_met(pair.black)
        if rounds:
            yield illegal(Code.REMATCH, (pair.white, pair.black), "C.04.5 2.1.1", round=rounds[-1])


def _bye_rights(field: MatchField, given: GivenRound) -> Iterator[Finding]:
    """Report a bye of a player who had one, or a win without play (2.1.2)."""
    for number in given.byes:
        if number in field.pasts and field.pasts[number].is_barred:
            yield illegal(Code.BYE_RIGHT, (number,), "C.04.5 2.1.2")
