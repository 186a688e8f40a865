"""Sentences for refusals about money: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "not_an_amount": (
        _("This amount cannot be saved."),
        _("Enter an amount above zero, with at most two decimals."),
    ),
    "not_an_iban": (
        _("“%(iban)s” is not a valid IBAN: the check digits are wrong."),
        _("Copy the IBAN from a bank statement."),
    ),
    "not_a_bic": (
        _("“%(bic)s” is not a valid BIC."),
        _("Leave it blank: a transfer within Europe does not need it."),
    ),
    "number_pattern_unfit": (
        _("“%(pattern)s” would give two invoices the same number."),
        _("Include {year} and {number}, as in {year}-{number}."),
    ),
    "currency_in_use": (
        _("The club already keeps its books in %(currency)s."),
        _("Continue in this currency; booked entries cannot be changed."),
    ),
    "unknown_payer": (
        _("The club has no person with the number %(number)s."),
        _("Choose a person of the club, or a current or former member."),
    ),
    "unknown_fee_plan": (
        _("This plan does not exist."),
        _("Reload the page to see the current plans."),
    ),
    "bands_unfit": (
        _("The reductions by age overlap or are not valid."),
        _("Give each reduction its own age range and 1 to 100 per cent."),
    ),
    "steps_unfit": (
        _("The reminder steps are not in order."),
        _("Each step must come at least one day after the previous step."),
    ),
    "period_not_whole": (
        _("%(starts_on)s to %(ends_on)s is not a period of whole months, or is longer than three years."),
        _("Start on the first day of a month and end on the last day of a month."),
    ),
    "run_changed_meanwhile": (
        _("The data changed since you opened the page; nothing was booked."),
        _("Check the list below and book again."),
    ),
    "nobody_to_charge": (
        _("No member pays in this fee run."),
        _("See the reasons in the second list; set the fees of the plans first."),
    ),
    "no_reason": (
        _("A manual change needs a reason."),
        _("Enter a short reason."),
    ),
    "unknown_invoice": (
        _("The club has no such invoice."),
        _("Find it in the list of invoices."),
    ),
    "invoice_settled": (
        _("Invoice %(invoice)s has no open amount."),
        _("If more money came in, record it as a payment by the person; the rest becomes credit."),
    ),
    "invoice_cancelled": (
        _("Invoice %(invoice)s was cancelled."),
        _("Record the money as a payment by the person, or pay it back."),
    ),
    "invoice_not_written_off": (
        _("Invoice %(invoice)s is not written off."),
        _("Reload the page to see the current state."),
    ),
    "unknown_payment": (
        _("The club has no such payment."),
        _("Find it in the cash book."),
    ),
    "payment_known": (
        _("Another payment already uses this key: number %(number)s."),
        _("Reload the page and check whether the payment is already there."),
    ),
    "payment_countered": (
        _("Payment %(number)s is already reversed."),
        _("No action is needed."),
    ),
    "payment_was_refunded": (
        _("Part of payment %(number)s was refunded."),
        _("If the refund did not happen, reverse it first."),
    ),
    "more_than_free": (
        _("This is more than the unused amount of the payment."),
        _("Reload the page to see the current amount, and enter that or less."),
    ),
    "more_than_open": (
        _("This is more than the open amount of invoice %(invoice)s."),
        _("Reload the page to see the current amount, and enter that or less."),
    ),
    "not_allocated": (
        _("No part of this payment is used for invoice %(invoice)s."),
        _("Reload the page to see which invoices it pays."),
    ),
    "no_such_refund": (
        _("There is no such refund, or it is already reversed."),
        _("Reload the page to see the state of the payment."),
    ),
    "year_closed": (
        _("The books of %(year)s are closed."),
        _("Choose a date in an open year, or reopen that year on the Finances page."),
    ),
    "year_not_over": (
        _("The year %(year)s is not over yet."),
        _("Wait until the year has ended, then close its books."),
    ),
    "year_not_closed": (
        _("The books of %(year)s are not closed, or a later year is closed."),
        _("Reopen the latest closed year first."),
    ),
    "day_not_taken": (
        _("Nothing can be booked on %(on)s."),
        _("Choose today or an earlier date."),
    ),
    "not_to_remind": (
        _("No reminder for invoice %(invoice)s is due now."),
        _("Reload the page to see which reminders are due."),
    ),
}
