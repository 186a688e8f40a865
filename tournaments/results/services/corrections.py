"""Rehearsal of a correction: its effects, before it is confirmed."""

from django.db import transaction

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.locks import pairing_scope
from tournaments.models import Pairing
from tournaments.results.selectors.correction_effects import CorrectionEffects, effects_between, state_of
from tournaments.results.services.results import game_of, record_result

REHEARSAL = "rehearsal"


def rehearse_correction(
    *,
    pairing_id: int,
    game: int,
    outcome: str,
    actor: Actor,
    mark: str | None = None,
    is_adjudicated: bool = False,
) -> CorrectionEffects:
    """Return the effects of a result. It is really entered and rolled back, so that the preview is exact."""
    rows = Pairing.objects.select_related("round__section__event", "white", "black")
    with transaction.atomic():
        pairing = rows.get(pk=pairing_id)
        require_permission(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing))
        was = game_of(pairing, game).outcome
        before = state_of(pairing)
        record_result(
            pairing_id=pairing_id,
            game=game,
            outcome=outcome,
            mark=mark,
            is_adjudicated=is_adjudicated,
            actor=actor,
            reason=REHEARSAL,
            overrules_ruling=True,
        )
        effects = effects_between(pairing, game, (was, outcome), before, state_of(pairing))
        transaction.set_rollback(True)
    return effects
