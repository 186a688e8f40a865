"""Disputed results: two versions side by side until a decision."""

from django.utils import timezone

from club.core.actor import Actor
from club.live.publishing import publish
from tournaments.core.hooks import on_dispute_opened, on_dispute_settled
from tournaments.models import DisputeKind, Pairing, ResultDispute, Section
from tournaments.results.errors import ResultsDisputed

Version = tuple[str, str]
"""The reporter and the outcome."""


def open_dispute(
    pairing: Pairing, game: int, kind: DisputeKind, first: Version, second: Version, *, actor: Actor
) -> ResultDispute:
    """Store both versions; those of two players open a case (a handler in `cases`).

    Callers lock the pairing and write the audit entry. For a case they lock the event, too: before the
    pairing, as in all services.
    """
    dispute = ResultDispute(
        pairing=pairing,
        game=game,
        kind=kind,
        first_by=first[0][:200],
        first_outcome=first[1],
        second_by=second[0][:200],
        second_outcome=second[1],
    )
    on_dispute_opened(dispute, actor)
    dispute.save(force_insert=True)
    _notify_arbiters(dispute)
    return dispute


def settle(dispute: ResultDispute, outcome: str, *, actor: Actor, reason: str = "") -> None:
    """Record the final result and the person who decided; close the case unless a ruling is in progress.

    Callers lock the pairing and write the audit entry.
    """
    dispute.settled_at, dispute.settled_by = timezone.now(), actor.label[:200]
    dispute.settled_outcome, dispute.reason = outcome, reason[:500]
    dispute.save(update_fields=["settled_at", "settled_by", "settled_outcome", "reason"])
    on_dispute_settled(dispute, actor, reason)
    _notify_arbiters(dispute)
    section_id = dispute.pairing.round.section_id
    publish(f"reports:{section_id}", "report.changed", {"pairing": dispute.pairing_id})


def _notify_arbiters(dispute: ResultDispute) -> None:
    event_id = dispute.pairing.round.section.event_id
    publish(f"cases:{event_id}", "dispute.changed", {"dispute": dispute.pk})


def open_disputes(pairing: Pairing, game: int) -> list[ResultDispute]:
    """Return the unsettled dispute about a game; one at most."""
    return list(pairing.disputes.filter(game=game, settled_at__isnull=True))


def require_undisputed(section: Section, last_round: int) -> None:
    """Refuse an action based on the results up to a round while one of them is disputed."""
    waiting = ResultDispute.objects.filter(
        pairing__round__section=section, pairing__round__number__lte=last_round, settled_at__isnull=True
    ).order_by("pairing__round__number", "pairing__board_number")
    boards = list(waiting.values_list("pairing__round__number", "pairing__board_number"))
    if boards:
        first = boards[0][0]
        raise ResultsDisputed(round=first, boards=[board for number, board in boards if number == first])
