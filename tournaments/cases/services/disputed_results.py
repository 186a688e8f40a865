"""Disputed results: the case of two versions, and the decision, which is the ruling on it."""

from django.db import transaction

from club.core.access import may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.cases.services.case_locks import About, Place, locked_event_row
from tournaments.cases.services.cases import close_disputed, open_disputed
from tournaments.cases.services.rulings import RulingDecision, rule_on_case
from tournaments.conduct import Consequence
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.models import Case, CaseState, DisputeKind, Pairing, ResultDispute
from tournaments.results.errors import DisputeOver
from tournaments.results.services.results import Entered, enter_result, game_of


def open_case_of_dispute(dispute: ResultDispute, actor: Actor) -> None:
    """Open the case of a result with two versions of players, before the dispute is saved."""
    if dispute.kind == DisputeKind.PLAYERS:
        dispute.case = open_disputed(dispute.pairing, dispute.game, actor)


def close_case_of_dispute(dispute: ResultDispute, actor: Actor, reason: str) -> None:
    """Close the case of a settled result, unless a ruling on it is in progress."""
    if dispute.case_id is not None:
        close_disputed(dispute.case_id, actor, reason)


@transaction.atomic
def decide_dispute(
    *,
    dispute_id: int,
    outcome: str,
    actor: Actor,
    reason: str = "",
    confirms_effects: bool = False,
    keeps_call: bool = False,
) -> ResultDispute:
    """Settle a disputed game: the decision becomes the result, and may be neither version.

    An arbiter's decision between two players is the ruling on their case. Raises RulingReachesBack if it
    changes the basis of published standings or later pairings without confirmation. An open call of the board
    is answered with it, unless it is about another matter (`keeps_call`).
    """
    places = ResultDispute.objects.values_list("pairing_id", "pairing__round__section__event_id")
    pairing_id, event_id = places.get(pk=dispute_id)
    event = locked_event_row(event_id)
    pairing = locked_pairing(pairing_id)
    section = pairing.round.section
    section.event = event
    require_permission(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing))
    dispute = ResultDispute.objects.get(pk=dispute_id)
    if dispute.settled_at is not None:
        raise DisputeOver(by=dispute.settled_by)
    if dispute.case_id is not None and may(actor, Capability.RULE_ON_CASES, pairing_scope(pairing)):
        decided = RulingDecision(
            consequence=Consequence.NONE.value,
            outcome=outcome,
            reason=reason,
            confirms_effects=confirms_effects,
        )
        held = Place(event, About(pairing_id, dispute.game), section, pairing)
        rule_on_case(case_id=dispute.case_id, decided=decided, actor=actor, held=held)
    else:
        require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(pairing))
        result = game_of(pairing, dispute.game)
        enter_result(result, Entered(outcome=outcome, reason=reason), actor)
    if not keeps_call:
        answer_call(pairing, actor=actor, reason=reason)
    dispute.refresh_from_db()
    return dispute


def answer_call(pairing: Pairing, *, actor: Actor, reason: str = "") -> None:
    """End the open call of a board whose result is decided. Callers lock event and pairing."""
    for case_id in Case.objects.filter(pairing=pairing, state=CaseState.CALLED).values_list("pk", flat=True):
        close_disputed(case_id, actor, reason)
