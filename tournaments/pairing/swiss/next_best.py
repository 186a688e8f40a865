"""Alternatives of a Dutch round without one of its pairs, and the criterion by which each is worse."""

from dataclasses import dataclass, replace

from tournaments.pairing.checking.comparison import Comparison, Verdict, compare
from tournaments.pairing.checking.findings import given_by
from tournaments.pairing.reasons import Code, PairReasons, Reason, because
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.swiss.reasons import CHAPTER
from tournaments.pairing.values import NoLegalPairing, Proposal, Snapshot

NEXT_BEST_UP_TO = 40
"""Maximum number of players for trying without each pair: a round each, a few milliseconds."""


@dataclass(frozen=True, slots=True)
class NextBest:
    """Best round in which two do not meet, compared with the round in which they do."""

    proposal: Proposal
    comparison: Comparison

    @property
    def more(self) -> int:
        """Loss by the criterion that decided, in its first value that differs."""
        ours, theirs = self.comparison.engine, self.comparison.given
        return next((two - one for one, two in zip(ours, theirs, strict=False) if one != two), 0) or (
            len(theirs) - len(ours)
        )


def next_best(snapshot: Snapshot, proposal: Proposal, white: int, black: int) -> NextBest | None:
    """Return the round without this pair of a proposal; None where there is none."""
    apart = replace(snapshot, forbidden=snapshot.forbidden | {frozenset((white, black))})
    try:
        other = pair_dutch(apart)
    except NoLegalPairing:
        return None
    return NextBest(other, compare(snapshot, proposal, given_by(other)))


def with_next_best(snapshot: Snapshot, proposal: Proposal) -> Proposal:
    """Add to each pair of the proposal the alternative without it; return large fields unchanged."""
    told = proposal.reasons
    if told is None or len(snapshot.present) > NEXT_BEST_UP_TO:
        return proposal
    pairs = tuple(_with_alternative(snapshot, proposal, each) for each in told.pairs)
    return replace(proposal, reasons=replace(told, pairs=pairs))


def _with_alternative(snapshot: Snapshot, proposal: Proposal, told: PairReasons) -> PairReasons:
    reason = _reason(next_best(snapshot, proposal, told.white, told.black), told)
    return replace(told, meeting=(*told.meeting, reason))


def _reason(found: NextBest | None, told: PairReasons) -> Reason:
    if found is None:
        return because(Code.NO_OTHER, f"{CHAPTER} C4")
    instead = _boards_of(found.proposal, {told.white, told.black})
    if found.comparison.verdict is Verdict.LATER_IN_ORDER:
        return because(Code.NEXT_IN_ORDER, f"{CHAPTER} 4", instead=instead)
    criterion = found.comparison.criterion
    return because(
        Code.NEXT_BEST_BOARDS, f"{CHAPTER} {criterion}", instead=instead, criterion=criterion, more=found.more
    )


def _boards_of(proposal: Proposal, players: set[int]) -> str:
    """List the boards of these players, and the bye where one of them has it."""
    boards = [f"{pair.white}-{pair.black}" for pair in proposal.pairs if players & {pair.white, pair.black}]
    return ", ".join([*boards, str(proposal.bye)] if proposal.bye in players else boards)
