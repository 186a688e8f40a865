"""Sentences for refusals about money: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "not_an_amount": (
        _("This is no amount of money that can be kept."),
        _("Write an amount above nothing, with at most two figures after the point."),
    ),
    "not_an_iban": (
        _("“%(iban)s” is no account number: its check digits do not fit."),
        _("Copy the IBAN from a statement of the bank."),
    ),
    "not_a_bic": (
        _("“%(bic)s” is not the code of a bank."),
        _("Leave it empty: a transfer within Europe does not need it."),
    ),
    "number_pattern_unfit": (
        _("By “%(pattern)s” two invoices would have one number."),
        _("Write {year} and {number} into it, as in {year}-{number}."),
    ),
    "currency_in_use": (
        _("The books of the club are kept in %(currency)s already."),
        _("Go on in this currency: what was booked is not changed."),
    ),
    "unknown_payer": (
        _("The club knows nobody by the number %(number)s."),
        _("Choose somebody whom the club keeps, or who is or was a member."),
    ),
    "unknown_fee_plan": (
        _("The club has no such plan."),
        _("Load the page again to see the plans that there are."),
    ),
    "bands_unfit": (
        _("The reductions by age do not fit together."),
        _("Give each ages that no other one has, and 1 to 100 per cent."),
    ),
    "steps_unfit": (
        _("The steps of reminding do not follow each other."),
        _("Let each step come at least a day after the one before."),
    ),
    "period_not_whole": (
        _("%(starts_on)s to %(ends_on)s are not whole months, or more than three years."),
        _("Begin with the first day of a month and end with the last day of one."),
    ),
    "run_changed_meanwhile": (
        _("Something changed since you looked: nothing was booked."),
        _("Look at the list below and book it anew."),
    ),
    "nobody_to_charge": (
        _("Nobody pays anything in this run."),
        _("Look at the reasons in the second list; set the fees of the plans first."),
    ),
    "no_reason": (
        _("What is done by hand needs a reason."),
        _("Write in a few words why."),
    ),
    "unknown_invoice": (
        _("The club has no such invoice."),
        _("Look for it in the list of invoices."),
    ),
    "invoice_settled": (
        _("Nothing is open on the invoice %(invoice)s."),
        _("If more money came, write it down as a payment of the person: it stays as credit."),
    ),
    "invoice_cancelled": (
        _("The invoice %(invoice)s was cancelled."),
        _("Write down what came as a payment of the person, or pay it back."),
    ),
    "invoice_not_written_off": (
        _("The invoice %(invoice)s is not written off."),
        _("Load the page again to see how it stands."),
    ),
    "unknown_payment": (
        _("The club has no such payment."),
        _("Look for it in the cash book."),
    ),
    "payment_known": (
        _("Something else was written down under this key, with number %(number)s."),
        _("Load the page again and look whether it is there already."),
    ),
    "payment_countered": (
        _("The payment %(number)s was taken back already."),
        _("Nothing more is needed."),
    ),
    "payment_was_refunded": (
        _("Something of the payment %(number)s was paid back."),
        _("Take that back first, if it did not happen."),
    ),
    "more_than_free": (
        _("Not so much of the payment is free."),
        _("Load the page again to see what is, and take that or less."),
    ),
    "more_than_open": (
        _("Not so much is open on the invoice %(invoice)s."),
        _("Load the page again to see what is, and take that or less."),
    ),
    "not_allocated": (
        _("Nothing of the payment is on the invoice %(invoice)s."),
        _("Load the page again to see where it is."),
    ),
    "no_such_refund": (
        _("This was not paid back, or was taken back already."),
        _("Load the page again to see how the payment stands."),
    ),
    "year_closed": (
        _("The books of %(year)s are closed."),
        _("Date it in a year that is open, or open that year again on the page of the books."),
    ),
    "year_not_over": (
        _("The year %(year)s is not over."),
        _("Close its books after its last day."),
    ),
    "year_not_closed": (
        _("The books of %(year)s are not closed, or those of a later year are."),
        _("Begin with the last year that is closed."),
    ),
    "day_not_taken": (
        _("Nothing can be booked on %(on)s."),
        _("Choose today or an earlier day."),
    ),
    "not_to_remind": (
        _("The invoice %(invoice)s is not to be reminded of now."),
        _("Load the page again to see which are."),
    ),
}
