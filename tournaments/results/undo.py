"""Undo of results; reports, cards, checks and disputes cannot be undone."""

from typing import Any

from club.audit.undo_handlers import changed_since, latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.core.selectors import rulings_in_force
from tournaments.models import Pairing, RoundState
from tournaments.results.services.results import record_result

not_undoable(
    *("tournaments.cards.made", "tournaments.cards.renewed", "tournaments.cards.revoked"),
    reason_code="cards_are_made_anew",
)
not_undoable(
    *("tournaments.report.made", "tournaments.report.disputed", "tournaments.result.check_differs"),
    reason_code="report_is_theirs",
)
not_undoable("tournaments.result.checked", reason_code="result_is_corrected")
not_undoable("tournaments.doubt.accepted", reason_code="doubt_comes_again")
not_undoable("tournaments.adjournment.noted", reason_code="position_is_noted_again")
not_undoable("tournaments.dispute.settled", reason_code="dispute_was_decided")


@undo_handler("tournaments.result.recorded", "tournaments.result.corrected")
def undo_result(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the previous result, unless the result was changed since.

    A result of a closed round is corrected instead, which shows the effects on the standings first.
    """
    pairing = Pairing.objects.select_related("round").get(pk=entry.target_id)
    told, became = entry.before or {}, entry.after or {}
    later = latest_about(entry, "tournaments.result.corrected", "tournaments.result.recorded")
    if later is not None and (later.after or {}).get("game") == became.get("game"):
        raise changed_since(entry, later.action)
    if pairing.round.state == RoundState.CLOSED:
        raise CannotUndo(why="result_of_closed_round")
    if _is_by_ruling(pairing, became):
        raise CannotUndo(why="ruling_is_superseded")
    record_result(
        pairing_id=pairing.pk,
        game=told["game"],
        outcome=told["outcome"],
        was=became["outcome"],
        mark=told.get("mark", ""),
        is_adjudicated=told["is_adjudicated"],
        actor=actor,
        reason=actor.reason or "undo",
    )


def _is_by_ruling(pairing: Pairing, became: dict[str, Any]) -> bool:
    """Check that a ruling in force made the result what it is."""
    rows = rulings_in_force().filter(case__pairing=pairing, case__game=became["game"])
    return rows.filter(outcome=became["outcome"]).exists()
