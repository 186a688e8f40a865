"""Personal data in the books of a club and in its bank files."""

from collections.abc import Iterable

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from club.models import FeeTerms, LedgerEntry, Person
from club.privacy.personal_data_sets import (
    Erasure,
    OnErasure,
    OnMerge,
    Words,
    register_actor_labels,
    register_data_set,
    register_retained_labels,
)

BOOKS_STAY = _(
    "The law requires the books to be stored unchanged, in most countries for seven to ten years. "
    "Names on invoices stay."
)


def _open_accounts(person: Person) -> Iterable[Words]:
    """Return the accounts of the person with a balance other than zero."""
    rows = LedgerEntry.objects.filter(person=person).values("organisation__name", "currency")
    sums = rows.annotate(owed=Sum("amount")).exclude(owed=0).order_by("organisation__name", "currency")
    owes = _("Money is owed to %(club)s. Settle the account first.")
    owed = _("%(club)s owes this person money. Pay it back first.")
    return [(owes if one["owed"] > 0 else owed) % {"club": one["organisation__name"]} for one in sums]


def _remove_payer(erasure: Erasure) -> None:
    FeeTerms.objects.filter(payer=erasure.person).update(payer=None)


register_data_set(
    "club.ledger",
    "club.LedgerEntry.person",
    label=_("entries in the books"),
    fate=OnErasure.RETAIN,
    on_merge=OnMerge.MOVE,
    why=BOOKS_STAY,
    tells=("organisation__name", "kind", "amount", "currency", "reason"),
    blocks=_open_accounts,
)
register_data_set(
    "club.invoices",
    "club.Invoice.payer",
    label=_("invoices"),
    fate=OnErasure.RETAIN,
    on_merge=OnMerge.MOVE,
    why=BOOKS_STAY,
    tells=("organisation__name", "code", "subject", "total", "currency", "payer_name", "payer_address"),
)
register_data_set(
    "club.invoice_lines",
    "club.InvoiceLine.person",
    label=_("invoice lines"),
    fate=OnErasure.RETAIN,
    on_merge=OnMerge.MOVE,
    why=BOOKS_STAY,
    tells=("invoice__code", "text"),
)
register_data_set(
    "club.payments",
    "club.Payment.payer",
    label=_("payments"),
    fate=OnErasure.RETAIN,
    on_merge=OnMerge.MOVE,
    why=BOOKS_STAY,
    tells=("organisation__name", "method", "amount", "currency", "text", "received_on"),
)
register_data_set(
    "club.fee_lines",
    "club.FeeLine.person",
    label=_("calculated fees"),
    fate=OnErasure.RETAIN,
    on_merge=OnMerge.MOVE,
    why=BOOKS_STAY,
    tells=("run__starts_on", "run__ends_on", "plan_name", "amount", "reason"),
)
register_data_set(
    "club.fee_lines_paid",
    "club.FeeLine.payer",
    label=_("fees paid for another person"),
    fate=OnErasure.RETAIN,
    on_merge=OnMerge.MOVE,
    why=BOOKS_STAY,
    tells=("run__starts_on", "run__ends_on", "person__name", "amount"),
)
register_data_set(
    "club.fee_adjustments",
    "club.FeeAdjustment.person",
    label=_("fees corrected by hand"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("amount", "reason", "made_by"),
)
register_data_set(
    "club.fee_terms",
    "club.FeeTerms.person",
    label=_("fee terms"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("organisation__name", "kind", "percent", "reason", "payer__name"),
)
register_data_set(
    "club.pays_for",
    "club.FeeTerms.payer",
    label=_("pays another person's fees"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=OnMerge.MOVE,
    why=_("The other person's fee terms stay, without this payer."),
    tells=("organisation__name", "person__name"),
    erase=_remove_payer,
)
register_data_set(
    "club.bank_movements",
    "club.BankMovement.payment__payer",
    label=_("payments as reported by the bank"),
    fate=OnErasure.PSEUDONYMIZE,
    why=_("The date and amount stay in the books, without name, account and text."),
    tells=("booked_on", "amount", "currency", "name", "iban", "text"),
    names=("name",),
    empties=("iban", "reference", "end_to_end", "text"),
)
register_actor_labels(
    *("club.FeeAdjustment.made_by", "club.FeeRun.made_by", "club.Reminder.made_by", "club.BankFile.read_by"),
)
register_retained_labels(
    *("club.LedgerEntry.made_by", "club.Payment.made_by", "club.Allocation.made_by"),
    *("club.ClosedYear.closed_by", "club.BankMovement.settled_by"),
)
