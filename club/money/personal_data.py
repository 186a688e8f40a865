"""Personal data in the books of a club."""

from collections.abc import Iterable

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from club.models import FeeTerms, LedgerEntry, Person
from club.privacy.personal_data_sets import Erasure, Fate, Words, hold, hold_labels, stay_signed

BOOKS_STAY = _(
    "The books are kept unchanged for as long as the law asks, in most countries seven to ten years; "
    "names on invoices stay there."
)


def _not_settled(person: Person) -> Iterable[Words]:
    """Return the accounts of the person with a balance other than zero."""
    rows = LedgerEntry.objects.filter(person=person).values("organisation__name", "currency")
    sums = rows.annotate(owed=Sum("amount")).exclude(owed=0).order_by("organisation__name", "currency")
    owes = _("The account with %(club)s is not settled: something is owed to the club. Settle it first.")
    owed = _("The account with %(club)s is not settled: the club owes something. Pay it back first.")
    return [(owes if one["owed"] > 0 else owed) % {"club": one["organisation__name"]} for one in sums]


def _pays_no_longer(erasure: Erasure) -> None:
    FeeTerms.objects.filter(payer=erasure.person).update(payer=None)


hold(
    "club.ledger",
    "club.LedgerEntry.person",
    label=_("entries in the books"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("organisation__name", "kind", "amount", "currency", "reason"),
    blocks=_not_settled,
)
hold(
    "club.invoices",
    "club.Invoice.payer",
    label=_("invoices"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("organisation__name", "code", "subject", "total", "currency", "payer_name", "payer_address"),
)
hold(
    "club.invoice_lines",
    "club.InvoiceLine.person",
    label=_("lines of invoices"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("invoice__code", "text"),
)
hold(
    "club.payments",
    "club.Payment.payer",
    label=_("payments"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("organisation__name", "method", "amount", "currency", "text", "received_on"),
)
hold(
    "club.fee_lines",
    "club.FeeLine.person",
    label=_("fees that were reckoned"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("run__starts_on", "run__ends_on", "plan_name", "amount", "reason"),
)
hold(
    "club.fee_lines_paid",
    "club.FeeLine.payer",
    label=_("fees that are paid for somebody"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("run__starts_on", "run__ends_on", "person__name", "amount"),
)
hold(
    "club.fee_adjustments",
    "club.FeeAdjustment.person",
    label=_("fees put right by hand"),
    fate=Fate.GOES,
    tells=("amount", "reason", "made_by"),
)
hold(
    "club.fee_terms",
    "club.FeeTerms.person",
    label=_("terms of fees"),
    fate=Fate.GOES,
    tells=("organisation__name", "kind", "percent", "reason", "payer__name"),
)
hold(
    "club.pays_for",
    "club.FeeTerms.payer",
    label=_("pays the fees of somebody"),
    fate=Fate.NEUTRAL,
    why=_("The terms of the other person stay, without this payer."),
    tells=("organisation__name", "person__name"),
    erase=_pays_no_longer,
)
hold_labels(
    *("club.FeeAdjustment.made_by", "club.FeeRun.made_by", "club.Reminder.made_by", "club.BankFile.read_by"),
)
stay_signed(
    *("club.LedgerEntry.made_by", "club.Payment.made_by", "club.Allocation.made_by"),
    *("club.ClosedYear.closed_by", "club.BankMovement.settled_by"),
)
