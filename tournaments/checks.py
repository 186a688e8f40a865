"""A round as it stands, held against the rules of its section, and what the engine would have instead."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tournaments.models import ByeKind, Round, Section
from tournaments.pairing.checking.comparison import Comparison, compare
from tournaments.pairing.checking.dutch import check_dutch
from tournaments.pairing.checking.findings import Report
from tournaments.pairing.checking.general import check_manual
from tournaments.pairing.checking.given import GivenRound, given_by
from tournaments.pairing.checking.match_swiss import check_match_swiss
from tournaments.pairing.checking.round_robin import check_round_robin
from tournaments.pairing.refusals import ScheduleRefusal
from tournaments.pairing.values import NOBODY, NoLegalPairing, Pair, Proposal, Snapshot
from tournaments.systems import match_swiss_options, propose
from tournaments.translate import snapshot_of

Check = Callable[[Section, Snapshot, GivenRound], Report]
Compare = Callable[[Snapshot, Proposal, GivenRound], Comparison]


class EngineRound(NamedTuple):
    """The boards that the engine would have and the round has not; in Dutch also how the two compare."""

    pairs: tuple[Pair, ...]
    comparison: Comparison | None


class CheckedRound(NamedTuple):
    """What the checker says of a round; `engine` only where a hand was in it and the engine has an answer."""

    report: Report
    is_by_hand: bool
    engine: EngineRound | None


def _dutch(_section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    return check_dutch(snapshot, given)


def _match_swiss(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    return check_match_swiss(snapshot, match_swiss_options(section, snapshot), given)


def _round_robin(cycles: int) -> Check:
    def check(_section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
        return check_round_robin(snapshot, given, cycles=cycles, swap_last_rounds=cycles > 1)

    return check


def _by_hand(_section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    """Systems without a checker of their own are held against the rules of every system."""
    return check_manual(snapshot, given, may_meet_again=False)


CHECKS: Mapping[str, Check] = {
    "fide_dutch_2026": _dutch,
    "match_swiss": _match_swiss,
    "round_robin": _round_robin(1),
    "double_round_robin": _round_robin(2),
}
COMPARISONS: Mapping[str, Compare] = {"fide_dutch_2026": compare}


def given_round(row: Round) -> tuple[GivenRound, bool]:
    """The boards of a round in order with its allocated byes, and whether a hand was in it."""
    rows = list(row.pairings.select_related("white", "black"))
    pairs = tuple(
        Pair(one.white.number or NOBODY, one.black.number or NOBODY) for one in rows if one.black is not None
    )
    byes = tuple(one.white.number or NOBODY for one in rows if one.bye == ByeKind.ALLOCATED)
    return GivenRound(pairs, byes), any(one.is_by_hand for one in rows)


def round_report(row: Round) -> Report:
    """What the checker says of a round as it stands."""
    given, _is_by_hand = given_round(row)
    return _report(row.section, snapshot_of(row.section, row.number), given)


def checked_round(row: Round) -> CheckedRound:
    """The same, with the engine's round beside one that was changed by hand."""
    section = row.section
    given, is_by_hand = given_round(row)
    snapshot = snapshot_of(section, row.number)
    engine = _engine_round(section, snapshot, given) if is_by_hand else None
    return CheckedRound(_report(section, snapshot, given), is_by_hand, engine)


def _report(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    return CHECKS.get(section.system, _by_hand)(section, snapshot, given)


def _engine_round(section: Section, snapshot: Snapshot, given: GivenRound) -> EngineRound | None:
    try:
        proposal = propose(section, snapshot)
    except (NoLegalPairing, ScheduleRefusal):
        return None
    own = given_by(proposal)
    have = {*given.pairs, *(Pair(number, NOBODY) for number in given.byes)}
    pairs = (*own.pairs, *(Pair(number, NOBODY) for number in own.byes))
    weigh = COMPARISONS.get(section.system)
    comparison = weigh(snapshot, proposal, given) if weigh else None
    return EngineRound(tuple(pair for pair in pairs if pair not in have), comparison)
