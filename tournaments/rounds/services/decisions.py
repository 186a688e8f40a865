"""Tied matches of a knock-out: the director records the advancing side, with a reason."""

from typing import Any

from django.db import transaction

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.event_log import log_match
from tournaments.core.services.locks import locked_section, pairing_scope
from tournaments.core.translate import Scorer
from tournaments.events.systems import system_of
from tournaments.models import DecidedBy, Decision, Outcome, Pairing, RoundState, SnapshotCause
from tournaments.rounds.errors import MatchDecided, NotInMatch, NoTree, TieBreakSettled
from tournaments.rounds.selectors.tie_breaks import lead_in, tie_breaks_of
from tournaments.rounds.services.rounds import require_last_round
from tournaments.standings.services import publish_standings
from tournaments.teams.errors import RoundNotPublished


def is_undecided(pairing: Pairing, scorer: Scorer) -> bool:
    """Check that all games of a match are in, and its points name no winner."""
    results = list(pairing.games.all())
    if pairing.black_id is None or any(each.outcome == Outcome.PENDING for each in results):
        return False
    return scorer.games_of(results, is_white=True) == scorer.games_of(results, is_white=False)


@transaction.atomic
def decide_match(
    *, pairing_id: int, winner_id: int, how: str, actor: Actor, note: str = "", reason: str = ""
) -> Decision:
    """Record the side that advances from a tied match; replaces the earlier decision before a later round."""
    pairing = locked_match(pairing_id, actor)
    if winner_id not in {pairing.white_id, pairing.black_id}:
        raise NotInMatch(board=pairing.board_number)
    if not is_undecided(pairing, Scorer(pairing.round.section)):
        raise MatchDecided(board=pairing.board_number, round=pairing.round.number)
    if how == DecidedBy.TIE_BREAK:
        _validate_tie_breaks(pairing, winner_id)
    there = Decision.objects.filter(pairing=pairing).first()
    if there is not None:
        require_last_round(pairing.round)
    before = decision_facts(there) if there else None
    decision = there or Decision()
    decision.pairing = pairing
    decision.winner_id, decision.how = winner_id, DecidedBy(how)
    decision.note, decision.decided_by = " ".join(note.split())[:200], actor.label[:200]
    decision.save()
    decision = Decision.objects.select_related("winner", "pairing__round").get(pk=decision.pk)
    update_standings_of(pairing, reason or note)
    after = decision_facts(decision)
    log_match("tournaments.match.decided", pairing, actor, before=before, after=after, reason=reason)
    return decision


@transaction.atomic
def reopen_match(*, pairing_id: int, actor: Actor, reason: str = "") -> None:
    """Reopen a tied match, before a later round."""
    pairing = locked_match(pairing_id, actor)
    decision = Decision.objects.filter(pairing=pairing).select_related("winner", "pairing__round").first()
    if decision is None:
        return
    require_last_round(pairing.round)
    if decision.how == DecidedBy.TIE_BREAK:
        _validate_tie_breaks(pairing, None)
    before = decision_facts(decision)
    decision.delete()
    update_standings_of(pairing, reason)
    log_match("tournaments.match.left_open", pairing, actor, before=before, reason=reason)


def _validate_tie_breaks(pairing: Pairing, winner_id: int | None) -> None:
    """Refuse a decision by tie-break games that contradicts their results."""
    winner = {1: pairing.white, 2: pairing.black}.get(lead_in(pairing, tie_breaks_of(pairing)).winner)
    if winner is not None and winner.pk != winner_id:
        raise TieBreakSettled(board=pairing.board_number, round=pairing.round.number, name=winner.name)


def decision_facts(decision: Decision) -> dict[str, Any]:
    """Return a decision in the form of the audit log."""
    return {
        "round": decision.pairing.round.number,
        "board": decision.pairing.board_number,
        "goes_on": decision.winner.name,
        "entry": decision.winner_id,
        "settled": decision.how,
        "note": decision.note,
    }


def update_standings_of(pairing: Pairing, reason: str) -> None:
    """Update published standings: the advancing side ranks higher."""
    row = pairing.round
    publish_standings(row.section, cause=SnapshotCause.RESULT, reason=reason, from_round=row.number)


def locked_match(pairing_id: int, actor: Actor) -> Pairing:
    """A published match of a tree, with its section locked."""
    section_id = Pairing.objects.values_list("round__section_id", flat=True).get(pk=pairing_id)
    section = locked_section(section_id, actor)
    rows = Pairing.objects.select_related("round", "white", "black").prefetch_related("games")
    pairing = rows.get(pk=pairing_id)
    pairing.round.section = section
    require_permission(actor, Capability.RUN_EVENTS, pairing_scope(pairing))
    if not section.has_tree:
        raise NoTree(system=str(system_of(section).name))
    if pairing.round.state == RoundState.DRAFT:
        raise RoundNotPublished(round=pairing.round.number, state=pairing.round.state)
    return pairing
