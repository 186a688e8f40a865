"""What keeping money refuses, by stable codes; `money_texts` has the words."""

from club.core.errors import ClubError


class NotAnAmount(ClubError):
    """Amounts are whole minor units from one up to a bound. Facts: most."""

    code = "not_an_amount"
    status = 422


class NotAnIban(ClubError):
    """The check digits or the shape of the account number are wrong. Facts: iban."""

    code = "not_an_iban"
    status = 422


class NotABic(ClubError):
    """The shape of the bank's code is wrong. Facts: bic."""

    code = "not_a_bic"
    status = 422


class NumberPatternUnfit(ClubError):
    """The pattern lacks the year or the number. Facts: pattern."""

    code = "number_pattern_unfit"
    status = 422


class CurrencyInUse(ClubError):
    """The books are kept in another currency already. Facts: currency."""

    code = "currency_in_use"


class UnknownPayer(ClubError):
    """The person is not known to the club. Facts: number."""

    code = "unknown_payer"
    status = 422


class UnknownFeePlan(ClubError):
    """The club has no such plan."""

    code = "unknown_fee_plan"
    status = 404


class BandsUnfit(ClubError):
    """Reductions by age overlap, or are not of 1 to 100 per cent."""

    code = "bands_unfit"
    status = 422


class StepsUnfit(ClubError):
    """The steps of reminding do not follow each other."""

    code = "steps_unfit"
    status = 422


class PeriodNotWhole(ClubError):
    """A run is for whole months, three years at most. Facts: starts_on, ends_on."""

    code = "period_not_whole"
    status = 422


class RunChangedMeanwhile(ClubError):
    """What the run would book is no longer what was looked at."""

    code = "run_changed_meanwhile"


class NobodyToCharge(ClubError):
    """Nobody pays in this run."""

    code = "nobody_to_charge"


class NoReason(ClubError):
    """What is done by hand needs a reason."""

    code = "no_reason"
    status = 422


class UnknownInvoice(ClubError):
    """The club has no such invoice."""

    code = "unknown_invoice"
    status = 404


class InvoiceSettled(ClubError):
    """Nothing is open on the invoice. Facts: invoice."""

    code = "invoice_settled"


class InvoiceCancelled(ClubError):
    """The invoice was cancelled by counter-entries. Facts: invoice."""

    code = "invoice_cancelled"


class InvoiceNotWrittenOff(ClubError):
    """The invoice was not written off, or is open again. Facts: invoice."""

    code = "invoice_not_written_off"


class UnknownPayment(ClubError):
    """The club has no such payment."""

    code = "unknown_payment"
    status = 404


class PaymentKnown(ClubError):
    """Another payment was written down under this key. Facts: number."""

    code = "payment_known"


class PaymentCountered(ClubError):
    """The payment was taken back by a counter-entry. Facts: number."""

    code = "payment_countered"


class PaymentWasRefunded(ClubError):
    """Something of the payment was paid back. Facts: number."""

    code = "payment_was_refunded"


class MoreThanFree(ClubError):
    """Not so much of the payment is free. Facts: free, currency."""

    code = "more_than_free"


class MoreThanOpen(ClubError):
    """Not so much of the invoice is open. Facts: invoice, open, currency."""

    code = "more_than_open"


class NotAllocated(ClubError):
    """Nothing of the payment is on the invoice. Facts: invoice."""

    code = "not_allocated"


class NoSuchRefund(ClubError):
    """The refund is not there or was taken back."""

    code = "no_such_refund"


class YearClosed(ClubError):
    """The books of the year are closed. Facts: year."""

    code = "year_closed"


class YearNotOver(ClubError):
    """A year is closed when it is over. Facts: year."""

    code = "year_not_over"


class YearNotClosed(ClubError):
    """The year is not closed, or a later one is. Facts: year."""

    code = "year_not_closed"


class DayNotTaken(ClubError):
    """Entries are of today or earlier, and not of long ago. Facts: on."""

    code = "day_not_taken"
    status = 422


class NotToRemind(ClubError):
    """The reminder is not due. Facts: invoice."""

    code = "not_to_remind"
