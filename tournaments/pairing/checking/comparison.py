"""Comparison with the engine: the first criterion by which a given round is worse (C.04.3, 2026)."""

from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.checking.brackets import GivenBracket, brackets_of
from tournaments.pairing.checking.colours import Parities
from tournaments.pairing.checking.criteria import (
    Count,
    bye_count,
    colour_counts,
    difference_counts,
    float_counts,
    floater_counts,
)
from tournaments.pairing.checking.dutch import check_dutch, eligible_for_bye
from tournaments.pairing.checking.findings import Code, Finding, GivenRound, Severity, given_by
from tournaments.pairing.checking.outlook import outlook
from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.values import NOBODY, Pair, Proposal, Snapshot


class Verdict(Enum):
    """Result of comparing a given round with the engine's."""

    SAME = "same"
    COLOURS_DIFFER = "colours_differ"
    LATER_IN_ORDER = "later_in_order"
    WORSE = "worse"
    ILLEGAL = "illegal"
    BETTER = "better"
    """Broken promise of the engine."""


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """Board of the given round that differs from the engine's; 0 as black is the bye."""

    board: int
    given: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Verdict, its bracket (by score), and the counts of both rounds by the deciding criterion."""

    verdict: Verdict
    boards: tuple[BoardDifference, ...] = ()
    engine_pairs: tuple[Pair, ...] = ()
    criterion: str = ""
    bracket: int | None = None
    given: tuple[int, ...] = ()
    engine: tuple[int, ...] = ()
    finding: Finding | None = None


def compare(snapshot: Snapshot, proposal: Proposal, given: GivenRound) -> Comparison:
    """Compare a given round with the engine's proposal, bracket by bracket from the top."""
    ours = given_by(proposal)
    boards, engine_pairs = _differences(given, ours), _pairs_without(ours, given)
    if not boards and not engine_pairs:
        return Comparison(verdict=Verdict.SAME)
    report = check_dutch(snapshot, given)
    fault = next(iter(sorted(report.of(Severity.ILLEGAL), key=_order_of_fault)), None)
    if fault is not None:
        found = Comparison(verdict=Verdict.ILLEGAL, criterion=fault.article, finding=fault)
    elif _meetings(given) == _meetings(ours):
        wrong = report.about(Code.COLOUR_ALLOCATION)
        article = wrong[0].article if wrong else ""
        found = Comparison(
            verdict=Verdict.COLOURS_DIFFER, criterion=article, finding=wrong[0] if wrong else None
        )
    else:
        found = _Scales(snapshot, ours, given).weigh()
    return Comparison(
        verdict=found.verdict,
        boards=boards,
        engine_pairs=engine_pairs,
        criterion=found.criterion,
        bracket=found.bracket,
        given=found.given,
        engine=found.engine,
        finding=found.finding,
    )


class _Scales:
    """Two legal rounds of the same snapshot."""

    def __init__(self, snapshot: Snapshot, ours: GivenRound, given: GivenRound) -> None:
        self.snapshot, self.ours, self.given = snapshot, ours, given
        self.pasts = pasts_of(snapshot)
        self.parities = Parities(snapshot, self.pasts)
        self.eligible = eligible_for_bye(ours, self.pasts)

    def weigh(self) -> Comparison:
        """Compare C5 for the whole round, then each bracket until the rounds differ."""
        mine, theirs = (_bye_score(each, self.pasts) for each in (self.ours, self.given))
        if mine != theirs:
            return _build_comparison("C5", None, theirs, mine)
        later: GivenBracket | None = None
        brackets = zip(brackets_of(self.ours, self.pasts), brackets_of(self.given, self.pasts), strict=True)
        for engine, other in brackets:
            parted = set(engine.down) != set(other.down)
            counts = (self._counts(each, parted=parted) for each in (engine, other))
            for one, two in zip(*counts, strict=True):
                if one.values != two.values:
                    return _build_comparison(one.criterion, engine.score, two.values, one.values)
            if later is None and set(engine.pairs) != set(other.pairs):
                later = engine
            if parted:
                break
        return Comparison(verdict=Verdict.LATER_IN_ORDER, bracket=later.score if later else None)

    def _counts(self, bracket: GivenBracket, *, parted: bool) -> list[Count]:
        """List the counts of C6 to C21 in order; C8 can only differ where other players go down."""
        ahead = outlook(bracket, self.eligible, self.snapshot) if parted else ()
        next_bracket = Count("C8", Code.NEXT_BRACKET, ahead, ())
        return [
            *floater_counts(bracket),
            next_bracket,
            *(bye_count(bracket) or [Count("C9", Code.BYE_UNPLAYED_GAMES, (), ())]),
            *colour_counts(bracket, self.parities),
            *float_counts(bracket),
            *difference_counts(bracket),
        ]


def _build_comparison(
    criterion: str, bracket: int | None, given: tuple[int, ...], engine: tuple[int, ...]
) -> Comparison:
    verdict = Verdict.WORSE if given > engine else Verdict.BETTER
    return Comparison(verdict=verdict, criterion=criterion, bracket=bracket, given=given, engine=engine)


def _bye_score(given: GivenRound, pasts: dict[int, Past]) -> tuple[int, ...]:
    return tuple(pasts[number].score for number in given.byes)


def _order_of_fault(finding: Finding) -> int:
    """Sort key of a fault: attendance comes before C1 to C3."""
    return list(Code).index(finding.code)


def _meetings(given: GivenRound) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in _boards(given)}


def _boards(given: GivenRound) -> tuple[Pair, ...]:
    return (*given.pairs, *(Pair(number, NOBODY) for number in given.byes))


def _differences(given: GivenRound, ours: GivenRound) -> tuple[BoardDifference, ...]:
    have = set(_boards(ours))
    boards = enumerate(_boards(given), start=1)
    return tuple(BoardDifference(at, pair) for at, pair in boards if pair not in have)


def _pairs_without(ours: GivenRound, given: GivenRound) -> tuple[Pair, ...]:
    have = set(_boards(given))
    return tuple(pair for pair in _boards(ours) if pair not in have)
