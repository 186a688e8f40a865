"""Alternatives of a round by upfloaters and identifiers without one of its pairs, and what decided."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tournaments.pairing.lineup import Lineup
from tournaments.pairing.reasons import Code, PairReasons, Reason, because
from tournaments.pairing.values import NOBODY, NoLegalPairing, Proposal, Snapshot

NEXT_BEST_UP_TO: Final = 40
"""Maximum number of players for trying without each pair: a round each, a few milliseconds."""
Pairs = frozenset[frozenset[int]]
Pairing = Callable[[Snapshot], Proposal]


def with_next_best(lineup: Lineup, proposal: Proposal, pair: Pairing, *, chapter: str) -> Proposal:
    """Add to each pair of the proposal the alternative without it; return large fields unchanged."""
    told = proposal.reasons
    if told is None or lineup.size > NEXT_BEST_UP_TO:
        return proposal
    pairs = tuple(_with_alternative(lineup, proposal, each, pair, chapter) for each in told.pairs)
    return replace(proposal, reasons=replace(told, pairs=pairs))


def _with_alternative(
    lineup: Lineup, proposal: Proposal, told: PairReasons, pair: Pairing, chapter: str
) -> PairReasons:
    snapshot = lineup.snapshot
    apart = snapshot.forbidden | {frozenset((told.white, told.black))}
    try:
        other = pair(replace(snapshot, forbidden=apart))
    except NoLegalPairing:
        reason = because(Code.NO_OTHER, f"{chapter} C3")
    else:
        reason = _reason(lineup, proposal, other, told, chapter)
    return replace(told, meeting=(*told.meeting, reason))


def _reason(lineup: Lineup, ours: Proposal, other: Proposal, told: PairReasons, chapter: str) -> Reason:
    players = {told.white, told.black}
    boards = [f"{one.white}-{one.black}" for one in other.pairs if players & {one.white, one.black}]
    instead = ", ".join([*boards, str(other.bye)] if other.bye in players else boards)
    score = {player.number: points for player, points in zip(lineup.players, lineup.score, strict=True)}
    criterion, article, more = _worse(score, ours, other)
    if not criterion:
        return because(Code.NEXT_DECIDED_LATER, f"{chapter} 3.6", instead=instead)
    return because(
        Code.NEXT_BEST_BOARDS, f"{chapter} {article}", instead=instead, criterion=criterion, more=more
    )


def _worse(score: Mapping[int, int], ours: Proposal, other: Proposal) -> tuple[str, str, int]:
    """Return the criterion that makes another round worse, its article and by how much; or none.

    None if a later criterion decides. The bye comes first, then the brackets from the top: nothing is
    compared below the first that differs.
    """
    if ours.bye != other.bye and NOBODY not in (ours.bye, other.bye):
        more = score[other.bye] - score[ours.bye]
        return ("bye_score", "3.4", more) if more > 0 else ("", "", 0)
    for top in sorted(set(score.values()), reverse=True):
        mine, theirs = (_upfloater_scores(score, one, top) for one in (ours, other))
        if len(theirs) > len(mine):
            return "upfloaters", "C4", len(theirs) - len(mine)
        if sum(theirs) < sum(mine) and len(theirs) == len(mine):
            return "upfloater_scores", "C5", sum(mine) - sum(theirs)
        if _pairs_in_bracket(score, ours, top) != _pairs_in_bracket(score, other, top):
            break
    return "", "", 0


def _pairs_in_bracket(score: Mapping[int, int], proposal: Proposal, top: int) -> Pairs:
    """List the pairs whose higher score is that of a bracket."""
    two = ((pair.white, pair.black) for pair in proposal.pairs)
    return frozenset(frozenset(pair) for pair in two if max(score[number] for number in pair) == top)


def _upfloater_scores(score: Mapping[int, int], proposal: Proposal, top: int) -> list[int]:
    """List the scores of the players moved up into a bracket."""
    lower = (min(score[number] for number in pair) for pair in _pairs_in_bracket(score, proposal, top))
    return sorted((points for points in lower if points < top), reverse=True)
