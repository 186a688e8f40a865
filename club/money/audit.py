"""Audit vocabulary for actions with money."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.models import FeePart, FeePer, PaymentMethod

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.money.settings_kept": _("%(who)s changed the money settings."),
        "club.fee_rule.kept": _("%(who)s changed the fee of the plan “%(what)s”."),
        "club.fee_rule.removed": _("%(who)s removed the fee of the plan “%(what)s”."),
        "club.reminder_steps.kept": _("%(who)s changed the reminder steps."),
        "club.fee_terms.kept": _("%(who)s changed the fee terms of %(what)s."),
        "club.fee_run.adjusted": _("%(who)s corrected a fee by hand. %(what)s."),
        "club.fee_run.booked": _(
            "%(who)s booked a fee run: %(after_charged)s charged, %(after_left_out)s not charged. %(what)s."
        ),
        "club.fee_run.cancelled": _(
            "%(who)s cancelled a fee run with %(before_invoices)s invoices. %(what)s."
        ),
        "club.invoice.issued": _("%(who)s issued the invoice %(what)s."),
        "club.invoice.cancelled": _("%(who)s cancelled the invoice %(what)s."),
        "club.invoice.written_off": _("%(who)s wrote off the open amount of the invoice %(what)s."),
        "club.invoice.claimed_again": _("%(who)s reversed the write-off of the invoice %(what)s."),
        "club.invoice.reminded": _("%(who)s sent a reminder for the invoice %(what)s, step %(after_step)s."),
        "club.payment.recorded": _("%(who)s recorded the payment %(what)s."),
        "club.payment.countered": _("%(who)s reversed the payment %(what)s."),
        "club.payment.put": _("%(who)s allocated the payment %(what)s to the invoice %(after_invoice)s."),
        "club.payment.taken_off": _(
            "%(who)s removed the payment %(what)s from the invoice %(before_invoice)s."
        ),
        "club.payment.refunded": _("%(who)s refunded part of the payment %(what)s."),
        "club.payment.refund_countered": _("%(who)s reversed the refund of the payment %(what)s."),
        "club.year.closed": _("%(who)s closed the books of %(what)s."),
        "club.year.opened": _("%(who)s reopened the books of %(what)s."),
        "club.money.exported": _("%(who)s exported the books of %(what)s."),
    },
    shown_by={
        Capability.KEEP_MONEY: (
            "club.money",
            "club.fee_rule",
            "club.reminder_steps",
            "club.fee_terms",
            "club.fee_run",
            "club.invoice",
            "club.payment",
            "club.year",
        ),
    },
    kinds={
        "club.moneysettings": Kind(_("money settings")),
        "club.feerule": Kind(_("fee of a plan")),
        "club.feeterms": Kind(_("fee terms")),
        "club.feerun": Kind(_("fee run")),
        "club.invoice": Kind(_("invoice")),
        "club.payment": Kind(_("payment")),
        "club.closedyear": Kind(_("closed year")),
    },
    fields={
        "invoice": _("invoice"),
        "invoice_number": _("number of the invoice in the books"),
        "payer": _("number of the payer"),
        "amount": _("amount in the smallest currency unit"),
        "currency": _("currency"),
        "creditor_name": _("account holder"),
        "iban": "IBAN",
        "bic": "BIC",
        "number_pattern": _("invoice number format"),
        "tax_note": _("tax note"),
        "payment_days": _("payment term in days"),
        "household_most": _("household maximum per year"),
        "household_free_from": _("free in a household from member number"),
        "reminds_by_itself": _("reminders are sent automatically"),
        "per": pgettext_lazy("a fee", "per"),
        "part": _("partial period"),
        "bands": _("age reductions"),
        "reminder_steps": _("reminder steps"),
        "method": _("method"),
        "received_on": _("received"),
        "ledger_entry": _("number of the entry in the books"),
        "invoices": _("invoices"),
        "charged": _("charged"),
        "left_out": _("not charged"),
        "step": _("step"),
        "fee": pgettext_lazy("of a reminder", "fee"),
        "was_sent": _("sent by email"),
        "year": _("year"),
    },
    values={
        "per": choice_labels(FeePer),
        "part": choice_labels(FeePart),
        "method": choice_labels(PaymentMethod),
    },
    reasons={
        "books_are_countered": _(
            "entries in the books are permanent. Make a counter-entry on the page of the entry instead."
        ),
        "invoice_is_paid": _("something has since been paid on it. Remove the payment first."),
        "reminder_is_out": _(
            "the email is already on its way and cannot be recalled. Write off its fee instead."
        ),
        "terms_are_theirs": _(
            "the audit log does not store the reason for a reduction. Enter it again on the fees page."
        ),
    },
)
