"""Comparison of the books with the audit log: every row of the books must have an audit entry."""

from collections.abc import Iterator
from typing import Any

from club.models import AuditEntry, EntryKind, FeeRun, FeeRunState, Invoice, LedgerEntry, Payment

Mismatch = tuple[str, str, str]
"""Subject, value in the audit log, value in the books."""
NOTHING, REDACTED = "nothing", "blanked"


def audit_mismatches(*, organisation_id: int) -> Iterator[Mismatch]:
    """Find rows of a club's books that are missing in the audit log, or have another amount there."""
    yield from _payments(organisation_id)
    yield from _invoices(organisation_id)
    yield from _runs(organisation_id)
    yield from _by_hand(organisation_id)


def _payments(club: int) -> Iterator[Mismatch]:
    audited = _audited_amounts(club, "club.payment.recorded")
    for number, amount in (
        Payment.objects.filter(organisation_id=club).order_by("pk").values_list("pk", "amount")
    ):
        if _differs(audited, number, amount):
            yield f"payment {number}", audited.get(str(number), NOTHING), f"{amount}"


def _invoices(club: int) -> Iterator[Mismatch]:
    """Invoices that were not issued by a run."""
    audited = _audited_amounts(club, "club.invoice.issued")
    rows = Invoice.objects.filter(organisation_id=club, run__isnull=True).order_by("pk")
    for number, code, total in rows.values_list("pk", "code", "total"):
        if _differs(audited, number, total):
            yield f"invoice {code}", audited.get(str(number), NOTHING), f"{total}"


def _runs(club: int) -> Iterator[Mismatch]:
    audited = _audited_amounts(club, "club.fee_run.booked")
    for run in FeeRun.objects.filter(organisation_id=club, state=FeeRunState.BOOKED).order_by("pk"):
        total = sum(run.invoices.values_list("total", flat=True))
        if _differs(audited, run.pk, total):
            yield f"fee run {run}", audited.get(str(run.pk), NOTHING), f"{total}"


def _by_hand(club: int) -> Iterator[Mismatch]:
    """Refunds and write-offs: their audit entries name the ledger entry."""
    known: dict[int, Any] = {}
    for action in ("club.payment.refunded", "club.invoice.written_off"):
        logged = AuditEntry.objects.filter(organisation_id=club, action=action).values_list(
            "after", flat=True
        )
        known |= {one["ledger_entry"]: one["amount"] for one in logged if one and "ledger_entry" in one}
    kinds = [EntryKind.REFUND, EntryKind.WRITE_OFF]
    rows = LedgerEntry.objects.filter(organisation_id=club, kind__in=kinds).order_by("pk")
    for number, amount in rows.values_list("pk", "amount"):
        if known.get(number) != abs(amount):
            yield f"entry {number}", f"{known.get(number, 'nothing')}", f"{abs(amount)}"


def _audited_amounts(club: int, action: str) -> dict[str, str]:
    """Amounts in the audit log by number of the row; blanked entries have none."""
    rows = AuditEntry.objects.filter(organisation_id=club, action=action)
    audited = rows.values_list("target_id", "after", "digests").iterator()
    return {
        target: REDACTED if "after" in digests else str((after or {}).get("amount", NOTHING))
        for target, after, digests in audited
    }


def _differs(audited: dict[str, str], number: int, amount: int) -> bool:
    return audited.get(str(number), NOTHING) not in {REDACTED, str(amount)}
