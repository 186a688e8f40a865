"""Refusals of the money services, by stable codes; their sentences are in `club/money/messages`."""

from club.core.errors import ClubError


class NotAnAmount(ClubError):
    """Amount that is not in whole minor units between one and a bound. Facts: most."""

    code = "not_an_amount"
    status = 422


class NotAnIban(ClubError):
    """Account number with wrong check digits or a wrong shape. Facts: iban."""

    code = "not_an_iban"
    status = 422


class NotABic(ClubError):
    """BIC of a wrong shape. Facts: bic."""

    code = "not_a_bic"
    status = 422


class NumberPatternUnfit(ClubError):
    """Number pattern without the year or the number. Facts: pattern."""

    code = "number_pattern_unfit"
    status = 422


class CurrencyInUse(ClubError):
    """Books that have another currency already. Facts: currency."""

    code = "currency_in_use"


class UnknownPayer(ClubError):
    """Payer unknown to the club. Facts: number."""

    code = "unknown_payer"
    status = 422


class UnknownFeePlan(ClubError):
    """Plan unknown to the club."""

    code = "unknown_fee_plan"
    status = 404


class BandsUnfit(ClubError):
    """Age reductions that overlap, or are not between 1 and 100 per cent."""

    code = "bands_unfit"
    status = 422


class StepsUnfit(ClubError):
    """Reminder steps that do not follow each other."""

    code = "steps_unfit"
    status = 422


class PeriodNotWhole(ClubError):
    """Period of a run that is not whole months or is above three years. Facts: starts_on, ends_on."""

    code = "period_not_whole"
    status = 422


class RunChangedMeanwhile(ClubError):
    """Run that changed since its preview."""

    code = "run_changed_meanwhile"


class NobodyToCharge(ClubError):
    """Run in which no member pays."""

    code = "nobody_to_charge"


class NoReason(ClubError):
    """Manual change without a reason."""

    code = "no_reason"
    status = 422


class UnknownInvoice(ClubError):
    """Invoice unknown to the club."""

    code = "unknown_invoice"
    status = 404


class InvoiceSettled(ClubError):
    """Invoice on which nothing is open. Facts: invoice."""

    code = "invoice_settled"


class InvoiceCancelled(ClubError):
    """Invoice cancelled by counter-entries. Facts: invoice."""

    code = "invoice_cancelled"


class InvoiceNotWrittenOff(ClubError):
    """Invoice that was not written off, or is open again. Facts: invoice."""

    code = "invoice_not_written_off"


class UnknownPayment(ClubError):
    """Payment unknown to the club."""

    code = "unknown_payment"
    status = 404


class PaymentKnown(ClubError):
    """Key that belongs to another recorded payment. Facts: number."""

    code = "payment_known"


class PaymentCountered(ClubError):
    """Payment reversed by a counter-entry. Facts: number."""

    code = "payment_countered"


class PaymentWasRefunded(ClubError):
    """Payment of which a part was refunded. Facts: number."""

    code = "payment_was_refunded"


class MoreThanFree(ClubError):
    """Amount above the unallocated part of the payment. Facts: free, currency."""

    code = "more_than_free"


class MoreThanOpen(ClubError):
    """Amount above the open part of the invoice. Facts: invoice, open, currency."""

    code = "more_than_open"


class NotAllocated(ClubError):
    """Payment without an allocation to the invoice. Facts: invoice."""

    code = "not_allocated"


class NoSuchRefund(ClubError):
    """Refund that does not exist or was reversed."""

    code = "no_such_refund"


class YearClosed(ClubError):
    """Year whose books are closed. Facts: year."""

    code = "year_closed"


class YearNotOver(ClubError):
    """Year that is not over, so that it cannot be closed. Facts: year."""

    code = "year_not_over"


class YearNotClosed(ClubError):
    """Year that is not closed, or before a closed one. Facts: year."""

    code = "year_not_closed"


class DayNotTaken(ClubError):
    """Date of an entry in the future or long ago. Facts: on."""

    code = "day_not_taken"
    status = 422


class NotToRemind(ClubError):
    """Reminder that is not due. Facts: invoice."""

    code = "not_to_remind"
