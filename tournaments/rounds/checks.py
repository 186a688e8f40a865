"""Check of a round against the rules of its section, with the engine's alternative."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tournaments.core.errors import CampMissing
from tournaments.core.league_rules import team_rules
from tournaments.core.section_options import options_of
from tournaments.core.translate import snapshot_of
from tournaments.core.trees import decisions_of, knockout_of, teams_of
from tournaments.events.systems import (
    MANUAL,
    club_night_options,
    cycles_of,
    keizer_options,
    match_swiss_options,
    propose,
    score_by,
    team_swiss_options,
)
from tournaments.models import ByeKind, Entry, Round, Section
from tournaments.pairing.checking.club_night import check_club_night
from tournaments.pairing.checking.comparison import Comparison, compare
from tournaments.pairing.checking.double_swiss import check_double_swiss
from tournaments.pairing.checking.dutch import check_dutch
from tournaments.pairing.checking.findings import GivenRound, Report, given_by
from tournaments.pairing.checking.general import check_manual
from tournaments.pairing.checking.keizer import check_keizer
from tournaments.pairing.checking.knockout import check_knockout
from tournaments.pairing.checking.match_swiss import check_match_swiss
from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.checking.round_robin import check_round_robin
from tournaments.pairing.checking.scheveningen import check_scheveningen
from tournaments.pairing.checking.team_swiss import check_team_swiss
from tournaments.pairing.refusals import ScheduleRefusal
from tournaments.pairing.swiss.bracket import UnsolvedBracket
from tournaments.pairing.values import NOBODY, NoLegalPairing, Pair, Proposal, Snapshot

Check = Callable[[Section, Snapshot, GivenRound], Report]
Compare = Callable[[Snapshot, Proposal, GivenRound], Comparison]


class EngineRound(NamedTuple):
    """Boards of the engine that differ from the round; in Dutch also a comparison of both."""

    pairs: tuple[Pair, ...]
    comparison: Comparison | None


class CheckedRound(NamedTuple):
    """Report of the checker on a round, with the past of all players.

    `engine`: only for a round changed by hand that it can pair.
    """

    report: Report
    is_by_hand: bool
    engine: EngineRound | None
    pasts: Mapping[int, Past]


def _round_robin(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    swaps = options_of(section).swap_last_rounds
    return check_round_robin(snapshot, given, cycles=cycles_of(section), swap_last_rounds=swaps)


def _scheveningen(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    first, second = teams_of(section)
    return check_scheveningen(snapshot, first, second, given, cycles=options_of(section).cycles)


def _knockout(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    if len(snapshot.players) < 2:  # noqa: PLR2004 - the others were removed from the draft: there is no tree
        return _by_hand(section, snapshot, given)
    settled = frozenset((each.round_number, each.winner) for each in decisions_of(section))
    return check_knockout(snapshot, knockout_of(section, snapshot), settled, given)


def _team_round_robin(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    cycles = team_rules(section).cycles
    return check_round_robin(snapshot, given, cycles=cycles, swap_last_rounds=cycles > 1)


def _by_hand(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    """Check a system without a checker of its own against the rules of every system."""
    return check_manual(snapshot, given, may_meet_again=options_of(section).may_meet_again)


CHECKS: Mapping[str, Check] = {
    "fide_dutch_2026": lambda _section, snapshot, given: check_dutch(snapshot, given),
    "match_swiss": lambda section, snapshot, given: check_match_swiss(
        snapshot, match_swiss_options(section, snapshot), given
    ),
    "double_swiss_2026": lambda section, snapshot, given: check_double_swiss(
        snapshot, given, score_by=score_by(section)
    ),
    "keizer": lambda section, snapshot, given: check_keizer(snapshot, keizer_options(section), given),
    "club_night": lambda section, snapshot, given: check_club_night(
        snapshot, club_night_options(section), given
    ),
    "round_robin": _round_robin,
    "double_round_robin": _round_robin,
    "scheveningen": _scheveningen,
    "knockout": _knockout,
    "double_elimination": _knockout,
    "team_swiss_2026": lambda section, snapshot, given: check_team_swiss(
        snapshot, team_swiss_options(section), given
    ),
    "team_round_robin": _team_round_robin,
}
COMPARISONS: Mapping[str, Compare] = {"fide_dutch_2026": compare}


def given_round(row: Round) -> tuple[GivenRound, bool]:
    """Return the boards of a round in order with its allocated byes, and a flag for changes by hand."""
    rows = list(row.pairings.select_related("white", "black"))
    pairs = tuple(
        Pair(one.white.number or NOBODY, one.black.number or NOBODY) for one in rows if one.black is not None
    )
    byes = tuple(one.white.number or NOBODY for one in rows if one.bye == ByeKind.ALLOCATED)
    return GivenRound(pairs, byes), any(one.is_by_hand for one in rows)


def round_report(row: Round) -> Report:
    """Return the checker's report on a round in its present state."""
    given, _is_by_hand = given_round(row)
    return _report(row.section, snapshot_of(row.section, row.number), given)


def swapped_report(row: Round, first: Entry, second: Entry) -> Report:
    """Return the checker's report on a round with two players swapped; nothing is changed."""
    given, _is_by_hand = given_round(row)
    places = {
        first.number or NOBODY: second.number or NOBODY,
        second.number or NOBODY: first.number or NOBODY,
    }
    pairs = tuple(
        Pair(places.get(one.white, one.white), places.get(one.black, one.black)) for one in given.pairs
    )
    byes = tuple(places.get(number, number) for number in given.byes)
    return _report(row.section, snapshot_of(row.section, row.number), GivenRound(pairs, byes))


def checked_round(row: Round) -> CheckedRound:
    """Return the report on a round, with the engine's round next to one changed by hand."""
    section = row.section
    given, is_by_hand = given_round(row)
    snapshot = snapshot_of(section, row.number)
    engine = _engine_round(section, snapshot, given) if is_by_hand else None
    return CheckedRound(_report(section, snapshot, given), is_by_hand, engine, pasts_of(snapshot))


def _report(section: Section, snapshot: Snapshot, given: GivenRound) -> Report:
    return CHECKS.get(section.system, _by_hand)(section, snapshot, given)


def _engine_round(section: Section, snapshot: Snapshot, given: GivenRound) -> EngineRound | None:
    try:
        proposal = propose(section, snapshot)
    except (NoLegalPairing, UnsolvedBracket, ScheduleRefusal, CampMissing):
        return None
    if section.system == MANUAL:
        return None
    own = given_by(proposal)
    have = {*given.pairs, *(Pair(number, NOBODY) for number in given.byes)}
    idle = (*own.byes, *proposal.free)
    pairs = (*own.pairs, *(Pair(number, NOBODY) for number in idle))
    weigh = COMPARISONS.get(section.system)
    comparison = weigh(snapshot, proposal, given) if weigh else None
    return EngineRound(tuple(pair for pair in pairs if pair not in have), comparison)
