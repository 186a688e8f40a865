"""Personal data in the books of a club."""

from collections.abc import Iterable

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from club.models import FeeTerms, LedgerEntry, Person
from club.privacy.personal_data_sets import Erasure, Fate, Words, hold, hold_labels, stay_signed

BOOKS_STAY = _(
    "The law requires the books to be stored unchanged, in most countries for seven to ten years. "
    "Names on invoices stay."
)


def _not_settled(person: Person) -> Iterable[Words]:
    """Return the accounts of the person with a balance other than zero."""
    rows = LedgerEntry.objects.filter(person=person).values("organisation__name", "currency")
    sums = rows.annotate(owed=Sum("amount")).exclude(owed=0).order_by("organisation__name", "currency")
    owes = _("Money is owed to %(club)s. Settle the account first.")
    owed = _("%(club)s owes this person money. Pay it back first.")
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
    label=_("invoice lines"),
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
    label=_("calculated fees"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("run__starts_on", "run__ends_on", "plan_name", "amount", "reason"),
)
hold(
    "club.fee_lines_paid",
    "club.FeeLine.payer",
    label=_("fees paid for another person"),
    fate=Fate.STAYS,
    why=BOOKS_STAY,
    tells=("run__starts_on", "run__ends_on", "person__name", "amount"),
)
hold(
    "club.fee_adjustments",
    "club.FeeAdjustment.person",
    label=_("fees corrected by hand"),
    fate=Fate.GOES,
    tells=("amount", "reason", "made_by"),
)
hold(
    "club.fee_terms",
    "club.FeeTerms.person",
    label=_("fee terms"),
    fate=Fate.GOES,
    tells=("organisation__name", "kind", "percent", "reason", "payer__name"),
)
hold(
    "club.pays_for",
    "club.FeeTerms.payer",
    label=_("pays another person's fees"),
    fate=Fate.NEUTRAL,
    why=_("The other person's fee terms stay, without this payer."),
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
