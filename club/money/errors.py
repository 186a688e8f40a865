"""Refusals of the money services, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class NotAnAmount(InvalidInput):
    """Amount that is not in whole minor units between one and a bound. Facts: most."""

    code = "not_an_amount"
    what = _("This amount cannot be saved.")
    next_step = _("Enter an amount above zero, with at most two decimals.")


class NotAnIban(InvalidInput):
    code = "not_an_iban"
    what = _("“%(iban)s” is not a valid IBAN: the check digits are wrong.")
    next_step = _("Copy the IBAN from a bank statement.")


class NotABic(InvalidInput):
    code = "not_a_bic"
    what = _("“%(bic)s” is not a valid BIC.")
    next_step = _("Leave it blank: a transfer within Europe does not need it.")


class NumberPatternUnfit(InvalidInput):
    code = "number_pattern_unfit"
    what = _("“%(pattern)s” would give two invoices the same number.")
    next_step = _("Include {year} and {number}, as in {year}-{number}.")


class CurrencyInUse(ClubError):
    code = "currency_in_use"
    what = _("The club already keeps its books in %(currency)s.")
    next_step = _("Continue in this currency; booked entries cannot be changed.")


class UnknownPayer(InvalidInput):
    code = "unknown_payer"
    what = _("The club has no person with the number %(number)s.")
    next_step = _("Choose a person of the club, or a current or former member.")


class UnknownFeePlan(NotFound):
    code = "unknown_fee_plan"
    what = _("This plan does not exist.")
    next_step = _("Reload the page to see the current plans.")


class BandsUnfit(InvalidInput):
    code = "bands_unfit"
    what = _("The reductions by age overlap or are not valid.")
    next_step = _("Give each reduction its own age range and 1 to 100 per cent.")


class StepsUnfit(InvalidInput):
    code = "steps_unfit"
    what = _("The reminder steps are not in order.")
    next_step = _("Each step must come at least one day after the previous step.")


class PeriodNotWhole(InvalidInput):
    code = "period_not_whole"
    what = _("%(starts_on)s to %(ends_on)s is not a period of whole months, or is longer than three years.")
    next_step = _("Start on the first day of a month and end on the last day of a month.")


class RunChangedMeanwhile(ClubError):
    code = "run_changed_meanwhile"
    what = _("The data changed since you opened the page; nothing was booked.")
    next_step = _("Check the list below and book again.")


class NobodyToCharge(ClubError):
    code = "nobody_to_charge"
    what = _("No member pays in this fee run.")
    next_step = _("See the reasons in the second list; set the fees of the plans first.")


class NoReason(InvalidInput):
    code = "no_reason"
    what = _("A manual change needs a reason.")
    next_step = _("Enter a short reason.")


class UnknownInvoice(NotFound):
    code = "unknown_invoice"
    what = _("The club has no such invoice.")
    next_step = _("Find it in the list of invoices.")


class InvoiceSettled(ClubError):
    code = "invoice_settled"
    what = _("Invoice %(invoice)s has no open amount.")
    next_step = _("If more money came in, record it as a payment by the person; the rest becomes credit.")


class InvoiceCancelled(ClubError):
    code = "invoice_cancelled"
    what = _("Invoice %(invoice)s was cancelled.")
    next_step = _("Record the money as a payment by the person, or pay it back.")


class InvoiceNotWrittenOff(ClubError):
    code = "invoice_not_written_off"
    what = _("Invoice %(invoice)s is not written off.")
    next_step = _("Reload the page to see the current state.")


class UnknownPayment(NotFound):
    code = "unknown_payment"
    what = _("The club has no such payment.")
    next_step = _("Find it in the cash book.")


class PaymentKnown(ClubError):
    code = "payment_known"
    what = _("Another payment already uses this key: number %(number)s.")
    next_step = _("Reload the page and check whether the payment is already there.")


class PaymentCountered(ClubError):
    code = "payment_countered"
    what = _("Payment %(number)s is already reversed.")
    next_step = _("No action is needed.")


class PaymentWasRefunded(ClubError):
    code = "payment_was_refunded"
    what = _("Part of payment %(number)s was refunded.")
    next_step = _("If the refund did not happen, reverse it first.")


class MoreThanFree(ClubError):
    """Amount above the unallocated part of the payment. Facts: free, currency."""

    code = "more_than_free"
    what = _("This is more than the unused amount of the payment.")
    next_step = _("Reload the page to see the current amount, and enter that or less.")


class MoreThanOpen(ClubError):
    """Amount above the open part of the invoice. Facts: invoice, open, currency."""

    code = "more_than_open"
    what = _("This is more than the open amount of invoice %(invoice)s.")
    next_step = _("Reload the page to see the current amount, and enter that or less.")


class NotAllocated(ClubError):
    code = "not_allocated"
    what = _("No part of this payment is used for invoice %(invoice)s.")
    next_step = _("Reload the page to see which invoices it pays.")


class NoSuchRefund(ClubError):
    code = "no_such_refund"
    what = _("There is no such refund, or it is already reversed.")
    next_step = _("Reload the page to see the state of the payment.")


class YearClosed(ClubError):
    code = "year_closed"
    what = _("The books of %(year)s are closed.")
    next_step = _("Choose a date in an open year, or reopen that year on the Finances page.")


class YearNotOver(ClubError):
    code = "year_not_over"
    what = _("The year %(year)s is not over yet.")
    next_step = _("Wait until the year has ended, then close its books.")


class YearNotClosed(ClubError):
    code = "year_not_closed"
    what = _("The books of %(year)s are not closed, or a later year is closed.")
    next_step = _("Reopen the latest closed year first.")


class DayNotTaken(InvalidInput):
    code = "day_not_taken"
    what = _("Nothing can be booked on %(on)s.")
    next_step = _("Choose today or an earlier date.")


class NotToRemind(ClubError):
    code = "not_to_remind"
    what = _("No reminder for invoice %(invoice)s is due now.")
    next_step = _("Reload the page to see which reminders are due.")
